#include "methods/views/materialized/maintained_groups.h"

#include "tests/oracle/checked_groups.h"
#include "tests/views/numbered_tree.h"

#include <random>

#include <gtest/gtest.h>

namespace scrim::views {
namespace maintained_groups_test {

using Box = std::vector<Span>;
using Records = std::vector<std::pair<MaintainedGroups::RecordId, MaintainedGroups::GroupId>>;
using Groups = std::vector<MaintainedGroups::GroupId>;
using oracle::CheckedGroups;
using oracle::Trees;

Box box_of(const MaintainedGroups& groups, MaintainedGroups::GroupId group) {
    return {groups.box(group).begin(), groups.box(group).end()};
}

// Fig. 10: {1, 3, 4} published as 30*, Person, and {2, 5} as 40*, Male.
class Figure10 : public testing::Test {
protected:
    Figure10() {
        first = groups.add_group(box("30*", "Person"));
        second = groups.add_group(box("40*", "Male"));
        groups.load(1, facts("301", "Male"), first);
        groups.load(3, facts("302", "Female"), first);
        groups.load(4, facts("303", "Male"), first);
        groups.load(2, facts("401", "Male"), second);
        groups.load(5, facts("402", "Male"), second);
    }
    Box box(const char* number, const char* sex) const { return {*numbers->find(number), *sexes->find(sex)}; }
    RecordFacts facts(const char* number, const char* sex, std::uint32_t k = 2) const {
        const Box leaf = box(number, sex);
        return {{leaf[0].lo, leaf[1].lo}, k};
    }

    std::shared_ptr<const hierarchy::Hierarchy> numbers =
        std::make_shared<const hierarchy::Hierarchy>(*hierarchy::Hierarchy::from_paths({{"301", "30*", "3**", "*"},
                                                                                        {"302", "30*", "3**", "*"},
                                                                                        {"303", "30*", "3**", "*"},
                                                                                        {"311", "31*", "3**", "*"},
                                                                                        {"312", "31*", "3**", "*"},
                                                                                        {"401", "40*", "4**", "*"},
                                                                                        {"402", "40*", "4**", "*"},
                                                                                        {"411", "41*", "4**", "*"},
                                                                                        {"412", "41*", "4**", "*"}}));
    std::shared_ptr<const hierarchy::Hierarchy> sexes = std::make_shared<const hierarchy::Hierarchy>(
        *hierarchy::Hierarchy::from_paths({{"Male", "Person"}, {"Female", "Person"}}));
    MaintainedGroups groups{{numbers, sexes}};
    MaintainedGroups::GroupId first = 0, second = 0;
};

TEST_F(Figure10, AGoodStateIsLeftAsItIs) { EXPECT_TRUE(groups.settle().empty()); }

TEST_F(Figure10, ACoveredRecordJoinsWithoutWidening) {
    groups.insert(6, facts("303", "Female"));
    EXPECT_EQ(groups.group_of(6), MaintainedGroups::waiting);
    const auto changes = groups.settle();
    EXPECT_EQ(changes.records, (Records{{6, first}}));
    EXPECT_EQ(changes.groups, Groups{});
    EXPECT_EQ(groups.size(first), 4u);
}

TEST_F(Figure10, TheClosestGroupWidens) {
    groups.insert(6, facts("411", "Male"));  // 3 records lose 2/8 more; the other group would lose all
    auto changes = groups.settle();
    EXPECT_EQ(changes.records, (Records{{6, second}}));
    EXPECT_EQ(changes.groups, Groups{second});
    EXPECT_EQ(box_of(groups, second), box("4**", "Male"));

    groups.insert(7, facts("312", "Female"));
    changes = groups.settle();
    EXPECT_EQ(changes.records, (Records{{7, first}}));
    EXPECT_EQ(box_of(groups, first), box("3**", "Person"));
}

TEST_F(Figure10, ARecordThatAsksForMoreGoesWhereThereAreMore) {
    groups.insert(6, facts("401", "Male", 4));  // two others are too few
    EXPECT_EQ(groups.settle().records, (Records{{6, first}}));
    EXPECT_EQ(box_of(groups, first), box("*", "Person"));
    EXPECT_EQ(groups.largest_k(first), 4u);
}

TEST_F(Figure10, WhereNoGroupIsLargeEnoughGroupsAreMerged) {
    groups.insert(6, facts("401", "Male", 6));
    const auto changes = groups.settle();
    EXPECT_EQ(groups.size(first), 6u);
    EXPECT_EQ(changes.gone, Groups{second});
    EXPECT_EQ(changes.records, (Records{{2, first}, {5, first}, {6, first}}));
}

TEST_F(Figure10, NobodyElsePaysForWhoAsksForMoreThanThereAre) {
    groups.insert(6, facts("401", "Male", 7));
    EXPECT_EQ(groups.settle().records, (Records{{6, MaintainedGroups::hidden}}));
    groups.update(1, facts("301", "Male", 6));
    EXPECT_EQ(groups.settle().records, (Records{{1, MaintainedGroups::hidden}}));
    EXPECT_EQ(groups.size(first), 2u);
    EXPECT_EQ(groups.size(second), 2u);
}

TEST_F(Figure10, ABrokenGroupIsMergedAsAWhole) {
    groups.erase(5);
    const auto changes = groups.settle();
    EXPECT_EQ(changes.records, (Records{{2, first}}));
    EXPECT_EQ(changes.groups, Groups{first});
    EXPECT_EQ(changes.gone, Groups{second});
    EXPECT_EQ(box_of(groups, first), box("*", "Person"));
}

TEST_F(Figure10, ANewRecordMendsABrokenGroup) {
    groups.erase(5);
    groups.insert(6, facts("402", "Male"));
    const auto changes = groups.settle();
    EXPECT_EQ(changes.records, (Records{{6, second}}));
    EXPECT_EQ(changes.groups, Groups{});
}

TEST_F(Figure10, NewRecordsFormAGroupWhereThatLosesLess) {
    groups.insert(6, facts("411", "Female"));
    groups.insert(7, facts("411", "Female"));
    groups.insert(8, facts("401", "Male"));
    const auto changes = groups.settle();
    const MaintainedGroups::GroupId third = second + 1;
    EXPECT_EQ(changes.records, (Records{{6, third}, {7, third}, {8, second}}));
    EXPECT_EQ(changes.groups, Groups{third});
    EXPECT_EQ(box_of(groups, third), box("411", "Female"));
}

TEST_F(Figure10, AnUpdatedRecordKeepsItsGroupAndItsLargestK) {
    groups.update(2, facts("411", "Male", 1));
    auto changes = groups.settle();
    EXPECT_EQ(changes.records, Records{});
    EXPECT_EQ(changes.groups, Groups{second});
    EXPECT_EQ(box_of(groups, second), box("4**", "Male"));
    EXPECT_EQ(groups.k_of(2), 2u);

    groups.update(2, facts("401", "Male", 2));  // back again: the box stays wide
    EXPECT_TRUE(groups.settle().empty());
    EXPECT_EQ(box_of(groups, second), box("4**", "Male"));

    groups.update(2, facts("401", "Male", 3));  // more than the group has
    EXPECT_EQ(groups.settle().gone, Groups{second});
}

TEST_F(Figure10, WhoNeedsNoGroupHasNone) {
    groups.insert(6, facts("411", "Male", 1));
    EXPECT_EQ(groups.settle().records, (Records{{6, MaintainedGroups::exempt}}));
    groups.update(6, facts("412", "Male", 0));
    EXPECT_TRUE(groups.settle().empty());
    groups.update(6, facts("412", "Male", 2));
    groups.update(6, facts("412", "Male", 1));  // changed their mind before anything was published
    EXPECT_TRUE(groups.settle().empty());
    groups.update(6, facts("412", "Male", 2));
    EXPECT_EQ(groups.settle().records, (Records{{6, second}}));
    groups.update(6, facts("412", "Male", 1));
    EXPECT_TRUE(groups.settle().empty());
}

TEST_F(Figure10, AGroupWhoseRecordsAllLeaveIsGone) {
    groups.erase(2);
    groups.erase(5);
    const auto changes = groups.settle();
    EXPECT_EQ(changes.gone, Groups{second});
    EXPECT_EQ(changes.records, Records{});
    EXPECT_EQ(changes.groups, Groups{});
}

TEST(MaintainedGroups, TheFirstRecordAloneIsHiddenForEver) {
    MaintainedGroups groups({numbered_tree(9, {3})});
    groups.insert(0, {{4}, 2});
    EXPECT_EQ(groups.settle().records, (Records{{0, MaintainedGroups::hidden}}));
    groups.insert(1, {{4}, 2});
    groups.insert(2, {{5}, 2});
    groups.update(0, {{4}, 1});
    EXPECT_EQ(groups.settle().records, (Records{{1, 0}, {2, 0}}));
    EXPECT_EQ(box_of(groups, 0), (Box{{3, 6}}));
    EXPECT_EQ(groups.group_of(0), MaintainedGroups::hidden);
    groups.erase(1);
    const auto changes = groups.settle();
    EXPECT_EQ(changes.records, (Records{{2, MaintainedGroups::hidden}}));
    EXPECT_EQ(changes.gone, Groups{0});
    groups.erase(0);
    EXPECT_EQ(groups.group_of(0), MaintainedGroups::absent);
}

TEST(MaintainedGroups, AStoredStateThatIsNotGoodIsMended) {
    MaintainedGroups groups({numbered_tree(9, {3})});
    const auto low = groups.add_group(Box{{0, 3}}), high = groups.add_group(Box{{6, 7}}),
               none = groups.add_group(Box{{0, 9}});
    groups.load(0, {{0}, 2}, low);
    groups.load(1, {{1}, 2}, low);
    groups.load(2, {{7}, 2}, high);  // outside its box, and alone
    const auto changes = groups.settle();
    EXPECT_EQ(changes.records, (Records{{2, low}}));
    EXPECT_EQ(changes.groups, Groups{low});
    EXPECT_EQ(changes.gone, (Groups{high, none}));
    EXPECT_EQ(box_of(groups, low), (Box{{0, 9}}));
}

// One random change; ids of erased records are used again.
template <class Target>
void change(Target& target, std::map<std::uint32_t, RecordFacts>& living, const oracle::Trees& hierarchies,
            std::mt19937& random, unsigned inserts_of_10) {
    RecordFacts facts;
    for (const auto& hierarchy : hierarchies)
        facts.values.push_back(random() % hierarchy->nodes().front().span.width());
    facts.k = random() % 40 == 0 ? 20 + random() % 60 : random() % 5;
    const unsigned what = random() % 10;
    if (living.empty() || what < inserts_of_10) {
        std::uint32_t record = 0;
        while (living.contains(record)) ++record;
        living[record] = facts;
        target.insert(record, facts);
        return;
    }
    const auto at = std::next(living.begin(), random() % living.size());
    if (what == 9) {
        at->second = facts;
        target.update(at->first, facts);
    } else {
        target.erase(at->first);
        living.erase(at);
    }
}

// Programs of hundreds of changes, that grow and shrink; everything is checked after each settle().
void run_programs(const oracle::Trees& hierarchies, CheckedGroups::Counts& sum) {
    for (unsigned seed = 0; seed < 60; ++seed) {
        SCOPED_TRACE("program " + std::to_string(seed));
        std::mt19937 random(seed);
        CheckedGroups groups(hierarchies);
        std::map<std::uint32_t, RecordFacts> living;
        for (unsigned step = 0; step < 300 && !testing::Test::HasFailure(); ++step) {
            const unsigned batch = random() % 3 == 0 ? 1 + random() % 12 : 1;
            for (unsigned i = 0; i < batch; ++i)
                change(groups, living, hierarchies, random, step / 50 % 2 == 0 ? 6 : 3);
            groups.settle();
        }
        sum.merged += groups.counts().merged;
        sum.formed += groups.counts().formed;
        sum.widened += groups.counts().widened;
        sum.hidden += groups.counts().hidden;
        sum.joined_as_expected += groups.counts().joined_as_expected;
        sum.merged_as_expected += groups.counts().merged_as_expected;
    }
}

TEST(MaintainedGroups, RandomProgramsKeepEveryPromise) {
    CheckedGroups::Counts sum;
    run_programs({numbered_tree(9, {3}), numbered_tree(2), numbered_tree(5)}, sum);
    run_programs({numbered_tree(17, {2, 8})}, sum);
    // The programs do reach what they are meant to test.
    EXPECT_GT(sum.merged, 500u);
    EXPECT_GT(sum.formed, 500u);
    EXPECT_GT(sum.widened, 300u);
    EXPECT_GT(sum.hidden, 100u);
    EXPECT_GT(sum.joined_as_expected, 1000u);
    EXPECT_GT(sum.merged_as_expected, 100u);
}

// Stored and loaded again, the groups go on as if nothing had happened.
TEST(MaintainedGroups, AStoredStateGoesOnTheSame) {
    const oracle::Trees hierarchies{numbered_tree(9, {3}), numbered_tree(2), numbered_tree(5)};
    for (unsigned seed = 0; seed < 20; ++seed) {
        std::mt19937 random(seed);
        MaintainedGroups groups(hierarchies);
        std::map<std::uint32_t, RecordFacts> living;
        for (unsigned step = 0; step < 120; ++step) {
            change(groups, living, hierarchies, random, 6);
            if (step % 5 == 0) groups.settle();
        }
        groups.settle();

        MaintainedGroups loaded(hierarchies);
        std::map<MaintainedGroups::GroupId, MaintainedGroups::GroupId> new_id;
        for (const auto& [record, facts] : living) new_id[groups.group_of(record)] = groups.group_of(record);
        for (auto& [old, id] : new_id) {
            if (old < MaintainedGroups::absent) id = loaded.add_group(groups.box(old));
        }
        for (const auto& [record, facts] : living)
            loaded.load(record, {facts.values, groups.k_of(record)}, new_id[groups.group_of(record)]);
        EXPECT_TRUE(loaded.settle().empty());

        auto living_too = living;
        auto random_too = random;
        for (unsigned step = 0; step < 100; ++step) {
            change(groups, living, hierarchies, random, 5);
            change(loaded, living_too, hierarchies, random_too, 5);
            const auto changes = groups.settle(), changes_too = loaded.settle();
            ASSERT_EQ(changes.records.size(), changes_too.records.size());
            for (const auto& [record, facts] : living) {
                const auto group = groups.group_of(record), group_too = loaded.group_of(record);
                ASSERT_EQ(group < MaintainedGroups::absent, group_too < MaintainedGroups::absent);
                if (group < MaintainedGroups::absent) {
                    ASSERT_EQ(box_of(groups, group), box_of(loaded, group_too));
                    ASSERT_EQ(groups.size(group), loaded.size(group_too));
                } else {
                    ASSERT_EQ(group, group_too);
                }
            }
        }
    }
}

}  // namespace maintained_groups_test
}  // namespace scrim::views
