// Arguments: the parameters of a model or an algorithm as the user gave them, checked against its description.
//
// Checked means: every name is a parameter and comes once, every value has its parameter's kind and range. Whether
// columns and values exist in the data is not known here.
#pragma once

#include "kernel/core/ratio.h"
#include "scrim/catalogue.h"
#include "scrim/policy.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scrim::models {

class Arguments {
public:
    // `name` is what messages call the model or algorithm.
    static Result<Arguments> make(const std::string& name, const std::vector<Parameter>& parameters,
                                  const std::vector<Requirement::Argument>& given);

    // Did the user say it? The description's default does not count.
    bool given(std::string_view name) const { return given_.contains(name); }

    // The value given, or the description's default; nothing when there is neither.
    std::optional<Ratio> ratio(std::string_view name) const;
    // A whole number; those beyond 64 bits come as the largest that fits.
    std::optional<std::uint64_t> whole(std::string_view name) const;
    std::string text(std::string_view name) const;
    // A list of texts or columns.
    std::vector<std::string> list(std::string_view name) const;
    std::vector<std::vector<std::string>> sets(std::string_view name) const;

private:
    using Value = std::vector<std::vector<std::string>>;
    const Value* find(std::string_view name) const;

    std::map<std::string, Value, std::less<>> given_;
    std::map<std::string, Value, std::less<>> defaults_;
};

}  // namespace scrim::models
