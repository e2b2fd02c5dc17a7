// Delimited text: rows of fields separated by ';', tab or ',', fields quoted with '"' where needed (RFC 4180).
//
// Rows end in LF, CRLF or CR; a byte-order mark at the start and blank lines are skipped; spaces belong to their field.
#pragma once

#include "scrim/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace scrim::hierarchy {

struct TextRow {
    std::size_t line = 0;  // where it begins, from 1
    std::vector<std::string> fields;
};

// The delimiter is the first of ';', tab and ',' that the first line holds outside quotes. Refuses text that is not
// UTF-8, and misplaced quotes, naming the line.
Result<std::vector<TextRow>> split_rows(std::string_view text);
// A field as it is written between ';'.
std::string write_field(std::string_view field);

}  // namespace scrim::hierarchy
