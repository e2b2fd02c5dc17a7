// The clauses that may follow a view's profile: KEY, RECODE, REQUIRE, DISCLOSE, RETAIN, POLICY, MISSING PROFILE and
// UNKNOWN VALUE, in any order and each at most once.
#pragma once

#include "methods/views/language/definition.h"
#include "methods/views/language/statement_parser.h"

namespace scrim::views {

// Up to the end of the statement.
Result<void> read_view_clauses(StatementParser& parser, ViewDefinition& definition);

}  // namespace scrim::views
