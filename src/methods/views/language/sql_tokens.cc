#include "methods/views/language/sql_tokens.h"

#include "kernel/core/ascii.h"
#include "kernel/core/text.h"

#include <algorithm>

namespace scrim::views {
namespace {

using Kind = SqlToken::Kind;

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

// The engine takes these for spaces too: they come with text copied from documents.
bool is_wide_space(std::string_view three) {
    if (three == "\xe2\x80\xaf" || three == "\xe2\x81\x9f" || three == "\xe2\x81\xa0") return true;
    if (three == "\xe3\x80\x80" || three == "\xef\xbb\xbf") return true;
    return three.size() == 3 && three.starts_with("\xe2\x80") && static_cast<unsigned char>(three[2]) <= 0x8b;
}

Error unclosed(std::string_view text, std::size_t begin, std::string_view what, std::string_view closing) {
    return input_error(format("{}: {} is not closed; expected {}", place_in(text, begin), what, closing));
}

// `quoted` without its first and last byte, and with one quote for two.
std::string unquoted(std::string_view quoted) {
    const char quote = quoted.front();
    std::string out;
    for (std::size_t i = 1; i + 1 < quoted.size(); ++i) {
        out += quoted[i];
        if (quoted[i] == quote) ++i;
    }
    return out;
}

}  // namespace

bool SqlLexer::at(char c, std::size_t ahead) const { return at_ + ahead < text_.size() && text_[at_ + ahead] == c; }

bool SqlLexer::at_digit(std::size_t ahead) const { return at_ + ahead < text_.size() && is_digit(text_[at_ + ahead]); }

std::size_t SqlLexer::space_length() const {
    if (at_ == text_.size()) return 0;
    if (std::string_view(" \t\n\r\f\v").find(text_[at_]) != std::string_view::npos) return 1;
    if (text_.substr(at_, 2) == "\xc2\xa0") return 2;
    return is_wide_space(text_.substr(at_, 3)) ? 3 : 0;
}

Result<void> SqlLexer::skip_spaces_and_comments() {
    for (;;) {
        if (const std::size_t space = space_length(); space > 0) {
            at_ += space;
        } else if (at('-') && at('-', 1)) {
            at_ = std::min(text_.find_first_of("\n\r", at_), text_.size());
        } else if (at('/') && at('*', 1)) {
            SCRIM_CHECK(skip_block_comment());
        } else {
            return {};
        }
    }
}

Result<void> SqlLexer::skip_block_comment() {
    const std::size_t begin = at_;
    std::size_t depth = 0;
    do {
        if (at('/') && at('*', 1)) {
            ++depth;
            at_ += 2;
        } else if (at('*') && at('/', 1)) {
            --depth;
            at_ += 2;
        } else if (++at_ >= text_.size()) {
            at_ = text_.size();
            return unclosed(text_, begin, "a comment", "*/");
        }
    } while (depth > 0);
    return {};
}

// After the opening quote.
Result<SqlToken> SqlLexer::quoted_until(char quote, std::size_t begin, Kind kind) {
    for (; at_ < text_.size(); ++at_) {
        if (kind == Kind::escape_string && at('\\')) {
            ++at_;
        } else if (at(quote)) {
            ++at_;
            if (!at(quote)) return SqlToken{kind, begin, at_};
        }
    }
    at_ = text_.size();
    return unclosed(text_, begin, kind == Kind::name ? "a quoted name" : "a string", std::string(1, quote));
}

// $1, $name or $tag$…$tag$.
Result<SqlToken> SqlLexer::after_dollar(std::size_t begin) {
    if (at_digit()) {
        skip_digits();
        return SqlToken{Kind::parameter, begin, at_};
    }
    if (at_ < text_.size() && begins_word(text_[at_]) && space_length() == 0) {
        while (at_ < text_.size() && (begins_word(text_[at_]) || at_digit()) && space_length() == 0) ++at_;
    }
    if (!at('$')) return SqlToken{at_ == begin + 1 ? Kind::symbol : Kind::parameter, begin, at_};
    const std::string_view tag = text_.substr(begin, ++at_ - begin);
    const std::size_t close = text_.find(tag, at_);
    if (close == std::string_view::npos) {
        at_ = text_.size();
        return unclosed(text_, begin, "a string", printable(tag));
    }
    at_ = close + tag.size();
    return SqlToken{Kind::string, begin, at_};
}

void SqlLexer::skip_digits() {
    while (at_digit() || (at('_') && at_digit(1))) ++at_;
}

// 12, 1_000, 1.5, 1., .5, 1e-5
SqlToken SqlLexer::number(std::size_t begin) {
    skip_digits();
    if (at('.') && !at('.', 1)) {
        ++at_;
        skip_digits();
    }
    if (at('e') || at('E')) {
        const std::size_t sign = at('+', 1) || at('-', 1) ? 1 : 0;
        if (at_digit(1 + sign)) {
            at_ += 1 + sign;
            skip_digits();
        }
    }
    return {Kind::number, begin, at_};
}

Result<SqlToken> SqlLexer::next() {
    SCRIM_CHECK(skip_spaces_and_comments());
    const std::size_t begin = at_;
    if (at_ == text_.size()) return SqlToken{Kind::end, begin, begin};
    const char c = text_[at_];
    if (is_digit(c) || (c == '.' && at_digit(1))) return number(begin);
    if ((c == 'e' || c == 'E') && at('\'', 1)) {
        at_ += 2;
        return quoted_until('\'', begin, Kind::escape_string);
    }
    if (begins_word(c)) {
        while (at_ < text_.size() && (begins_word(text_[at_]) || at_digit() || at('$')) && space_length() == 0) ++at_;
        return SqlToken{Kind::word, begin, at_};
    }
    ++at_;
    if (c == '\'') return quoted_until(c, begin, Kind::string);
    if (c == '"') return quoted_until(c, begin, Kind::name);
    if (c == '$') return after_dollar(begin);
    return SqlToken{c == '?' ? Kind::parameter : Kind::symbol, begin, at_};
}

std::string token_value(std::string_view text, const SqlToken& token) {
    const std::string_view source = token.source(text);
    if (token.kind == Kind::name) return unquoted(source);
    if (token.kind != Kind::string) return std::string(source);
    if (source.front() == '\'') return unquoted(source);
    const std::size_t tag = source.find('$', 1) + 1;
    return std::string(source.substr(tag, source.size() - 2 * tag));
}

std::string place_in(std::string_view text, std::size_t position) {
    const std::string_view before = text.substr(0, position);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::string_view in_line = before.substr(before.rfind('\n') + 1);
    const auto column = 1 + std::count_if(in_line.begin(), in_line.end(), [](char c) { return !is_continuation(c); });
    return format("line {}, column {}", line, column);
}

bool same_word(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace scrim::views
