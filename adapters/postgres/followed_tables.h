// Which tables a materialized view is made of, and that their changes reach it: by triggers that call scrim.follow().
#pragma once

#include "compat.h"

namespace scrim::postgres {

// All of it is PostgreSQL code.

// Every relation that a query reads, through plain views too, with the current role's rights.
List* tables_of(const char* query) noexcept;
// Raises an error for one whose changes nobody would be told.
void refuse_unfollowed(List* tables) noexcept;
// Whether it is a plain table, alone.
bool can_be_followed(Oid table) noexcept;
bool is_followed(Oid table) noexcept;

// Where every row of a query is a row of one table, and its column `id` one of the table's, whose values print alike
// under all settings.
struct FollowedColumn {
    Oid table = InvalidOid;
    const char* column = "";  // "" for none: the query has to be read again
};
FollowedColumn followed_column(const char* query, const char* id) noexcept;
// The same of a table's own column.
bool prints_alike(Oid type) noexcept;

}  // namespace scrim::postgres
