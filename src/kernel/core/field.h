// The fields of a request in messages: the library names a field, and each adapter spells it as its users write it.
//
//   input_error("no folder is given; name one with " + field("out"))
//   format("if {} means 'no value', say {}", quoted(value), quoted_field("missing", value))
//
// The command line's users read --out and --missing '?', the server's "out" and "missing": "?" (Wording in
// scrim/result.h). Names are snake_case. What is returned is a mark that only worded() can read: it holds a byte that
// printable() escapes and a number drawn anew in each process, so that nothing from outside can be or become one. It is
// for messages that reach a border, never for files.
#pragma once

#include <string>
#include <string_view>

namespace scrim {

std::string field(std::string_view name);
// With a value that is a word or a number: --algorithm mondrian, --type born=day_first.
std::string field(std::string_view name, std::string_view value);
// With somebody's text for a value, in quotes: --missing '?'.
std::string quoted_field(std::string_view name, std::string_view text);
// A field that is true or false, as true: --force.
std::string switched_on(std::string_view name);

// Where to cut a message of which at most `most` bytes are wanted: not inside a mark.
std::size_t cut_of(std::string_view message, std::size_t most);

}  // namespace scrim
