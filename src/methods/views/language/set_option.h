// SET av_plan = 'auto', SET av_plan TO auto, RESET av_plan. Options that are not called av_… are the engine's.
#pragma once

#include "methods/views/language/statement.h"
#include "methods/views/language/statement_parser.h"

namespace scrim::views {

// Is the statement about an option of ours?
bool sets_our_option(const StatementParser& parser);
Result<SetOption> parse_set_option(StatementParser& parser);

}  // namespace scrim::views
