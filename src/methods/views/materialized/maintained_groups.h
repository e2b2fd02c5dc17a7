// MaintainedGroups: the groups of a materialized anonymization view, kept good while records come, change and go
// (A-views, section 7).
//
// Each group is published with one box, one hierarchy node per quasi-identifier, and has at least as many records as
// each of them asks for. For a record that stays, what is published only ever becomes more general: a box never
// shrinks, a record leaves its group only together with all others of it, into a wider box, and a hidden record stays
// hidden. This is where the paper errs: it inserts the rest of a broken group again, one by one, which can narrow what
// was published before.
//
//   MaintainedGroups groups({age, sex});
//   groups.insert(0, {{age_code, sex_code}, 5});
//   MaintainedGroups::Changes changes = groups.settle();   // write these to the store, then publish
//
// Not covered: who knows from elsewhere which records have left can still set them aside in an old version.
#pragma once

#include "methods/views/materialized/group_index.h"
#include "methods/views/materialized/waiting_runs.h"
#include "methods/views/recoding/box_lattice.h"
#include "methods/views/recoding/k_counts.h"

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace scrim::views {

struct RecordFacts {
    std::vector<Code> values;  // leaves, one per quasi-identifier
    std::uint32_t k = 0;       // the least group size that the person accepts; 0 and 1: no group is needed
};

class MaintainedGroups {
public:
    using RecordId = std::uint32_t;                     // dense, the caller's
    using GroupId = std::uint32_t;                      // from 0, never used again
    static constexpr GroupId exempt = UINT32_MAX;       // k <= 1: in no group
    static constexpr GroupId hidden = UINT32_MAX - 1;   // published with everything hidden
    static constexpr GroupId waiting = UINT32_MAX - 2;  // gets its group from settle()
    static constexpr GroupId absent = UINT32_MAX - 3;   // no such record

    // A value is a leaf of its hierarchy.
    explicit MaintainedGroups(std::vector<std::shared_ptr<const hierarchy::Hierarchy>> quasi_identifiers);

    // A stored state, or the first recoding. Not reported as a change, unless settle() has to mend it.
    GroupId add_group(std::span<const Span> box);
    // A group of a stored state by its number; one that is there already, with records, becomes at least as wide.
    void restore_group(GroupId group, std::span<const Span> box);
    void load(RecordId record, const RecordFacts& facts, GroupId group);  // or exempt, or hidden

    // Changes. They may leave groups too small until settle().
    void insert(RecordId record, const RecordFacts& facts);
    void erase(RecordId record);
    // A record in a group keeps the larger of its old and its new k. One that was exempt is inserted if it now asks for
    // a group.
    void update(RecordId record, const RecordFacts& facts);

    // What is different since the last settle(), each in ascending order.
    struct Changes {
        std::vector<std::pair<RecordId, GroupId>> records;  // new, or with another group
        std::vector<GroupId> groups;                        // new, or with a wider box
        std::vector<GroupId> gone;
        bool empty() const { return records.empty() && groups.empty() && gone.empty(); }
    };
    // Makes every group good. New records join the closest group that is then large enough for them, or form groups of
    // their own where that loses less. A group that is too small is merged with the closest one. Records that ask for
    // more than all groups together have are hidden.
    Changes settle();

    GroupId group_of(RecordId record) const { return record < records_.size() ? records_[record].group : absent; }
    std::size_t groups() const { return groups_.size(); }                     // numbers that were given
    std::uint32_t k_of(RecordId record) const { return records_[record].k; }  // as remembered
    std::span<const Span> box(GroupId group) const;                           // until the next change
    std::span<const RecordId> members(GroupId group) const { return groups_[group].members; }
    std::uint32_t size(GroupId group) const { return static_cast<std::uint32_t>(groups_[group].members.size()); }
    std::uint32_t largest_k(GroupId group) const { return groups_[group].wishes.largest(); }

private:
    struct Record {
        GroupId group = absent;
        std::uint32_t k = 0;
        std::uint32_t place = 0;  // in the group's members
    };
    struct Group {
        std::vector<RecordId> members;
        KCounts wishes;
    };
    struct Waiting {
        std::vector<Span> box;
        bool was_exempt = false;  // when last published
    };

    Record& place_for(RecordId record);
    std::span<Span> box_of(GroupId group);
    bool is_short(GroupId group) const { return size(group) < largest_k(group); }

    void wait(RecordId record, const RecordFacts& facts, bool was_exempt);
    void join(RecordId record, GroupId group);
    void leave(RecordId record);
    void widen(GroupId group, std::span<const Span> other);
    void hide(RecordId record);
    void merge(GroupId smaller, GroupId larger);

    void hide_unsatisfiable();
    void group_waiting();
    void form_group(const WaitingRun& run);
    void join_closest(const WaitingRecord& record);
    void merge_short();
    Changes report();

    std::shared_ptr<const BoxLattice> lattice_;
    GroupIndex index_;  // of groups with records
    std::vector<Record> records_;
    std::vector<Group> groups_;
    std::vector<Span> boxes_;  // by group
    std::uint64_t grouped_ = 0;
    std::map<RecordId, Waiting> waiting_;
    std::set<GroupId> suspects_;  // may be too small, or have no records

    std::vector<RecordId> moved_;
    std::vector<GroupId> widened_, gone_;
    GroupId first_new_ = 0;
};

}  // namespace scrim::views
