#include "core/text.h"
#include "hierarchy/build.h"
#include "hierarchy/characters.h"

#include <algorithm>

namespace scrim {
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

}  // namespace

Result<Hierarchy> build_prefixes(const Domain& domain, const std::vector<int>& masked) {
    if (domain.values() == 0) return input_error("prefixes need at least one value; this column holds none");
    std::string longest;
    for (Code code = 0; code < domain.values(); ++code)
        if (std::string label = domain.label(code); count_characters(label) > count_characters(longest))
            longest = std::move(label);
    SCRIM_CHECK(check_masks(masked, longest));
    const std::size_t length = count_characters(longest);
    std::vector<std::vector<std::string>> rows;
    rows.reserve(domain.values());
    for (Code code = 0; code < domain.values(); ++code) {
        const std::string value = domain.label(code);
        std::vector<std::string> row{value};
        for (const int count : masked) {
            const auto stars = static_cast<std::size_t>(count);
            const std::size_t kept = length - stars;
            if (count_characters(value) >= kept)
                row.push_back(std::string(first_characters(value, kept)) + std::string(stars, '*'));
        }
        row.push_back("*");
        rows.push_back(std::move(row));
    }
    return Hierarchy::from_paths(rows);
}

}  // namespace scrim
