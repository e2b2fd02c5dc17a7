// The analyst's door: a list of what may be asked. Everything else is refused, whatever it is.
//
// Allowed are SELECTs over granted anonymization views, their own CTEs and VALUES, with the functions of a list;
// EXPLAIN of them, PREPARE and EXECUTE of them, SHOW ANONYMIZATION_VIEWS. Names are looked up in an empty schema (see
// sql_door), so that a name that slips through finds nothing; functions are made to mean the engine's own.
#pragma once

#include "adapters/duckdb/sql/catalog/view_catalog.h"

#include <duckdb.hpp>

#include <string>

namespace scrim::sql {

// Throws duckdb::PermissionException.
void check_analyst(duckdb::SQLStatement& statement, const ViewCatalog& catalog, const std::string& grantee);

// What an analyst is told of an error: nothing that could come from data.
Error analyst_error(const duckdb::ErrorData& error);

}  // namespace scrim::sql
