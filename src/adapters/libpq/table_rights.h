// Whose schemas and tables are, who has rights on them, and what hangs on them.
#pragma once

#include "adapters/libpq/connection.h"
#include "scrim/result.h"

#include <string>

namespace scrim::libpq {

Result<bool> table_exists(Connection& connection, const std::string& schema, const std::string& table);

// What a schema of sync's is for.
enum class Holds { releases, secrets };
// Whoever owns a schema can read, exchange and drop what is in it; whoever may make tables there can put one in the
// place of ours. Nothing is refused where there is no such schema yet.
Result<void> refuse_open_schema(Connection& connection, const std::string& schema, Holds what);

// A schema on which nobody else has a right, whatever the defaults are.
Result<void> make_private_schema(Connection& connection, const std::string& schema);

// What another role, or this one by hand, has put there is neither read nor replaced.
Result<void> refuse_foreign(Connection& connection, const std::string& schema, const std::string& name);

// Why the table has to stay, so that only its rows may be replaced: views, indexes, policies; "" for no reason.
Result<std::string> what_hangs_on(Connection& connection, const std::string& schema, const std::string& name);

// Of everybody but its owner.
Result<void> revoke_all(Connection& connection, const std::string& schema, const std::string& table);
// The rights of the one, and no others: what a role was given by default may have been taken from it since.
Result<void> copy_rights(Connection& connection, const std::string& schema, const std::string& from,
                         const std::string& to);

}  // namespace scrim::libpq
