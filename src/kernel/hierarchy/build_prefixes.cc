#include "kernel/core/text.h"
#include "kernel/hierarchy/build.h"
#include "kernel/hierarchy/characters.h"
#include "kernel/hierarchy/filled_codes.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

namespace scrim::hierarchy {
namespace {

Result<void> check_masks(const std::vector<int>& masked, const std::string& longest) {
    const std::size_t length = count_characters(longest);
    if (length < 2 && !masked.empty())
        return input_error("prefixes need values of two characters or more; all of these are shorter");
    for (std::size_t i = 0; i < masked.size(); ++i) {
        if (masked[i] < 1 || static_cast<std::size_t>(masked[i]) >= length)
            return input_error(
                format("cannot mask {} characters: the longest value, {}, has {}, and 1 to {} of them can be masked",
                       masked[i], quoted(longest), length, length - 1));
        if (i > 0 && masked[i] <= masked[i - 1])
            return input_error(
                format("masking {} characters follows masking {}; each level must mask more than the one before",
                       masked[i], masked[i - 1]));
    }
    return {};
}

// 88512 as 885**; a shorter value that has not so many characters stays itself.
std::string masked_value(const std::string& value, std::size_t kept, std::size_t stars) {
    if (count_characters(value) < kept) return value;
    return std::string(first_characters(value, kept)) + std::string(stars, '*');
}

}  // namespace

Result<Hierarchy> build_prefixes(const Domain& domain, const std::vector<int>& masked) {
    if (domain.values() == 0) return input_error("prefixes need at least one value; this column holds none");
    std::vector<std::string> values;
    std::string longest;
    for (Code code = 0; code < domain.values(); ++code) {
        values.push_back(domain.label(code));
        if (count_characters(values.back()) > count_characters(longest)) longest = values.back();
    }
    SCRIM_CHECK(check_masks(masked, longest));
    const std::size_t length = count_characters(longest);
    if (!masked.empty()) fill_codes(values, length - static_cast<std::size_t>(masked.back()));
    std::vector<std::vector<std::string>> rows;
    rows.reserve(values.size());
    for (const std::string& value : values) rows.push_back({value});
    std::size_t nodes = values.size();  // of the level before
    for (const int count : masked) {
        const auto stars = static_cast<std::size_t>(count);
        std::vector<std::string> level;
        for (const std::string& value : values) level.push_back(masked_value(value, length - stars, stars));
        std::unordered_set<std::string_view> different(level.begin(), level.end());
        if (different.size() == nodes || different.size() == 1) continue;  // joins nothing, or is the top
        nodes = different.size();
        for (std::size_t i = 0; i < rows.size(); ++i) rows[i].push_back(std::move(level[i]));
    }
    for (auto& row : rows) row.push_back("*");
    return Hierarchy::from_paths(rows);
}

}  // namespace scrim::hierarchy
