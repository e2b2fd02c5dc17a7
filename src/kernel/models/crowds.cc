#include "kernel/models/crowds.h"

#include <algorithm>
#include <map>

namespace scrim::models {
namespace {

using Pattern = std::vector<bool>;  // which columns of x are missing

std::vector<Pattern> missing_patterns(const Classes& classes) {
    std::vector<Pattern> patterns(classes.size(), Pattern(classes.x(), false));
    for (std::size_t i = 0; i < classes.x(); ++i) {
        const Domain& domain = classes.tuples().table[i].domain();
        const auto suppressed = domain.kind() == Domain::Kind::text ? domain.find("*") : std::nullopt;
        for (std::size_t c = 0; c < classes.size(); ++c) {
            const Code code = classes.code(c, i);
            patterns[c][i] = (domain.has_null() && code == domain.null_code()) || code == suppressed;
        }
    }
    return patterns;
}

// The codes of a class on the given columns of x.
std::vector<Code> project(const Classes& classes, std::uint32_t c, const std::vector<std::size_t>& columns) {
    std::vector<Code> codes;
    codes.reserve(columns.size());
    for (const std::size_t column : columns) codes.push_back(classes.code(c, column));
    return codes;
}

}  // namespace

void match_missing_values(Classes& classes) {
    const std::vector<Pattern> patterns = missing_patterns(classes);
    std::map<Pattern, std::vector<std::uint32_t>> by_pattern;
    for (std::uint32_t c = 0; c < classes.size(); ++c) by_pattern[patterns[c]].push_back(c);
    const Pattern complete(classes.x(), false);
    if (by_pattern.empty() || (by_pattern.size() == 1 && by_pattern.begin()->first == complete)) return;

    // Classes of two patterns agree when they are equal on the columns that neither misses.
    std::vector<std::vector<std::uint32_t>> crowds(classes.size());
    for (const auto& [a, classes_a] : by_pattern)
        for (const auto& [b, classes_b] : by_pattern) {
            std::vector<std::size_t> common;
            for (std::size_t i = 0; i < classes.x(); ++i)
                if (!a[i] && !b[i]) common.push_back(i);
            std::map<std::vector<Code>, std::vector<std::uint32_t>> candidates;
            for (const std::uint32_t c : classes_b) candidates[project(classes, c, common)].push_back(c);
            for (const std::uint32_t c : classes_a) {
                const auto found = candidates.find(project(classes, c, common));
                if (found != candidates.end())
                    crowds[c].insert(crowds[c].end(), found->second.begin(), found->second.end());
            }
        }

    std::vector<std::uint64_t> offsets{0};
    std::vector<std::uint32_t> members;
    for (auto& crowd : crowds) {
        std::sort(crowd.begin(), crowd.end());
        members.insert(members.end(), crowd.begin(), crowd.end());
        offsets.push_back(members.size());
        crowd = {};
    }
    classes.set_crowds(std::move(offsets), std::move(members));
}

}  // namespace scrim::models
