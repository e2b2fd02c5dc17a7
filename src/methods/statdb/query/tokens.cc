#include "methods/statdb/query/tokens.h"

#include "kernel/language/lexer.h"

#include <algorithm>
#include <array>

namespace scrim::statdb::query {
namespace {

constexpr std::size_t longest_query = 64 * 1024;
constexpr std::size_t most_literals = 10'000;

// A column or alias of such a name is written in double quotes.
constexpr std::array reserved = {"SELECT", "FROM", "WHERE", "GROUP", "BY",   "AND",   "OR",     "NOT",
                                 "IN",     "IS",   "NULL",  "AS",    "TRUE", "FALSE", "BETWEEN"};

struct Refusal {
    std::string_view words;  // between spaces
    std::string_view reason;
};

constexpr Refusal refusals[] = {
    {" HAVING ", "HAVING is not supported; ask for the groups and choose among the answers"},
    {" ORDER SORT ", "ORDER BY is not supported; sort the answer"},
    {" LIMIT OFFSET FETCH TOP ", "LIMIT is not supported; the answer has one row per group"},
    {" DISTINCT ", "DISTINCT is not supported; ask for COUNT(*) with GROUP BY"},
    {" JOIN INNER LEFT RIGHT FULL OUTER CROSS NATURAL ON USING ", "joins are not supported; there is one table only"},
    {" UNION INTERSECT EXCEPT MINUS ", "sets of queries are not supported; ask one query at a time"},
    {" LIKE ILIKE GLOB SIMILAR REGEXP RLIKE MATCHES ~ ",
     "patterns are not supported; use = or IN with values or labels of the column's hierarchy"},
    {" SELECT EXISTS ", "subqueries are not supported; write the values themselves"},
    {" WITH ", "WITH is not supported; a query begins with SELECT"},
    {" CASE CAST WINDOW OVER FILTER QUALIFY ", "expressions are not supported; columns are compared with values only"},
    {" + - * / % | & ^ ", "arithmetic is not supported; a name that holds such a sign is written in double quotes"},
    {" ? $ : @ # ", "parameters are not supported; write the value itself"},
    {" . ", "names are written alone, Age and not StatDB.Age; a name that holds a point is written in double quotes"},
    {" ; ", "a query ends at ';'; ask one query at a time"},
    {" = <> != < <= > >= ", "a comparison has one column and one value; join several with AND"},
};

char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

using Kind = language::Token::Kind;

std::string_view reason_against(const language::Token& token) {
    if (token.kind != Kind::word && token.kind != Kind::symbol) return {};
    std::string padded = " " + token.text + " ";
    std::transform(padded.begin(), padded.end(), padded.begin(), upper);
    for (const Refusal& refusal : refusals)
        if (refusal.words.find(padded) != std::string_view::npos) return refusal.reason;
    return {};
}

}  // namespace

const language::Lexicon& query_lexicon() {
    static const language::Lexicon lexicon{.line_comments = {"--"},
                                           .block_comments = true,
                                           .names = "\"`",
                                           .strings = "'",
                                           .exponents = true,
                                           .bare_points = true,
                                           .apart = true,
                                           .symbols = {"<>", "!=", "<=", ">="},
                                           .controls = false};
    return lexicon;
}

Result<QueryTokens> QueryTokens::of(std::string_view text) {
    if (text.size() > longest_query)
        return input_error(format("the query is {} bytes long; at most {} are accepted", with_thousands(text.size()),
                                  with_thousands(longest_query)));
    if (!is_utf8(text)) return input_error("the query holds bytes that are not UTF-8; write it as UTF-8 text");
    const language::Source source{.text = text, .short_form = true};
    SCRIM_TRY(std::vector<language::Token> tokens, language::tokens_of(source, query_lexicon()));
    return QueryTokens(source, std::move(tokens));
}

bool QueryTokens::at_name() const {
    if (peek().kind == Kind::name) return true;
    return peek().kind == Kind::word &&
           std::none_of(reserved.begin(), reserved.end(), [&](const char* word) { return at_word(word); });
}

bool QueryTokens::at_call() const { return peek().kind == Kind::word && at_name() && at_symbol("(", 1); }

bool QueryTokens::at_literal() const {
    if (peek().kind == Kind::string || peek().kind == Kind::number) return true;
    return (at_symbol("-") || at_symbol("+")) && peek(1).kind == Kind::number;
}

Result<NameSyntax> QueryTokens::take_name(std::string_view what) {
    if (!at_name()) return unexpected(what);
    language::Token token = take();
    return NameSyntax{std::move(token.text), token.place};
}

Result<LiteralSyntax> QueryTokens::take_literal(std::string_view what) {
    if (!at_literal()) return unexpected(what);
    if (++literals_ > most_literals)
        return refused(format("a query may hold {} values, and this is one more", with_thousands(most_literals)));
    const Place place = peek().place;
    const bool negative = accept_symbol("-");
    if (!negative) accept_symbol("+");
    language::Token token = take();
    if (token.kind == Kind::string) return LiteralSyntax{LiteralSyntax::Kind::string, std::move(token.text), place};
    return LiteralSyntax{LiteralSyntax::Kind::number, (negative ? "-" : "") + token.text, place};
}

Error QueryTokens::unexpected(std::string_view wanted) const {
    if (const auto reason = reason_against(peek()); !reason.empty()) return refused(format("{}: {}", found(), reason));
    return Cursor::unexpected(wanted);
}

}  // namespace scrim::statdb::query
