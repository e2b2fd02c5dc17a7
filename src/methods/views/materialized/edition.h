// Edition: a materialized view for one purpose and recipient: which group every record was last published in.
//
// It is begun from all records, or continued from what was stored, and then told what has changed. Its changes are to
// be stored before anything is published.
//
//   SCRIM_TRY(Edition edition, …);
//   edition.put("P17", {code, code}, 5);
//   edition.remove("P3");
//   for (const auto& [id, group, k] : edition.settle().members) …   // store
#pragma once

#include "methods/views/materialized/id_table.h"
#include "methods/views/materialized/maintained_groups.h"
#include "methods/views/recoding/attribute.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace scrim::views {

// All records of a view, as codes of its attributes.
struct EditionRecords {
    std::vector<std::string> ids;
    std::vector<std::vector<Code>> values;  // per quasi-identifier
    std::vector<std::uint32_t> k;           // ViewTuples::no_profile for people without
};

// What was stored. Boxes are labels of the hierarchies' nodes.
struct StoredEdition {
    struct Member {
        std::string id;
        std::uint32_t group, k;
    };
    std::vector<std::pair<std::uint32_t, std::vector<std::string>>> groups;
    std::vector<Member> members;
    std::vector<std::uint32_t> gone = {};  // groups that are no more
};

class Edition {
public:
    using GroupId = MaintainedGroups::GroupId;

    explicit Edition(std::vector<ViewAttribute> attributes);

    // The first publication: grouped by Mondrian. Refuses an identifier that comes twice.
    Result<void> begin(const EditionRecords& records);
    // Goes on from what was stored; the records are those of now.
    Result<void> resume(const StoredEdition& stored, const EditionRecords& records);
    // What was stored, or what others have stored since: it is then as theirs is. False where a label is none of the
    // attributes' (as for values without a DGH, which come with the data): it has to be made anew.
    Result<bool> follow(const StoredEdition& stored);

    const std::vector<ViewAttribute>& attributes() const { return attributes_; }
    std::size_t records() const { return numbers_.size(); }
    bool holds(const std::string& id) const { return numbers_.contains(id); }

    // A record as it is now: new, or changed.
    void put(const std::string& id, const std::vector<Code>& values, std::uint32_t k);
    void remove(const std::string& id);

    // What is to be stored, each member once. One that is gone has the group MaintainedGroups::absent.
    StoredEdition settle();
    // Everything, for storing it anew.
    StoredEdition all() const;
    bool is_group(GroupId group) const { return group < MaintainedGroups::absent; }

private:
    std::vector<std::string> labels_of(GroupId group) const;
    Result<void> check_unique(const EditionRecords& records) const;

    std::vector<ViewAttribute> attributes_;
    MaintainedGroups groups_;
    IdTable numbers_;                            // of those who are there
    std::vector<std::string> removed_;           // since the last settle()
    std::vector<std::uint32_t> begun_;           // numbers whose group is not stored yet
    std::vector<std::uint32_t> asks_otherwise_;  // numbers whose k is not the stored one
    std::vector<GroupId> group_numbers_;         // of begun groups
};

}  // namespace scrim::views
