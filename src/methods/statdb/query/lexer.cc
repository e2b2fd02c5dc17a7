#include "methods/statdb/query/lexer.h"

#include "kernel/core/ascii.h"
#include "methods/statdb/query/error.h"

#include <algorithm>

namespace scrim::statdb::query {
namespace {

constexpr std::size_t longest_query = 64 * 1024;

bool belongs_to_word(char c) { return begins_word(c) || is_digit(c); }

class QueryLexer {
public:
    explicit QueryLexer(std::string_view text) : text_(text) {}

    Result<std::vector<QueryToken>> split() {
        std::vector<QueryToken> tokens;
        do {
            SCRIM_CHECK(skip_spaces_and_comments());
            SCRIM_TRY(QueryToken token, next());
            tokens.push_back(std::move(token));
        } while (tokens.back().kind != QueryToken::Kind::end);
        return tokens;
    }

private:
    Result<QueryToken> next() {
        const std::size_t start = at_;
        if (at_ == text_.size()) return token(QueryToken::Kind::end, start, {});
        const char c = text_[at_];
        if (c == '\'') return quoted_text(QueryToken::Kind::string, "a string");
        if (c == '"' || c == '`') return quoted_text(QueryToken::Kind::name, "a name");
        if (is_digit(c) || (c == '.' && is_digit(peek(1)))) return number();
        if (begins_word(c)) {
            while (belongs_to_word(peek())) ++at_;
            return token(QueryToken::Kind::word, start, text_.substr(start, at_ - start));
        }
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
            return query_error(place_of(start),
                               format("{} does not belong in a query", quoted(text_.substr(start, 1))));
        const std::string_view two = text_.substr(start, 2);
        at_ += two == "<>" || two == "!=" || two == "<=" || two == ">=" ? 2 : 1;
        return token(QueryToken::Kind::symbol, start, text_.substr(start, at_ - start));
    }

    // A quote inside is doubled.
    Result<QueryToken> quoted_text(QueryToken::Kind kind, std::string_view what) {
        const std::size_t start = at_;
        const char quote = text_[at_++];
        std::string meant;
        while (at_ < text_.size()) {
            const char c = text_[at_++];
            if (c == quote && peek() != quote) return token(kind, start, meant);
            if (c == quote) ++at_;
            meant += c;
        }
        return query_error(place_of(start), format("{} begins here and never ends; close it with {}", what, quote));
    }

    Result<QueryToken> number() {
        const std::size_t start = at_;
        skip_digits();
        if (peek() == '.') {
            ++at_;
            skip_digits();
        }
        if (peek() == 'e' || peek() == 'E') {
            const std::size_t sign = peek(1) == '+' || peek(1) == '-' ? 1 : 0;
            if (is_digit(peek(1 + sign))) {
                at_ += 1 + sign;
                skip_digits();
            }
        }
        if (belongs_to_word(peek()) || peek() == '.') {
            while (belongs_to_word(peek()) || peek() == '.') ++at_;
            return query_error(place_of(start), format("{} is neither a number nor a name; other names are written in "
                                                       "double quotes, text in single quotes",
                                                       quoted(text_.substr(start, at_ - start))));
        }
        return token(QueryToken::Kind::number, start, text_.substr(start, at_ - start));
    }

    Result<void> skip_spaces_and_comments() {
        while (true) {
            if (is_space(peek())) {
                ++at_;
            } else if (text_.substr(at_).starts_with("--")) {
                at_ = std::min(text_.find('\n', at_), text_.size());
            } else if (text_.substr(at_).starts_with("/*")) {
                const std::size_t close = text_.find("*/", at_ + 2);
                if (close == std::string_view::npos)
                    return query_error(place_of(at_), "a comment begins here and never ends; close it with */");
                at_ = close + 2;
            } else {
                return {};
            }
        }
    }

    void skip_digits() {
        while (is_digit(peek())) ++at_;
    }

    // '\0' past the end.
    char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

    QueryToken token(QueryToken::Kind kind, std::size_t start, std::string_view meant) {
        return {kind, std::string(meant), text_.substr(start, at_ - start), place_of(start)};
    }

    // Places are asked for in ascending order, so that each character is counted once.
    std::size_t place_of(std::size_t offset) {
        for (; counted_ < offset; ++counted_)
            if ((static_cast<unsigned char>(text_[counted_]) & 0xc0) != 0x80) ++characters_;
        return characters_ + 1;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t counted_ = 0;     // bytes
    std::size_t characters_ = 0;  // in them
};

}  // namespace

Result<std::vector<QueryToken>> split_query(std::string_view text) {
    if (text.size() > longest_query)
        return input_error(format("the query is {} bytes long; at most {} are accepted", with_thousands(text.size()),
                                  with_thousands(longest_query)));
    if (!is_utf8(text)) return input_error("the query holds bytes that are not UTF-8; write it as UTF-8 text");
    return QueryLexer(text).split();
}

}  // namespace scrim::statdb::query
