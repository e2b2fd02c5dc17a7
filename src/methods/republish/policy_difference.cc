#include "methods/republish/policy_difference.h"

#include "kernel/core/ratio.h"
#include "kernel/core/text.h"
#include "methods/policy/hierarchy_files.h"

#include <algorithm>

namespace scrim::republication {
namespace {

// The same nodes in the same places, however the files are written.
Result<bool> same_hierarchy(const ColumnPolicy& kept, const ColumnPolicy& given) {
    SCRIM_TRY(const std::string one, policy::hierarchy_text(kept));
    SCRIM_TRY(const std::string other, policy::hierarchy_text(given));
    if (one == other) return true;
    SCRIM_TRY(const hierarchy::Hierarchy before, policy::read_hierarchy(kept));
    SCRIM_TRY(const hierarchy::Hierarchy now, policy::read_hierarchy(given));
    const auto same = [](const hierarchy::Hierarchy::Node& a, const hierarchy::Hierarchy::Node& b) {
        return a.label == b.label && a.span == b.span && a.parent == b.parent;
    };
    return std::equal(before.nodes().begin(), before.nodes().end(), now.nodes().begin(), now.nodes().end(), same);
}

// "", "1" and "1.0" weigh the same.
bool same_weight(const std::string& a, const std::string& b) {
    const auto weight = [](const std::string& text) { return Ratio::parse(text.empty() ? "1" : text); };
    return weight(a) == weight(b);
}

std::string or_none(const std::string& text) { return text.empty() ? "none" : quoted(std::string_view(text)); }

Result<void> compare(const ColumnPolicy& kept, const ColumnPolicy& given, std::vector<std::string>& differences) {
    const std::string column = format("column {}", quoted(kept.name));
    if (kept.role != given.role)
        differences.push_back(format("{} is {}, not {}", column, role_name(given.role), role_name(kept.role)));
    if (kept.has_hierarchy() != given.has_hierarchy())
        differences.push_back(format("{} has {} hierarchy", column, given.has_hierarchy() ? "a" : "no"));
    else if (kept.has_hierarchy()) {
        SCRIM_TRY(const bool same, same_hierarchy(kept, given));
        if (!same) {
            const std::string file = given.hierarchy.empty() ? "" : ", " + quoted(given.hierarchy) + ",";
            differences.push_back(format("the hierarchy of {}{} does not hold what it held", column, file));
        }
    }
    if (!same_weight(kept.weight, given.weight))
        differences.push_back(format("{} weighs {}, not {}", column, given.weight.empty() ? "1" : given.weight,
                                     kept.weight.empty() ? "1" : kept.weight));
    return {};
}

std::vector<std::string> requirements(const Policy& policy) {
    std::vector<std::string> all;
    for (const Requirement& requirement : policy.require) all.push_back(to_string(requirement));
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

}  // namespace

Result<std::vector<std::string>> policy_differences(const Policy& kept, const Policy& given) {
    std::vector<std::string> differences;
    if (kept.person != given.person)
        differences.push_back(format("the person column is {}, not {}", or_none(given.person), or_none(kept.person)));
    for (const ColumnPolicy& column : kept.columns) {
        const ColumnPolicy* again = given.find(column.name);
        if (again)
            SCRIM_CHECK(compare(column, *again, differences));
        else
            differences.push_back(
                format("column {} is missing, which is {}", quoted(column.name), role_name(column.role)));
    }
    for (const ColumnPolicy& column : given.columns)
        if (!kept.find(column.name))
            differences.push_back(format("column {} is new, as {}", quoted(column.name), role_name(column.role)));
    const std::vector<std::string> before = requirements(kept), now = requirements(given);
    for (const std::string& requirement : before)
        if (!std::binary_search(now.begin(), now.end(), requirement))
            differences.push_back(format("{} is not required", requirement));
    for (const std::string& requirement : now)
        if (!std::binary_search(before.begin(), before.end(), requirement))
            differences.push_back(format("{} is required", requirement));
    return differences;
}

}  // namespace scrim::republication
