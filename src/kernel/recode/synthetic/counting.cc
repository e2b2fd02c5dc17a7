#include "kernel/recode/synthetic/counting.h"

#include <algorithm>
#include <numeric>

namespace scrim::recode::synthetic {

std::vector<std::int64_t> true_counts(const Cells& cells, const marginal::Variables& variables,
                                      const marginal::Sizes& sizes) {
    std::vector<std::int64_t> counts(marginal::cells_of(variables, sizes), 0);
    const std::size_t records = cells.empty() ? 0 : cells.front().size();
    for (std::size_t i = 0; i < records; ++i) {
        std::size_t at = 0;
        for (const marginal::Variable v : variables) at = at * sizes[v] + cells[v][i];
        ++counts[at];
    }
    return counts;
}

marginal::Measured measured(const std::vector<std::int64_t>& truth, const marginal::Variables& variables,
                            const marginal::Sizes& sizes, const CountNoise& noise, noise::Coins& coins) {
    marginal::Measured made{marginal::Factor(variables, sizes), noise.variance()};
    for (std::size_t i = 0; i < truth.size(); ++i)
        made.counts.cells[i] = static_cast<double>(truth[i] + noise.draw(coins));
    return made;
}

std::vector<std::uint32_t> bounded_records(const Records& records, std::uint32_t per_person, Random& random) {
    std::vector<std::uint32_t> chosen(records.count);
    std::iota(chosen.begin(), chosen.end(), 0u);
    if (records.persons.empty()) return chosen;
    // In an order drawn at random, the first of each person.
    random.shuffle(std::span(chosen));
    std::vector<std::uint32_t> taken(*std::max_element(records.persons.begin(), records.persons.end()) +
                                     std::size_t{1});
    std::erase_if(chosen, [&](std::uint32_t record) { return taken[records.persons[record]]++ >= per_person; });
    return chosen;
}

std::uint64_t people_of(const Records& records) {
    if (records.persons.empty()) return records.count;
    std::vector<std::uint32_t> people = records.persons;
    std::sort(people.begin(), people.end());
    return static_cast<std::uint64_t>(std::unique(people.begin(), people.end()) - people.begin());
}

}  // namespace scrim::recode::synthetic
