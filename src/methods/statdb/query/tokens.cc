#include "methods/statdb/query/tokens.h"

#include "methods/statdb/query/error.h"

#include <algorithm>
#include <array>

namespace scrim::statdb::query {
namespace {

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
    {" JOIN INNER LEFT RIGHT FULL OUTER CROSS NATURAL ON USING ", "joins are not supported; StatDB is the only table"},
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

std::string_view reason_against(const QueryToken& token) {
    if (token.kind != QueryToken::Kind::word && token.kind != QueryToken::Kind::symbol) return {};
    std::string padded = " " + token.text + " ";
    std::transform(padded.begin(), padded.end(), padded.begin(), upper);
    for (const Refusal& refusal : refusals)
        if (refusal.words.find(padded) != std::string_view::npos) return refusal.reason;
    return {};
}

std::string describe(const QueryToken& token) {
    return token.kind == QueryToken::Kind::end      ? "the end"
           : token.kind == QueryToken::Kind::string ? printable(token.source)
                                                    : quoted(token.source);
}

}  // namespace

bool equal_ignoring_case(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return upper(x) == upper(y); });
}

bool QueryTokens::at_word(std::string_view keyword, std::size_t ahead) const {
    return peek(ahead).kind == QueryToken::Kind::word && equal_ignoring_case(peek(ahead).text, keyword);
}

bool QueryTokens::at_symbol(std::string_view symbol, std::size_t ahead) const {
    return peek(ahead).kind == QueryToken::Kind::symbol && peek(ahead).text == symbol;
}

bool QueryTokens::take_word(std::string_view keyword) {
    const bool found = at_word(keyword);
    if (found) ++at_;
    return found;
}

bool QueryTokens::take_symbol(std::string_view symbol) {
    const bool found = at_symbol(symbol);
    if (found) ++at_;
    return found;
}

bool QueryTokens::at_name() const {
    if (peek().kind == QueryToken::Kind::name) return true;
    return peek().kind == QueryToken::Kind::word &&
           std::none_of(reserved.begin(), reserved.end(), [&](const char* word) { return at_word(word); });
}

bool QueryTokens::at_call() const { return peek().kind == QueryToken::Kind::word && at_name() && at_symbol("(", 1); }

bool QueryTokens::at_literal() const {
    if (peek().kind == QueryToken::Kind::string || peek().kind == QueryToken::Kind::number) return true;
    return (at_symbol("-") || at_symbol("+")) && peek(1).kind == QueryToken::Kind::number;
}

Result<NameSyntax> QueryTokens::take_name(std::string_view what) {
    if (!at_name()) return unexpected(what);
    QueryToken token = take();
    return NameSyntax{std::move(token.text), token.place};
}

Result<LiteralSyntax> QueryTokens::take_literal(std::string_view what) {
    if (!at_literal()) return unexpected(what);
    if (++literals_ > most_literals)
        return refused(format("a query may hold {} values, and this is one more", with_thousands(most_literals)));
    const std::size_t place = peek().place;
    const bool negative = take_symbol("-");
    if (!negative) take_symbol("+");
    QueryToken token = take();
    if (token.kind == QueryToken::Kind::string)
        return LiteralSyntax{LiteralSyntax::Kind::string, std::move(token.text), place};
    return LiteralSyntax{LiteralSyntax::Kind::number, (negative ? "-" : "") + token.text, place};
}

Result<void> QueryTokens::require_word(std::string_view keyword, std::string_view what) {
    return take_word(keyword) ? Result<void>() : unexpected(what);
}

Result<void> QueryTokens::require_symbol(std::string_view symbol, std::string_view what) {
    return take_symbol(symbol) ? Result<void>() : unexpected(what);
}

Error QueryTokens::unexpected(std::string_view wanted) const {
    if (const auto reason = reason_against(peek()); !reason.empty())
        return refused(format("{}: {}", describe(peek()), reason));
    return refused(format("expected {}, found {}", wanted, describe(peek())));
}

Error QueryTokens::refused(std::string_view reason) const { return query_error(peek().place, reason); }

}  // namespace scrim::statdb::query
