// CREATE [OR REPLACE] [MATERIALIZED] ANONYMIZATION_VIEW [IF NOT EXISTS] name ON query WITH … (see definition.h).
#pragma once

#include "views/statement.h"
#include "views/statement_parser.h"

namespace scrim {

Result<CreateView> parse_create_view(StatementParser& parser);

}  // namespace scrim
