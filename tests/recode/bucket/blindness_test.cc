// An attacker who knows the algorithm must learn nothing from which records are grouped with which.
//
// Everybody's quasi-identifiers and the release are known: who is in which group, and the values of each group. For
// every way to match the people of each group with its values, the probability that the algorithm makes this release of
// such a table must be the same; then the release favors none of them. Here all tables of a few people, all draws and
// exact probabilities.
#include "kernel/core/text.h"
#include "kernel/recode/bucket/anatomy.h"
#include "tests/recode/bucket/every_draw.h"
#include "tests/recode/problem_maker.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace scrim::recode {
namespace blindness_test {

using testing::EveryDraw;
using testing::Fraction;
using testing::make_problem;
using testing::ProblemOf;

using Table = std::vector<int>;  // the value of each person
struct Group {
    std::vector<std::uint32_t> people;
    std::vector<int> values;  // sorted
    friend auto operator<=>(const Group&, const Group&) = default;
};
using Release = std::vector<Group>;

// All tables with as many of each value as `table`.
std::vector<Table> tables_like(Table table) {
    std::sort(table.begin(), table.end());
    std::vector<Table> all;
    do all.push_back(table);
    while (std::next_permutation(table.begin(), table.end()));
    return all;
}

// Every release of the table with its probability. Person i has quasi-identifier i.
template <class Draws>
std::map<Release, Fraction> releases(const Table& table, std::uint32_t l) {
    ProblemOf of;
    of.quasi_identifiers = {{"who", {}, {}}};
    of.sensitive = {{"value", {}, {}}};
    for (std::size_t person = 0; person < table.size(); ++person) {
        of.quasi_identifiers[0].values.push_back(std::to_string(person));
        of.sensitive[0].values.push_back(std::to_string(table[person]));
    }
    const Problem problem = make_problem(of);
    const recode::bucket::ValueBuckets buckets = recode::bucket::make_buckets(*problem.tuples, 1);
    std::map<Release, Fraction> all;
    Draws draws;
    do {
        const recode::bucket::GroupPlan plan = recode::bucket::plan_groups(buckets.counts, l, draws);
        recode::bucket::ValueBuckets shuffled = buckets;
        const Groups<recode::Member> groups = recode::bucket::deal(shuffled, plan, draws);
        Release release(groups.size());
        for (std::size_t group = 0; group < groups.size(); ++group) {
            for (const Member& member : groups[group]) {
                release[group].people.push_back(member.tuple);
                release[group].values.push_back(table[member.tuple]);
            }
            std::sort(release[group].people.begin(), release[group].people.end());
        }
        for (Group& group : release) std::sort(group.values.begin(), group.values.end());
        all[release] += draws.probability();
    } while (draws.next());
    return all;
}

bool could_be(const Table& table, const Release& release) {
    return std::all_of(release.begin(), release.end(), [&](const Group& group) {
        std::vector<int> values;
        for (const std::uint32_t person : group.people) values.push_back(table[person]);
        std::sort(values.begin(), values.end());
        return values == group.values;
    });
}

// Releases that are not equally likely from all tables that they could be of, over all tables like this one.
template <class Draws>
int telling_releases(const Table& table, std::uint32_t l) {
    const std::vector<Table> tables = tables_like(table);
    std::vector<std::map<Release, Fraction>> made;
    for (const Table& each : tables) {
        made.push_back(releases<Draws>(each, l));
        Fraction sum;
        for (const auto& [release, probability] : made.back()) sum += probability;
        EXPECT_EQ(sum, (Fraction{1, 1}));
    }
    int telling = 0;
    for (const auto& from : made)
        for (const auto& [release, probability] : from)
            for (std::size_t i = 0; i < tables.size(); ++i) {
                if (!could_be(tables[i], release)) continue;
                const auto found = made[i].find(release);
                telling += found == made[i].end() || !(found->second == probability);
            }
    return telling;
}

TEST(Blindness, AnatomyTellsNothing) {
    EXPECT_EQ(telling_releases<EveryDraw>({0, 1, 2}, 2), 0);     // one record left over
    EXPECT_EQ(telling_releases<EveryDraw>({0, 0, 1, 1}, 2), 0);  // none
    EXPECT_EQ(telling_releases<EveryDraw>({0, 0, 1, 2}, 2), 0);
    EXPECT_EQ(telling_releases<EveryDraw>({0, 0, 1, 1, 2}, 2), 0);
    EXPECT_EQ(telling_releases<EveryDraw>({0, 0, 1, 2, 3}, 2), 0);
    EXPECT_EQ(telling_releases<EveryDraw>({0, 1, 2, 3, 4}, 3), 0);  // two left over
    EXPECT_EQ(telling_releases<EveryDraw>({0, 0, 1, 1, 2, 2}, 3), 0);
    EXPECT_EQ(telling_releases<EveryDraw>({0, 0, 0, 1, 1, 2}, 2), 0);
    EXPECT_EQ(telling_releases<EveryDraw>({0, 0, 1, 1, 2, 3}, 2), 0);
    EXPECT_EQ(telling_releases<EveryDraw>({0, 0, 1, 1, 2, 3, 4}, 3), 0);
}

// The same algorithm that takes the records of a value in their order: what the test is there to find.
class InOrder : public EveryDraw {
public:
    template <class T>
    void shuffle(std::span<T>) {}
};

TEST(Blindness, TakingRecordsInOrderTells) {
    EXPECT_GT(telling_releases<InOrder>({0, 0, 1, 1}, 2), 0);
    EXPECT_GT(telling_releases<InOrder>({0, 0, 1, 1, 2}, 2), 0);
}

}  // namespace blindness_test
}  // namespace scrim::recode
