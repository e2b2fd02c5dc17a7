// What is kept of a materialized view in the tables of the schema scrim, as the statement's snapshot has it.
//
//   const auto kept = read_kept(view.relation, server);   // nothing: it was never begun, or is none
//   StoredEdition all = read_edition(kept->editions[0].number, …, server);
#pragma once

#include "adapters/postgres/server.h"
#include "methods/views/materialized/edition.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace scrim::postgres {

// Of members that are gone no more is told after so many changes.
constexpr std::int64_t changes_told = 1000;

struct KeptEdition {
    std::uint32_t number = 0;
    std::string purpose, recipient;
};

struct KeptView {
    std::string said;         // the view's options when it was begun; "" when it must be begun anew
    std::int64_t change = 0;  // goes up by one with every transaction that changes it
    std::vector<KeptEdition> editions;

    const KeptEdition* edition(const std::string& purpose, const std::string& recipient) const;
};

std::optional<KeptView> read_kept(std::uint32_t view, Server& server);

// Everything that is there, for boxes of so many attributes.
views::StoredEdition read_edition(std::uint32_t number, std::size_t attributes, Server& server);
// What has changed after a change; a member that is gone has the group MaintainedGroups::absent.
views::StoredEdition read_changes(std::uint32_t number, std::size_t attributes, std::int64_t after, Server& server);
// The groups alone.
views::StoredEdition read_groups(std::uint32_t number, std::size_t attributes, Server& server);
// How many members each group has; also MaintainedGroups::exempt and hidden.
std::vector<std::pair<std::uint32_t, std::uint64_t>> read_sizes(std::uint32_t number, Server& server);

// Writes what is kept. Whoever calls it holds the view's lock.
class EditionStore {
public:
    EditionStore() = default;
    EditionStore(const EditionStore&) = delete;
    EditionStore& operator=(const EditionStore&) = delete;
    virtual ~EditionStore() = default;

    virtual KeptEdition make(const std::string& purpose, const std::string& recipient) = 0;
    virtual void write(std::uint32_t number, const views::StoredEdition& changes) = 0;
};

}  // namespace scrim::postgres
