// The short statements: DGHs, policies, grants, and what is dropped, refreshed and shown. Each reads the whole
// statement from its first word.
#pragma once

#include "methods/views/language/statement.h"
#include "methods/views/language/statement_parser.h"

namespace scrim::views {

Result<CreateDgh> parse_create_dgh(StatementParser& parser);
Result<InsertDgh> parse_insert_dgh(StatementParser& parser);
Result<DropDgh> parse_drop_dgh(StatementParser& parser);
Result<CreatePolicy> parse_create_policy(StatementParser& parser);
Result<DropPolicy> parse_drop_policy(StatementParser& parser);
Result<DropView> parse_drop_view(StatementParser& parser);
Result<RefreshView> parse_refresh_view(StatementParser& parser);
Result<Grant> parse_grant(StatementParser& parser);
// Is it a SHOW of something of ours?
bool shows_ours(const StatementParser& parser);
Result<Show> parse_show(StatementParser& parser);

}  // namespace scrim::views
