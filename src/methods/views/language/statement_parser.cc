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

}  // namespace

Result<StatementParser> StatementParser::of(std::string_view sql) {
    if (sql.size() > max_bytes)
        return input_error(format("a statement of {} bytes is too long; at most {} are read",
                                  with_thousands(sql.size()), with_thousands(max_bytes)));
    if (!is_utf8(sql)) return input_error("the statement holds bytes that are not UTF-8; write it as UTF-8 text");
    if (const auto nul = sql.find('\0'); nul != std::string_view::npos)
        return input_error(format("{}: a statement cannot hold a NUL byte", place_in(sql, nul)));
    StatementParser parser;
    parser.text_ = sql;
    SCRIM_CHECK(parser.read_tokens());
    SCRIM_CHECK(parser.match_brackets());
    if (parser.at_end()) return parser.expected("a statement");
    return parser;
}

Result<void> StatementParser::read_tokens() {
    SqlLexer lexer(text_);
    bool ended = false;
    for (;;) {
        SCRIM_TRY(SqlToken token, lexer.next());
        const bool semicolon = token.kind == Kind::symbol && token.source(text_) == ";";
        if (ended && !semicolon && token.kind != Kind::end)
            return input_error(format("{}: expected the end after ';', near {}; one statement at a time",
                                      place_in(text_, token.begin), quoted(token.source(text_))));
        // What is missing at the end is missing after the last token, not after the spaces that follow it.
        if (token.kind == Kind::end && !tokens_.empty()) token.begin = token.end = tokens_.back().end;
        if (!semicolon) tokens_.push_back(token);
        if (token.kind == Kind::end) return {};
        ended |= semicolon;
    }
}

Result<void> StatementParser::match_brackets() {
    closing_.resize(tokens_.size());
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
        if (tokens_[i].kind != Kind::symbol) continue;
        const char c = text_[tokens_[i].begin];
        if (c == '(' || c == '[' || c == '{') {
            open.push_back(i);
            depth_ = std::max(depth_, open.size());
            if (depth_ > max_depth) return refused_at(i, format("brackets are nested deeper than {}", max_depth));
        } else if (c == ')' || c == ']' || c == '}') {
            if (open.empty()) return refused_at(i, format("'{}' closes nothing", c));
            const char wanted = closing_of(text_[tokens_[open.back()].begin]);
            if (c != wanted) return refused_at(i, format("expected '{}' near '{}'", wanted, c));
            closing_[open.back()] = i;
            open.pop_back();
        }
    }
    if (open.empty()) return {};
    const char c = text_[tokens_[open.back()].begin];
    return refused_at(open.back(), format("'{}' is not closed; expected '{}'", c, closing_of(c)));
}

const SqlToken& StatementParser::peek(std::size_t ahead) const {
    return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
}

bool StatementParser::at_word(std::string_view keyword, std::size_t ahead) const {
    return at_kind(Kind::word, ahead) && same_word(peek(ahead).source(text_), keyword);
}

bool StatementParser::at_symbol(char symbol, std::size_t ahead) const {
    return at_kind(Kind::symbol, ahead) && text_[peek(ahead).begin] == symbol;
}

bool StatementParser::at_name(std::size_t ahead) const {
    if (at_kind(Kind::name, ahead)) return true;
    return at_kind(Kind::word, ahead) &&
           std::none_of(reserved.begin(), reserved.end(), [&](std::string_view word) { return at_word(word, ahead); });
}

bool StatementParser::take_words(std::initializer_list<std::string_view> keywords) {
    std::size_t ahead = 0;
    for (const std::string_view keyword : keywords)
        if (!at_word(keyword, ahead++)) return false;
    at_ += keywords.size();
    return true;
}

bool StatementParser::take_symbol(char symbol) {
    const bool found = at_symbol(symbol);
    if (found) ++at_;
    return found;
}

SqlToken StatementParser::take() { return at_end() ? tokens_.back() : tokens_[at_++]; }

Result<std::string> StatementParser::take_name(std::string_view what) {
    if (!at_name()) return expected(what);
    std::string name = token_value(text_, peek());
    if (name.empty()) return refused(format("{} cannot be empty", what));
    ++at_;
    return name;
}

Result<std::string> StatementParser::take_string(std::string_view what) {
    if (!at_kind(Kind::string)) return expected(what);
    std::string value = token_value(text_, peek());
    if (value.empty()) return refused(format("{} cannot be empty", what));
    ++at_;
    return value;
}

Result<std::string> StatementParser::take_value(std::string_view what) {
    return at_kind(Kind::string) ? take_string(what) : take_name(what);
}

Result<std::uint64_t> StatementParser::take_number(std::string_view what, std::uint64_t least, std::uint64_t most) {
    const std::string_view source = peek().source(text_);
    std::uint64_t number = 0;
    const auto [end, failed] = std::from_chars(source.data(), source.data() + source.size(), number);
    const bool whole = at_kind(Kind::number) && failed == std::errc() && end == source.data() + source.size();
    if (!whole || number < least || number > most)
        return expected(format("{}, a whole number from {} to {},", what, least, with_thousands(most)));
    ++at_;
    return number;
}

Result<void> StatementParser::require_word(std::string_view keyword) {
    return take_word(keyword) ? Result<void>() : expected(keyword);
}

Result<void> StatementParser::require_symbol(char symbol) {
    return take_symbol(symbol) ? Result<void>() : expected(format("'{}'", symbol));
}

Result<void> StatementParser::require_end() { return at_end() ? Result<void>() : expected("the end"); }

Error StatementParser::expected(std::string_view what) const {
    const std::string near = at_end() ? "at the end" : "near " + quoted(peek().source(text_));
    return refused(format("expected {} {}", what, near));
}

Error StatementParser::refused_at(std::size_t index, std::string_view message) const {
    return input_error(format("{}: {}", place_in(text_, tokens_[index].begin), message));
}

}  // namespace scrim::views
