#include "methods/audit/databases/tokens.h"

#include "kernel/core/text.h"
#include "kernel/language/lexer.h"

namespace scrim::audit::databases {

language::Source audit_source(std::string_view text, const std::string& name) {
    return {.text = text, .title = printable(name) + ", "};
}

std::string place_text(const std::string& name, Place place) {
    return format("{}, {}: ", printable(name), to_string(place));
}

Result<std::vector<Token>> read_tokens(std::string_view text, const std::string& name) {
    static const language::Lexicon lexicon{.line_comments = {"%", "#"},
                                           .strings = "'\"",
                                           .one_line = true,
                                           .apart = true,
                                           .symbols = {":-", "<-", "->", "<=", "!="},
                                           .only = "(){},.|/=-"};
    if (!is_utf8(text)) return input_error(format("{}: is not UTF-8 text", printable(name)));
    return language::tokens_of(audit_source(text, name), lexicon);
}

}  // namespace scrim::audit::databases
