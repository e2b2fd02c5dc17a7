// The choice between the two plans of a view, from what the view publishes anyway: the sizes of its groups.
#pragma once

#include "adapters/duckdb/sql/catalog/view_version.h"

#include <duckdb.hpp>
#include <duckdb/parser/query_node/select_node.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace scrim::sql {

struct PlanChoice {
    std::string view, purpose, recipient;
    std::string alias;  // what the statement calls it
    ViewPlan plan = ViewPlan::anonymize_then_select;
    bool forced = false;
    bool materialized = false;     // its groups are stored: there is nothing to choose
    std::uint64_t records = 0;     // of the view
    std::uint64_t matching = 0;    // whose labels may satisfy the conditions on generalized columns
    std::uint64_t tuples = 0;      // different combinations
    std::uint64_t conditions = 0;  // on generalized columns
    double anonymize_cost = 0, select_cost = 0;
    std::string reach;          // select_then_anonymize: SQL over the view's query (b) that keeps the groups needed
    std::vector<char> matches;  // the tuples whose labels may satisfy the conditions
    std::vector<std::size_t> asked;  // the attributes with conditions
    ViewVersionPtr version;
};

// Looks at the conjuncts of the WHERE of `select` that compare a quasi-identifier of the view, which is called `alias`
// there, with constants. `select` is null where they cannot be trusted to mean the view's columns. For analysts the
// choice does not depend on the data at all: how long an answer takes should not tell what the view does not.
PlanChoice choose_plan(const ViewVersionPtr& version, const duckdb::SelectNode* select, const std::string& alias,
                       std::optional<ViewPlan> forced, bool for_analyst);

// The tuples whose own values satisfy those conjuncts, for the paper's semantics; nothing when there is no such
// conjunct.
std::optional<std::vector<char>> true_positives(const ViewVersion& version, const duckdb::SelectNode* select,
                                                const std::string& alias);

std::string_view plan_name(ViewPlan plan);

}  // namespace scrim::sql
