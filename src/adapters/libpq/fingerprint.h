// The fingerprint of a table's rows, made by the server: nothing but a few numbers leaves it.
//
// Each row's text has a SHA-256, whose parts are added up: the same rows in any order have the same fingerprint, and
// other rows never have it but by a chance that does not happen. Columns' names and types are part of it.
#pragma once

#include "scrim/input.h"
#include "scrim/result.h"

#include <span>
#include <string>

namespace scrim::libpq {

struct TableState {
    std::string name;    // "public.visits"
    std::string table;   // "visits"
    std::string server;  // "postgres://db.example.org/clinic"
    std::string fingerprint;
};

// Of all columns but those in `without`.
Result<TableState> table_state(const TableInput& input, std::span<const std::string> without, Progress& progress);

}  // namespace scrim::libpq
