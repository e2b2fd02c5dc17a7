// QueryGroups: the groups of a question, each with its part of the question's condition. One group without GROUP BY.
//
//   SCRIM_TRY(const QueryGroups groups, QueryGroups::of(table.schema(), query));
//   for (std::size_t i = 0; i < groups.size(); ++i) … groups[i].rows, groups[i].labels …
#pragma once

#include "methods/statdb/query.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace scrim::statdb {

// The nodes at a level of a quasi-identifier's hierarchy, from left to right.
std::vector<Span> nodes_at(const hierarchy::Attribute& column, std::uint32_t level);

struct QueryGroup {
    Condition rows;
    std::vector<std::optional<std::string>> labels;  // of the groups that are selected; nothing for NULL
};

class QueryGroups {
public:
    // Refuses more groups than anybody reads.
    static Result<QueryGroups> of(const StatSchema& schema, const Query& query);
    std::size_t size() const { return size_; }
    QueryGroup operator[](std::size_t number) const;

private:
    QueryGroups(const StatSchema& schema, const Query& query) : schema_(schema), query_(query) {}

    const StatSchema& schema_;
    const Query& query_;
    std::vector<std::vector<Span>> nodes_;  // of each group
    std::vector<std::size_t> shown_;        // the groups that are selected
    std::size_t size_ = 1;
};

}  // namespace scrim::statdb
