// The clauses that may follow a view's profile: KEY, RECODE, REQUIRE, DISCLOSE, RETAIN, POLICY, MISSING PROFILE and
// UNKNOWN VALUE, in any order and each at most once.
#pragma once

#include "views/definition.h"
#include "views/statement_parser.h"

namespace scrim {

// Up to the end of the statement.
Result<void> read_view_clauses(StatementParser& parser, ViewDefinition& definition);

}  // namespace scrim
