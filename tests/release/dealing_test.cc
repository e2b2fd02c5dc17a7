// A recoder's decision about tuples becomes one about rows.
#include "methods/release/dealing.h"
#include "methods/release/released_table.h"
#include "tests/recode/problem_maker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace scrim::release {
namespace dealing_test {

using recode::Member;
using ::testing::ElementsAre;

// Rows of an age and a town, which is released as it is: of each of the problem's tuples as many rows as `rows` says,
// with so many records each.
Prepared prepared_of(const std::vector<std::vector<std::uint32_t>>& rows) {
    Prepared prepared;
    std::vector<Int128> ages;
    std::vector<Code> age, town;
    std::vector<std::uint32_t> weights;
    prepared.material.runs = {0};
    for (const auto& of_tuple : rows) {
        for (const std::uint32_t records : of_tuple) {
            age.push_back(static_cast<Code>(ages.size()));
            town.push_back(static_cast<Code>(weights.size() - prepared.material.runs.back()));
            weights.push_back(records);
        }
        ages.push_back(static_cast<Int128>(20 + ages.size()));
        prepared.material.runs.push_back(static_cast<std::uint32_t>(weights.size()));
    }
    const auto towns = std::make_shared<Domain>(Domain::of_text({"Bath", "Hull", "Kent", "York"}));
    auto all = std::make_shared<Tuples>();
    all->table.add("age", Column(std::make_shared<Domain>(Domain::of_numbers(std::move(ages), 0)), age));
    all->table.add("town", Column(towns, town));
    all->weights = weights;
    for (const std::uint32_t weight : weights) all->total += weight;
    prepared.material.rows = std::move(all);
    prepared.material.released = {"age", "town"};
    return prepared;
}

recode::Recoding recoding_of(const std::vector<std::vector<Member>>& classes) {
    Groups<Member> groups;
    for (const auto& members : classes) groups.add(members);
    return recode::Recoding::of_groups(std::move(groups));
}

std::vector<Member> row_members(const Dealing& dealing, std::size_t c) {
    return {dealing.members(c).begin(), dealing.members(c).end()};
}

TEST(Dealing, GivesATuplesRecordsToItsClassesInTheOrderOfItsRows) {
    const Prepared prepared = prepared_of({{2, 3}, {4}});
    const recode::Recoding recoding = recoding_of({{{0, 1}, {1, 4}}, {{0, 3}}, {{0, 1}}});
    const Dealing dealing(prepared, recoding);
    ASSERT_EQ(dealing.size(), 3u);
    EXPECT_THAT(row_members(dealing, 0), ElementsAre(Member{0, 1}, Member{2, 4}));
    EXPECT_THAT(row_members(dealing, 1), ElementsAre(Member{0, 1}, Member{1, 2}));
    EXPECT_THAT(row_members(dealing, 2), ElementsAre(Member{1, 1}));
    EXPECT_THAT(weights_of(dealing.all_members()), ElementsAre(1, 4, 1, 2, 1));
    const Column towns = dealing.column(1);
    std::string dealt;
    for (std::size_t i = 0; i < towns.size(); ++i) dealt += towns.domain().label(towns[i]) + " ";
    EXPECT_EQ(dealt, "Bath Bath Bath Hull Hull ");
}

TEST(Dealing, TakesTheRecodersWordWhereEveryTupleIsARow) {
    const Prepared prepared = prepared_of({{2}, {3}});
    const recode::Recoding recoding = recoding_of({{{1, 2}}, {{0, 2}, {1, 1}}});
    const Dealing dealing(prepared, recoding);
    EXPECT_EQ(dealing.all_members().data(), recoding.all_members().data());
}

// Two rows of one tuple, and a tuple of somebody whom the table lacks: as many rows as tuples, but not each other's.
TEST(Dealing, DoesNotTakeTheMissingForRows) {
    const Prepared prepared = prepared_of({{2, 3}, {}});
    const recode::Recoding recoding = recoding_of({{{0, 4}, {1, 0}}, {{0, 1}}});
    const Dealing dealing(prepared, recoding);
    EXPECT_THAT(row_members(dealing, 0), ElementsAre(Member{0, 2}, Member{1, 2}));
    EXPECT_THAT(row_members(dealing, 1), ElementsAre(Member{1, 1}));
}

// Every record is dealt once, and to a class that holds one of its tuple.
TEST(Dealing, LosesNobody) {
    SeededRandom random(11);
    for (int i = 0; i < 300; ++i) {
        std::vector<std::vector<std::uint32_t>> rows(1 + random.below(6));
        for (auto& of_tuple : rows) {
            of_tuple.resize(1 + random.below(4));
            for (std::uint32_t& records : of_tuple) records = static_cast<std::uint32_t>(1 + random.below(5));
        }
        const Prepared prepared = prepared_of(rows);
        std::vector<std::vector<Member>> classes(1 + random.below(4));
        for (std::uint32_t t = 0; t < rows.size(); ++t) {
            std::map<std::size_t, std::uint32_t> wanted;
            for (const std::uint32_t records : rows[t])
                for (std::uint32_t r = 0; r < records; ++r) ++wanted[random.below(classes.size())];
            for (const auto& [c, records] : wanted) classes[c].push_back({t, records});
        }
        const recode::Recoding recoding = recoding_of(classes);
        const Dealing dealing(prepared, recoding);
        std::vector<std::uint32_t> given(prepared.material.rows->size(), 0);
        for (std::size_t c = 0; c < classes.size(); ++c) {
            std::map<std::uint32_t, std::uint32_t> expected, dealt;
            for (const Member& member : classes[c]) expected[member.tuple] += member.records;
            for (const Member& member : dealing.members(c)) {
                given[member.tuple] += member.records;
                dealt[prepared.material.rows->table[0][member.tuple]] += member.records;
            }
            EXPECT_EQ(dealt, expected);
        }
        EXPECT_EQ(given, prepared.material.rows->weights);
    }
}

}  // namespace dealing_test
}  // namespace scrim::release
