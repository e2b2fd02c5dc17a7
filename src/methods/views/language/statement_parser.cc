#include "methods/views/language/statement_parser.h"

#include "kernel/core/text.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace scrim::views {
namespace {

using Kind = SqlToken::Kind;

// Names that are called like these are quoted.
constexpr std::array reserved = {"ANONYMIZATION_VIEW",
                                 "ANONYMIZATION_ID",
                                 "ANONYMIZATION_QUASI_ID",
                                 "ANONYMIZATION_SENSITIVE_ATTR",
                                 "DGH_NAME",
                                 "REFERENCES",
                                 "SELECT",
                                 "FROM",
                                 "WITH",
                                 "ON",
                                 "TO"};

char closing_of(char open) { return open == '(' ? ')' : open == '[' ? ']' : '}'; }

// Without ';', of which only more of them may follow.
Result<std::vector<SqlToken>> without_end(std::vector<SqlToken> tokens, const language::Source& source) {
    const auto is_semicolon = [](const SqlToken& token) { return token.is(";"); };
    const auto end = tokens.end() - 1;
    const auto first = std::find_if(tokens.begin(), end, is_semicolon);
    const auto after = std::find_if_not(first, end, is_semicolon);
    if (after != end)
        return source.error(after->place, format("expected the end after ';', found {}; one statement at a time",
                                                 quoted(after->source(source.text))));
    tokens.erase(first, after);
    // What is missing at the end is missing after the last token, not after the spaces that follow it.
    if (tokens.size() > 1) {
        SqlToken& last = tokens.back();
        last.begin = last.end = tokens[tokens.size() - 2].end;
        last.place = language::place_of(source.text, last.end);
    }
    return tokens;
}

}  // namespace

Result<StatementParser> StatementParser::of(SqlWords& words) {
    const std::string_view sql = words.text;
    if (sql.size() > max_bytes)
        return input_error(format("a statement of {} bytes is too long; at most {} are read",
                                  with_thousands(sql.size()), with_thousands(max_bytes)));
    if (!is_utf8(sql)) return input_error("the statement holds bytes that are not UTF-8; write it as UTF-8 text");
    if (const auto nul = sql.find('\0'); nul != std::string_view::npos)
        return language::Source{.text = sql}.error_at(nul, "a statement cannot hold a NUL byte");
    const language::Source source{.text = sql};
    SCRIM_CHECK(words.cut());
    SCRIM_TRY(std::vector<SqlToken> tokens, without_end(std::move(words.tokens), source));
    StatementParser parser(source, std::move(tokens));
    SCRIM_CHECK(parser.match_brackets());
    if (parser.at_end()) return parser.unexpected("a statement");
    return parser;
}

Result<void> StatementParser::match_brackets() {
    closing_.resize(tokens().size());
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < tokens().size(); ++i) {
        if (tokens()[i].kind != Kind::symbol) continue;
        const char c = text()[tokens()[i].begin];
        if (c == '(' || c == '[' || c == '{') {
            open.push_back(i);
            depth_ = std::max(depth_, open.size());
            if (depth_ > max_depth) return refused_at(i, format("brackets are nested deeper than {}", max_depth));
        } else if (c == ')' || c == ']' || c == '}') {
            if (open.empty()) return refused_at(i, format("'{}' closes nothing", c));
            const char wanted = closing_of(text()[tokens()[open.back()].begin]);
            if (c != wanted) return refused_at(i, format("expected '{}', found '{}'", wanted, c));
            closing_[open.back()] = i;
            open.pop_back();
        }
    }
    if (open.empty()) return {};
    const char c = text()[tokens()[open.back()].begin];
    return refused_at(open.back(), format("'{}' is not closed; expected '{}'", c, closing_of(c)));
}

bool StatementParser::at_name(std::size_t ahead) const {
    if (at_kind(Kind::name, ahead)) return true;
    return at_kind(Kind::word, ahead) &&
           std::none_of(reserved.begin(), reserved.end(), [&](std::string_view word) { return at_word(word, ahead); });
}

Result<std::string> StatementParser::take_name(std::string_view what) {
    if (!at_name()) return unexpected(what);
    std::string name = peek().text;
    if (name.empty()) return refused(format("{} cannot be empty", what));
    take();
    return name;
}

Result<std::string> StatementParser::take_string(std::string_view what) {
    if (!at_kind(Kind::string)) return unexpected(what);
    std::string value = peek().text;
    if (value.empty()) return refused(format("{} cannot be empty", what));
    take();
    return value;
}

Result<std::string> StatementParser::take_value(std::string_view what) {
    return at_kind(Kind::string) ? take_string(what) : take_name(what);
}

Result<std::uint64_t> StatementParser::take_number(std::string_view what, std::uint64_t least, std::uint64_t most) {
    const std::string_view source = peek().source(text());
    std::uint64_t number = 0;
    const auto [end, failed] = std::from_chars(source.data(), source.data() + source.size(), number);
    const bool whole = at_kind(Kind::number) && failed == std::errc() && end == source.data() + source.size();
    if (!whole || number < least || number > most)
        return unexpected(format("{}, a whole number from {} to {}", what, least, with_thousands(most)));
    take();
    return number;
}

}  // namespace scrim::views
