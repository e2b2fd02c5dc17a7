// Scripts, cut into statements. As in other shells of SQL, ';' within parentheses does not end a statement.
#include "kernel/core/ascii.h"
#include "methods/views/language/sql_tokens.h"
#include "methods/views/language/statement.h"

namespace scrim::views {

SplitSql split_sql(std::string_view text) {
    SplitSql split;
    SqlLexer lexer(text);
    std::size_t begin = 0, depth = 0;
    bool empty = true;
    for (;;) {
        const Result<SqlToken> token = lexer.next();
        if (!token || token->kind == SqlToken::Kind::end) {
            empty &= token.ok();  // something that is not closed yet is not empty
            break;
        }
        const char c = token->kind == SqlToken::Kind::symbol ? text[token->begin] : '\0';
        if (c == '(') ++depth;
        if (c == ')' && depth > 0) --depth;
        if (c != ';' || depth > 0) {
            empty = false;
            continue;
        }
        while (is_space(text[begin])) ++begin;
        std::size_t end = token->begin;
        while (end > begin && is_space(text[end - 1])) --end;
        if (!empty) split.statements.emplace_back(text.substr(begin, end - begin));
        begin = token->end;
        empty = true;
    }
    while (begin < text.size() && is_space(text[begin])) ++begin;
    if (!empty) split.rest = text.substr(begin);
    return split;
}

}  // namespace scrim::views
