// Address: which server, database and table "postgres://user@host:5432/db?table=schema.name" means.
//
// It is an address as libpq takes it, with one parameter of ours: `table`, or `query` with one SELECT. Parameters are
// percent-decoded; whatever else is in it goes to libpq, which finds what is missing in its environment variables, in
// its service file and in ~/.pgpass.
#pragma once

#include "scrim/input.h"
#include "scrim/result.h"

#include <string>

namespace scrim::libpq {

struct Address {
    std::string connection;  // for libpq; may hold a password
    std::string table, query;
    std::string server;  // "postgres://host:5432/db", for messages
};

Result<Address> parse_address(const std::string& text);

// With the table or query that the input names besides; refuses what is only for files.
Result<Address> address_of(const TableInput& input);

}  // namespace scrim::libpq
