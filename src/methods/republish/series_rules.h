// SeriesRules: what a series promises and how it looks, from its first release to its last.
#pragma once

#include "kernel/core/json.h"
#include "kernel/recode/recoder.h"
#include "kernel/series/method.h"
#include "methods/republish/diversity.h"
#include "scrim/republish.h"

#include <memory>
#include <string>

namespace scrim::republication {

struct SeriesRules {
    const series::MethodSpec* method = nullptr;  // never null
    std::uint32_t lambda = 0, tau = 1;           // m = lambda * tau
    std::optional<std::uint32_t> level;          // of the sensitive hierarchy: its nodes are the categories
    recode::Form form = recode::Form::grouped;
    bool blind = false;

    std::uint32_t m() const { return lambda * tau; }
    // m_invariance(m=10)
    std::string text() const;
    std::string_view form_name() const;
    // What one group must satisfy. `hierarchy` is of the sensitive attribute, over `values` of its codes.
    Diversity diversity(const hierarchy::Hierarchy* hierarchy, std::uint32_t values) const;
    // The same as requirements of each release.
    std::vector<Requirement> requirements() const;
    // The method as an algorithm, for certificate and report.
    recode::RecoderSpec recoder() const;

    Json to_json() const;
    static Result<SeriesRules> from_json(const Json& json);
};

// Of a new series.
Result<SeriesRules> first_rules(const RepublishRequest& request);
// Of the next release: those of the series, with a larger m where every signature in use is large enough for it.
Result<SeriesRules> next_rules(const SeriesRules& rules, const RepublishRequest& request,
                               std::size_t smallest_signature);

}  // namespace scrim::republication
