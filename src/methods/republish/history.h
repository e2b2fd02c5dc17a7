// History: what the next release of a series needs, and nothing more.
//
// That is the last version of the data with the group of each record (Lemma 3 of 002), the signature behind each group,
// and, because somebody may return after an absence, the signatures of those who left: under a keyed fingerprint of
// their name, without their values.
#pragma once

#include "kernel/core/source.h"
#include "methods/republish/series_rules.h"
#include "methods/republish/version.h"

#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace scrim::republication {

struct SeriesTools {
    std::function<Result<std::unique_ptr<TableSource>>(const std::string& path)> open;
    std::function<Result<void>(const Table& table, const std::string& path)> write;
};

struct History {
    SeriesRules rules;
    Policy policy;                        // hierarchies are those in the owner's folder
    std::string key;                      // of fingerprints
    std::vector<SeriesRelease> releases;  // the last one last

    // Who is in the last release: names (text), quasi-identifiers and sensitive values as they were, group numbers and
    // signatures.
    std::vector<std::string> names;
    Table people;  // the policy's quasi-identifiers in their order, then the sensitive attribute
    std::vector<std::uint32_t> groups;
    std::vector<std::uint32_t> signature_of;
    // Values are codes of the column `values`, one row for each value of each signature.
    std::vector<Signature> signatures;
    Column values;
    std::unordered_map<std::string, std::uint32_t> departed;  // fingerprint -> signature

    std::string fingerprint_of(const std::string& name) const;
    std::size_t smallest_signature() const;
};

// Into an empty folder; `history.json` describes the rest, with checksums.
Result<void> write_history(const History& history, const std::string& folder, const SeriesTools& tools);
// Its policy alone; `hierarchies` is where the policy's hierarchies are.
Result<Policy> read_history_policy(const std::string& folder, const std::string& hierarchies);
// Refuses what is not as it was written.
Result<History> read_history(const std::string& folder, const std::string& hierarchies, const SeriesTools& tools,
                             Progress& progress);

}  // namespace scrim::republication
