// People with several records: which of them stay, and that what is answered about these protects the whole person.
#include "methods/statdb/contributions.h"

#include "tests/recode/perturb/every_chance.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <memory>

namespace scrim::statdb {
namespace contributions_test {

// All that `draw` may draw.
class Enumerated final : public deal::Chance {
public:
    explicit Enumerated(testing::EveryChance& every) : every_(every) {}
    std::uint32_t below(std::uint32_t bound) override { return static_cast<std::uint32_t>(every_.below(bound)); }
    void shuffle(std::span<std::uint32_t>) override { std::abort(); }

private:
    testing::EveryChance& every_;
};

// Each record: whose it is, and its group.
struct People {
    std::vector<Code> person, group;
    void add(Code who, std::vector<Code> groups) {
        person.insert(person.end(), groups.size(), who);
        group.insert(group.end(), groups.begin(), groups.end());
    }
    Column column() const { return {std::make_shared<const Domain>(Domain::of_text({"a", "b", "c", "x"})), person}; }
};

TEST(Contributions, EverySubsetOfAPersonsRecordsIsEquallyLikely) {
    People people;
    people.add(1, {0, 0, 0, 0});
    people.add(0, {0});
    people.add(3, {0, 0});
    std::map<std::vector<std::uint32_t>, int> seen;
    testing::EveryChance every;
    do {
        Enumerated chance(every);
        const Contributions kept = at_most(people.column(), 2, chance);
        EXPECT_EQ(kept.people, 3u);
        EXPECT_EQ(kept.cut, 1u);
        ++seen[kept.rows];
    } while (every.another());
    EXPECT_EQ(seen.size(), 6u);  // two of four, and the others' three
    for (const auto& [rows, times] : seen) {
        EXPECT_EQ(times, 2);
        EXPECT_EQ(rows.size(), 5u);
    }
}

// Of how many records per group a sample holds, with which chance.
std::map<std::pair<int, int>, double> samples(const People& people, std::uint32_t most) {
    std::map<std::pair<int, int>, double> made;
    testing::EveryChance every;
    do {
        Enumerated chance(every);
        std::pair<int, int> counts;
        for (const std::uint32_t row : at_most(people.column(), most, chance).rows)
            ++(people.group[row] == 0 ? counts.first : counts.second);
        made[counts] += 1.0 / static_cast<double>(every.one_in());
    } while (every.another());
    return made;
}

// Laplace noise of this rate, on one count of the two groups, and the same once more: a second question about the same
// sample.
double chance_of(const std::map<std::pair<int, int>, double>& drawn, double rate, const std::array<int, 4>& seen) {
    double all = 0;
    for (const auto& [counts, chance] : drawn) {
        const int apart = std::abs(seen[0] - counts.first) + std::abs(seen[1] - counts.second) +
                          std::abs(seen[2] - counts.first) + std::abs(seen[3] - counts.second);
        all += chance * std::exp(-rate * apart);
    }
    return all;
}

// With and without all records of one person, whatever these are; two questions of epsilon = 1.
TEST(Contributions, OnePersonChangesNoChanceByMoreThanTheCost) {
    People without;
    without.add(0, {0, 1, 1});
    without.add(1, {0, 0, 1, 1});
    without.add(2, {1});
    const auto base = samples(without, 2);
    double most = 0, of_one_record = 0;
    for (const std::vector<Code>& own : {std::vector<Code>{0}, {0, 0}, {0, 1}, {0, 0, 0, 0}, {0, 0, 1, 1, 1}}) {
        People with = without;
        with.add(3, own);
        const auto more = samples(with, 2);
        std::array<int, 4> seen{};
        for (seen[0] = -1; seen[0] < 7; ++seen[0])
            for (seen[1] = -1; seen[1] < 7; ++seen[1])
                for (seen[2] = -1; seen[2] < 7; ++seen[2])
                    for (seen[3] = -1; seen[3] < 7; ++seen[3]) {
                        const auto apart = [&](double rate) {
                            return std::abs(std::log(chance_of(base, rate, seen) / chance_of(more, rate, seen)));
                        };
                        most = std::max(most, apart(0.5));
                        of_one_record = std::max(of_one_record, apart(1));
                    }
    }
    EXPECT_LE(most, 2 + 1e-9);
    EXPECT_GT(most, 1.5);           // it is spent
    EXPECT_GT(of_one_record, 2.5);  // noise for one record would not protect the person
}

}  // namespace contributions_test
}  // namespace scrim::statdb
