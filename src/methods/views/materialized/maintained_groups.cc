#include "methods/views/materialized/maintained_groups.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace scrim::views {
namespace {

std::vector<Span> single_values(std::span<const Code> values) {
    std::vector<Span> box;
    box.reserve(values.size());
    for (const Code value : values) box.push_back(Span::of(value));
    return box;
}

}  // namespace

MaintainedGroups::MaintainedGroups(std::vector<std::shared_ptr<const hierarchy::Hierarchy>> quasi_identifiers)
    : lattice_(std::make_shared<const BoxLattice>(std::move(quasi_identifiers))), index_(lattice_) {}

std::span<const Span> MaintainedGroups::box(GroupId group) const {
    return std::span(boxes_).subspan(group * lattice_->attributes(), lattice_->attributes());
}

std::span<Span> MaintainedGroups::box_of(GroupId group) {
    return std::span(boxes_).subspan(group * lattice_->attributes(), lattice_->attributes());
}

MaintainedGroups::GroupId MaintainedGroups::add_group(std::span<const Span> box) {
    assert(box.size() == lattice_->attributes());
    const GroupId group = static_cast<GroupId>(groups_.size());
    groups_.emplace_back();
    boxes_.insert(boxes_.end(), box.begin(), box.end());
    suspects_.insert(group);
    return group;
}

void MaintainedGroups::restore_group(GroupId group, std::span<const Span> box) {
    while (groups_.size() <= group) add_group(box);
    if (groups_[group].members.empty()) {
        std::copy(box.begin(), box.end(), box_of(group).begin());
    } else if (!covers(this->box(group), box)) {
        index_.remove(group, this->box(group), size(group));
        lattice_->widen(box_of(group), box);
        index_.add(group, this->box(group), size(group));
    }
}

MaintainedGroups::Record& MaintainedGroups::place_for(RecordId record) {
    if (record >= records_.size()) records_.resize(std::size_t{record} + 1);
    assert(records_[record].group == absent);
    return records_[record];
}

void MaintainedGroups::load(RecordId record, const RecordFacts& facts, GroupId group) {
    assert(group == exempt || group == hidden || group < groups_.size());
    place_for(record) = {group, facts.k, 0};
    if (group >= groups_.size()) return;
    join(record, group);
    widen(group, single_values(facts.values));
}

void MaintainedGroups::insert(RecordId record, const RecordFacts& facts) {
    place_for(record) = {exempt, facts.k, 0};
    if (facts.k >= 2)
        wait(record, facts, false);
    else
        moved_.push_back(record);
}

void MaintainedGroups::wait(RecordId record, const RecordFacts& facts, bool was_exempt) {
    records_[record] = {waiting, facts.k, 0};
    waiting_[record] = {single_values(facts.values), was_exempt};
}

void MaintainedGroups::erase(RecordId record) {
    const GroupId group = group_of(record);
    assert(group != absent);
    if (group == waiting) waiting_.erase(record);
    if (group < groups_.size()) leave(record);
    records_[record] = {};
}

void MaintainedGroups::update(RecordId record, const RecordFacts& facts) {
    const GroupId group = group_of(record);
    assert(group != absent);
    if (group == hidden) return;
    if (group < groups_.size()) {
        if (facts.k > records_[record].k) {
            groups_[group].wishes.remove(records_[record].k);
            groups_[group].wishes.add(facts.k);
            records_[record].k = facts.k;
            suspects_.insert(group);
        }
        widen(group, single_values(facts.values));
        return;
    }
    // Not published in a group so far: the new facts are all that counts.
    const bool was_exempt = group == exempt || waiting_.at(record).was_exempt;
    if (group == waiting) waiting_.erase(record);
    records_[record] = {exempt, facts.k, 0};
    if (facts.k >= 2)
        wait(record, facts, was_exempt);
    else if (!was_exempt)
        moved_.push_back(record);
}

// The box is the caller's to widen.
void MaintainedGroups::join(RecordId record, GroupId group) {
    Group& into = groups_[group];
    const std::uint32_t old_size = size(group);
    records_[record].group = group;
    records_[record].place = old_size;
    into.members.push_back(record);
    into.wishes.add(records_[record].k);
    ++grouped_;
    if (old_size == 0)
        index_.add(group, box(group), 1);
    else
        index_.resize(group, box(group), old_size, old_size + 1);
    suspects_.insert(group);
}

void MaintainedGroups::leave(RecordId record) {
    const Record from = records_[record];
    Group& group = groups_[from.group];
    const std::uint32_t old_size = size(from.group);
    group.members[from.place] = group.members.back();
    records_[group.members[from.place]].place = from.place;
    group.members.pop_back();
    group.wishes.remove(from.k);
    --grouped_;
    if (old_size == 1)
        index_.remove(from.group, box(from.group), 1);
    else
        index_.resize(from.group, box(from.group), old_size, old_size - 1);
    suspects_.insert(from.group);
}

void MaintainedGroups::widen(GroupId group, std::span<const Span> other) {
    if (covers(box(group), other)) return;
    index_.remove(group, box(group), size(group));
    lattice_->widen(box_of(group), other);
    index_.add(group, box(group), size(group));
    widened_.push_back(group);
}

void MaintainedGroups::hide(RecordId record) {
    if (records_[record].group < groups_.size()) leave(record);
    records_[record].group = hidden;
    moved_.push_back(record);
}

// Moves the records of `smaller`, whose place in the index the caller has taken away.
void MaintainedGroups::merge(GroupId smaller, GroupId larger) {
    widen(larger, box(smaller));
    Group from = std::exchange(groups_[smaller], {});
    Group& into = groups_[larger];
    const std::uint32_t old_size = size(larger);
    for (const RecordId record : from.members) {
        records_[record].group = larger;
        records_[record].place = size(larger);
        into.members.push_back(record);
    }
    into.wishes.add(from.wishes);
    index_.resize(larger, box(larger), old_size, size(larger));
    moved_.insert(moved_.end(), from.members.begin(), from.members.end());
    gone_.push_back(smaller);
    suspects_.erase(smaller);
    suspects_.insert(larger);
}

}  // namespace scrim::views
