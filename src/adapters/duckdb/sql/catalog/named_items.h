// Names in the SQL of a view: quoted, and found in lists whatever their letter case.
#pragma once

#include "adapters/duckdb/files/sql_text.h"
#include "adapters/duckdb/sql/catalog/view_catalog.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace scrim::sql {

inline std::string quoted_name(std::string_view name) { return engine::sql_name(name); }

// The item of `list` whose name_of() is `name`; the end for none.
template <class List, class Name>
auto find_named(const List& list, std::string_view name, Name name_of) {
    return std::find_if(list.begin(), list.end(), [&](const auto& item) { return same_sql_name(name_of(item), name); });
}

}  // namespace scrim::sql
