// Where statements stand in the text they came from, so that an error in a file's ninth statement names the file's
// line.
#pragma once

#include "scrim/result.h"

#include <string>
#include <string_view>

namespace scrim::cli {

struct SqlPosition {
    std::size_t line = 1, column = 1;  // columns count characters

    // After `text`.
    void advance(std::string_view text);
};

// An error of a statement that begins at `start`: "line 1, column 7: …" counts from there, and `file` is named if it is
// not "".
Error at_position(const Error& error, const SqlPosition& start, const std::string& file);

// Nothing but white space and comments.
bool is_blank_sql(std::string_view text);

}  // namespace scrim::cli
