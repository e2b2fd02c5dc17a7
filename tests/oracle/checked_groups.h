// CheckedGroups: MaintainedGroups with a slow, obvious twin that remembers everything that was published and checks,
// after each settle(), every promise of the header against it.
#pragma once

#include "methods/views/materialized/maintained_groups.h"
#include "tests/oracle/closest_group.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace scrim::oracle {

class CheckedGroups {
public:
    using RecordId = views::MaintainedGroups::RecordId;
    using GroupId = views::MaintainedGroups::GroupId;
    using Box = std::vector<Span>;
    struct Person {
        views::RecordFacts facts;                         // k as remembered
        GroupId group = views::MaintainedGroups::absent;  // as published; absent: not yet
        Box box;                                          // as published, with everything for a hidden record
    };
    struct Counts {
        std::size_t merged = 0, formed = 0, widened = 0, hidden = 0, joined_as_expected = 0, merged_as_expected = 0;
    };

    explicit CheckedGroups(Trees hierarchies) : hierarchies_(std::move(hierarchies)), fast_(hierarchies_) {}

    const std::map<RecordId, Person>& people() const { return people_; }
    const views::MaintainedGroups& fast() const { return fast_; }
    const Counts& counts() const { return counts_; }

    void insert(RecordId record, const views::RecordFacts& facts) {
        fast_.insert(record, facts);
        people_[record] = {facts, views::MaintainedGroups::absent, {}};
        changes_.push_back({true, record});
    }
    void erase(RecordId record) {
        fast_.erase(record);
        changes_.push_back({false, people_.at(record).group});
        people_.erase(record);
    }
    void update(RecordId record, const views::RecordFacts& facts) {
        fast_.update(record, facts);
        Person& person = people_.at(record);
        const bool in_group = person.group < views::MaintainedGroups::absent;
        const std::uint32_t k = in_group ? std::max(person.facts.k, facts.k) : facts.k;
        person.facts = {facts.values, k};
        changes_.resize(changes_.size() + 2);  // no expectation of which group
    }

    views::MaintainedGroups::Changes settle() {
        const std::map<GroupId, PlainGroup> before = std::move(groups_);
        const auto expected_group = expected_insertion(before);
        const auto expected_partner = expected_merger(before);
        const views::MaintainedGroups::Changes changes = fast_.settle();

        views::MaintainedGroups::Changes expected;
        groups_.clear();
        std::size_t grouped = 0;
        for (auto& [record, person] : people_) {
            const GroupId group = fast_.group_of(record);
            if (group != person.group) expected.records.emplace_back(record, group);
            if (group < views::MaintainedGroups::absent) {
                ++grouped;
                ++groups_[group].size;
                groups_[group].box.assign(fast_.box(group).begin(), fast_.box(group).end());
            }
        }
        for (auto& [record, person] : people_) check_person(record, person, grouped);
        for (const auto& [id, group] : groups_) {
            EXPECT_EQ(fast_.size(id), group.size);
            const auto old = before.find(id);
            if (old == before.end() || old->second.box != group.box) expected.groups.push_back(id);
            counts_.formed += old == before.end();
            counts_.widened += old != before.end() && old->second.box != group.box;
        }
        for (const auto& [id, group] : before) {
            if (!groups_.contains(id)) expected.gone.push_back(id);
        }
        EXPECT_EQ(changes.records, expected.records);
        EXPECT_EQ(changes.groups, expected.groups);
        EXPECT_EQ(changes.gone, expected.gone);
        counts_.merged += expected.gone.size();
        if (expected_group) {
            EXPECT_EQ(fast_.group_of(static_cast<RecordId>(changes_.front().second)), *expected_group);
            ++counts_.joined_as_expected;
        }
        if (expected_partner) check_merger(*expected_partner);
        changes_.clear();
        return changes;
    }

private:
    void check_person(RecordId record, Person& person, std::size_t grouped) {
        const GroupId group = fast_.group_of(record);
        const bool was_private =
            person.group < views::MaintainedGroups::absent || person.group == views::MaintainedGroups::hidden;
        Box box;
        if (group == views::MaintainedGroups::exempt) {
            EXPECT_LE(person.facts.k, 1u);
            EXPECT_FALSE(was_private) << "record " << record << " lost its group";
            for (const Code value : person.facts.values) box.push_back(Span::of(value));
        } else if (group == views::MaintainedGroups::hidden) {
            for (const auto& hierarchy : hierarchies_) box.push_back(hierarchy->nodes().front().span);
            if (person.group != views::MaintainedGroups::hidden) {
                EXPECT_GT(person.facts.k, grouped) << "record " << record << " need not be hidden";
                ++counts_.hidden;
            }
        } else {
            ASSERT_TRUE(groups_.contains(group));
            box = groups_[group].box;
            EXPECT_GE(groups_[group].size, person.facts.k) << "record " << record << " asks for more";
            EXPECT_GE(fast_.largest_k(group), person.facts.k);
            EXPECT_EQ(fast_.k_of(record), person.facts.k);
        }
        for (std::size_t i = 0; i < box.size(); ++i) {
            EXPECT_TRUE(box[i].contains(person.facts.values[i]));
            EXPECT_EQ(lowest_above(*hierarchies_[i], box[i], box[i]), box[i]) << "not a node";
            EXPECT_TRUE(!was_private || box[i].covers(person.box[i])) << "record " << record << " was narrowed";
        }
        EXPECT_TRUE(person.group != views::MaintainedGroups::hidden || group == views::MaintainedGroups::hidden);
        person.group = group;
        person.box = std::move(box);
    }

    // One insertion and nothing else goes to the closest group that suits it, if there is one.
    std::optional<GroupId> expected_insertion(const std::map<GroupId, PlainGroup>& before) const {
        if (changes_.size() != 1 || !changes_.front().first) return std::nullopt;
        const views::RecordFacts& facts = people_.at(static_cast<RecordId>(changes_.front().second)).facts;
        if (facts.k < 2) return std::nullopt;
        Box box;
        for (const Code value : facts.values) box.push_back(Span::of(value));
        return closest_group(hierarchies_, before, box, 1, facts.k - 1);
    }

    // One deletion that makes a group too small merges it with the closest one; the records that must be together.
    std::optional<std::pair<RecordId, RecordId>> expected_merger(const std::map<GroupId, PlainGroup>& before) const {
        if (changes_.size() != 1 || changes_.front().first) return std::nullopt;
        const GroupId broken = changes_.front().second;
        std::uint32_t size = 0, largest_k = 0;
        std::size_t grouped = 0;
        std::map<GroupId, RecordId> one_of;
        for (const auto& [record, person] : people_) {
            if (person.group >= views::MaintainedGroups::absent) continue;
            ++grouped;
            one_of[person.group] = record;
            if (person.group != broken) continue;
            ++size;
            largest_k = std::max(largest_k, person.facts.k);
        }
        if (size >= largest_k || largest_k > grouped) return std::nullopt;
        std::map<GroupId, PlainGroup> others = before;
        others.erase(broken);
        const auto partner = closest_group(hierarchies_, others, before.at(broken).box, size, 0);
        return std::pair(one_of.at(broken), one_of.at(*partner));
    }
    void check_merger(std::pair<RecordId, RecordId> together) {
        EXPECT_EQ(fast_.group_of(together.first), fast_.group_of(together.second));
        ++counts_.merged_as_expected;
    }

    Trees hierarchies_;
    views::MaintainedGroups fast_;
    std::map<RecordId, Person> people_;
    std::map<GroupId, PlainGroup> groups_;  // as published
    std::vector<std::pair<bool, std::uint32_t>>
        changes_;  // since the last settle(): inserted whom, or left which group
    Counts counts_;
};

}  // namespace scrim::oracle
