// CREATE [OR REPLACE] [MATERIALIZED] ANONYMIZATION_VIEW [IF NOT EXISTS] name ON query WITH … (see definition.h).
#pragma once

#include "methods/views/language/statement.h"
#include "methods/views/language/statement_parser.h"

namespace scrim::views {

Result<CreateView> parse_create_view(StatementParser& parser);

}  // namespace scrim::views
