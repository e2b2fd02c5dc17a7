// Scripts, cut into statements. As in other shells of SQL, ';' within parentheses does not end a statement.
#include "kernel/core/ascii.h"
#include "methods/views/language/statement.h"

namespace scrim::views {
namespace {

// Where a statement begins in the text.
struct Begin {
    std::size_t byte = 0;
    language::Place place = {};

    void skip_to(std::string_view text, std::size_t next) {
        place = language::after(place, text.substr(byte, next - byte));
        byte = next;
    }
    void skip_spaces(std::string_view text) {
        std::size_t next = byte;
        while (next < text.size() && is_space(text[next])) ++next;
        skip_to(text, next);
    }
};

// As if the text began there.
SqlToken moved(SqlToken token, const Begin& begin) {
    token.begin -= begin.byte;
    token.end -= begin.byte;
    if (token.place.line == begin.place.line) token.place.column -= begin.place.column - 1;
    token.place.line -= begin.place.line - 1;
    return token;
}

}  // namespace

SplitSql split_sql(std::string_view text) {
    SplitSql split;
    SqlLexer lexer(text);
    Begin begin;
    std::size_t depth = 0;
    std::vector<SqlToken> tokens;
    for (;;) {
        Result<SqlToken> token = lexer.next();
        const bool last = !token || token->kind == SqlToken::Kind::end;
        if (last && token && tokens.empty()) return split;
        if (tokens.empty()) begin.skip_spaces(text);
        if (last) {  // what is not closed yet is not empty
            split.rest = text.substr(begin.byte);
            return split;
        }
        if (token->is("(")) ++depth;
        if (token->is(")") && depth > 0) --depth;
        if (!token->is(";") || depth > 0) {
            tokens.push_back(moved(*std::move(token), begin));
            continue;
        }
        std::size_t end = token->begin;
        while (end > begin.byte && is_space(text[end - 1])) --end;
        const std::size_t next = token->end;
        if (!tokens.empty()) {
            const language::Place place = language::after(begin.place, text.substr(begin.byte, end - begin.byte));
            tokens.push_back(moved({SqlToken::Kind::end, end, end, "", place}, begin));
            split.statements.push_back(
                {{std::string(text.substr(begin.byte, end - begin.byte)), std::move(tokens)}, begin.byte});
            tokens = {};
        }
        begin.skip_to(text, next);
    }
}

}  // namespace scrim::views
