// Rows of a view as CSV (RFC 4180), for people who open it with a spreadsheet: a cell that a spreadsheet would take for
// a formula gets an apostrophe in front.
#pragma once

#include "server/view_reader.h"

#include <string>

namespace scrim::server {

std::string csv_of(const ViewRows& rows);

}  // namespace scrim::server
