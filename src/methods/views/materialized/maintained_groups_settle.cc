// settle(): how waiting records find their groups, and how groups that are too small are mended.
#include "methods/views/materialized/maintained_groups.h"

#include <algorithm>
#include <cassert>
#include <tuple>
#include <utility>

namespace scrim::views {

MaintainedGroups::Changes MaintainedGroups::settle() {
    first_new_ = static_cast<GroupId>(groups_.size());
    hide_unsatisfiable();
    group_waiting();
    merge_short();
    return report();
}

// Hides those, and only those, who ask for more than there can be in one group, so that nobody else has to be hidden
// for them. Afterwards one group of all would satisfy everybody.
void MaintainedGroups::hide_unsatisfiable() {
    std::uint64_t available = grouped_ + waiting_.size();
    for (bool again = true; again;) {
        again = false;
        const auto hide_one = [&](RecordId record) {
            hide(record);
            --available;
            again = true;
        };
        for (auto at = waiting_.begin(); at != waiting_.end();) {
            const RecordId record = at++->first;
            if (records_[record].k <= available) continue;
            waiting_.erase(record);
            hide_one(record);
        }
        for (const GroupId group : suspects_) {
            if (largest_k(group) <= available) continue;
            const std::vector<RecordId> members = groups_[group].members;
            for (const RecordId record : members) {
                if (records_[record].k > available) hide_one(record);
            }
        }
    }
}

void MaintainedGroups::group_waiting() {
    std::vector<WaitingRecord> records;
    for (auto& [record, waits] : waiting_) {
        records.push_back({record, records_[record].k, std::move(waits.box), 0});
        moved_.push_back(record);
    }
    waiting_.clear();
    if (records.size() >= 2) {  // one alone is no group
        for (WaitingRecord& record : records) {
            const auto closest = index_.closest(record.box, 1, record.k - 1);
            record.joining = closest ? closest->increase : lattice_->most() + std::uint64_t{1};
        }
        for (const WaitingRun& run : cut_into_runs(records, *lattice_)) form_group(run);
    }
    // The rest, whoever asks for little first: the groups grow for those who ask for more.
    std::sort(records.begin(), records.end(),
              [](const auto& a, const auto& b) { return std::tie(a.k, a.id) < std::tie(b.k, b.id); });
    for (const WaitingRecord& record : records) {
        if (group_of(record.id) == waiting) join_closest(record);
    }
}

void MaintainedGroups::form_group(const WaitingRun& run) {
    const GroupId group = add_group(run.box);
    for (const WaitingRecord& record : run.records) join(record.id, group);
    widened_.push_back(group);
}

void MaintainedGroups::join_closest(const WaitingRecord& record) {
    auto closest = index_.closest(record.box, 1, record.k - 1);
    if (!closest) closest = index_.closest(record.box, 1);  // too small for the record: it will be merged
    assert(closest);                                        // without any group the first run forms one
    join(record.id, closest->group);
    widen(closest->group, record.box);
}

void MaintainedGroups::merge_short() {
    while (!suspects_.empty()) {
        const GroupId group = *suspects_.begin();
        suspects_.erase(suspects_.begin());
        if (size(group) == 0) {
            gone_.push_back(group);
            continue;
        }
        if (!is_short(group)) continue;
        index_.remove(group, box(group), size(group));
        const auto closest = index_.closest(box(group), size(group));
        assert(closest);  // hide_unsatisfiable() leaves nobody who asks for more than there are
        const GroupId other = closest->group;
        if (std::pair(size(group), other) < std::pair(size(other), group)) {
            merge(group, other);
        } else {
            index_.add(group, box(group), size(group));
            index_.remove(other, box(other), size(other));
            merge(other, group);
        }
    }
}

MaintainedGroups::Changes MaintainedGroups::report() {
    Changes changes;
    std::sort(moved_.begin(), moved_.end());
    for (const RecordId record : moved_) {
        const bool again = !changes.records.empty() && changes.records.back().first == record;
        if (!again && group_of(record) != absent) changes.records.emplace_back(record, group_of(record));
    }
    std::sort(widened_.begin(), widened_.end());
    for (const GroupId group : widened_) {
        const bool again = !changes.groups.empty() && changes.groups.back() == group;
        if (!again && size(group) != 0) changes.groups.push_back(group);
    }
    // A group that came and went since is nobody's concern.
    for (const GroupId group : gone_) {
        if (group < first_new_) changes.gone.push_back(group);
    }
    std::sort(changes.gone.begin(), changes.gone.end());
    moved_.clear();
    widened_.clear();
    gone_.clear();
    return changes;
}

}  // namespace scrim::views
