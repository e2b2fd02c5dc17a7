// The order in which an analyst gets a view's rows: that of scrim_order(key, column, …), a number for each row that is
// computed from what the row shows and from a key that is drawn for each statement. So it tells nothing of the order in
// which the base is stored: two bases whose view shows the same give the same order with the same key, and nobody knows
// the key.
#pragma once

#include <duckdb.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace scrim::sql {

void register_row_order(duckdb::DatabaseInstance& instance);

// The rows of a query of ours, with these columns, in that order.
std::string in_row_order(const std::string& rows, const std::vector<std::string>& columns, std::uint64_t key);

}  // namespace scrim::sql
