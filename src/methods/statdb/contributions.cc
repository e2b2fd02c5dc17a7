#include "methods/statdb/contributions.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

namespace scrim::statdb {

Contributions at_most(const Column& persons, std::uint32_t most, deal::Chance& chance) {
    std::vector<std::uint32_t> offsets(persons.domain().size() + 1, 0), members(persons.size());
    persons.visit([&](auto codes) {
        for (const auto code : codes) ++offsets[code + 1];
        std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
        std::vector<std::uint32_t> next(offsets.begin(), offsets.end() - 1);
        for (std::size_t row = 0; row < codes.size(); ++row)
            members[next[codes[row]]++] = static_cast<std::uint32_t>(row);
    });
    Contributions kept;
    for (std::size_t person = 0; person + 1 < offsets.size(); ++person) {
        const std::span own(members.data() + offsets[person], offsets[person + 1] - offsets[person]);
        if (own.empty()) continue;
        ++kept.people;
        if (own.size() > most) ++kept.cut;
        const std::size_t stay = std::min<std::size_t>(own.size(), most);
        for (std::size_t i = 0; own.size() > most && i < stay; ++i)
            std::swap(own[i], own[i + chance.below(static_cast<std::uint32_t>(own.size() - i))]);
        kept.rows.insert(kept.rows.end(), own.begin(), own.begin() + static_cast<std::ptrdiff_t>(stay));
    }
    std::sort(kept.rows.begin(), kept.rows.end());
    return kept;
}

Column rows_of(const Column& column, const std::vector<std::uint32_t>& rows) {
    std::vector<Code> codes(rows.size());
    column.visit([&](auto all) {
        for (std::size_t i = 0; i < rows.size(); ++i) codes[i] = all[rows[i]];
    });
    return {column.domain_ptr(), codes};
}

}  // namespace scrim::statdb
