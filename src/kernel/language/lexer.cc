#include "kernel/language/lexer.h"

#include "kernel/core/ascii.h"
#include "kernel/core/text.h"

#include <algorithm>

namespace scrim::language {
namespace {

using Kind = Token::Kind;

bool is_wide_space(std::string_view three) {
    if (three == "\xe2\x80\xaf" || three == "\xe2\x81\x9f" || three == "\xe2\x81\xa0") return true;
    if (three == "\xe3\x80\x80" || three == "\xef\xbb\xbf") return true;
    return three.size() == 3 && three.starts_with("\xe2\x80") && static_cast<unsigned char>(three[2]) <= 0x8b;
}

bool holds(std::string_view characters, char c) { return characters.find(c) != std::string_view::npos; }

}  // namespace

bool same_word(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

Place Lexer::place_at(std::size_t byte) {
    place_ = after(place_, text_.substr(counted_, byte - counted_));
    counted_ = byte;
    return place_;
}

Token Lexer::token(Kind kind, std::string text) { return {kind, begin_, at_, std::move(text), place_at(begin_)}; }

Error Lexer::unclosed(std::string_view what, std::string_view closing) {
    at_ = text_.size();
    return source_.error(place_at(begin_), format("{} is not closed; expected {}", what, closing));
}

std::size_t Lexer::space_length() const {
    if (at_ == text_.size()) return 0;
    if (lexicon_.lines && text_[at_] == '\n') return 0;
    if (is_space(text_[at_])) return 1;
    if (!lexicon_.wide_spaces) return 0;
    if (at("\xc2\xa0")) return 2;
    return is_wide_space(text_.substr(at_, 3)) ? 3 : 0;
}

bool Lexer::skip_line_comment() {
    if (std::none_of(lexicon_.line_comments.begin(), lexicon_.line_comments.end(),
                     [&](std::string_view mark) { return at(mark); }))
        return false;
    at_ = std::min(text_.find_first_of(lexicon_.line_ends, at_), text_.size());
    return true;
}

Result<void> Lexer::skip_spaces_and_comments() {
    for (;;) {
        if (const std::size_t space = space_length(); space > 0) {
            at_ += space;
        } else if (lexicon_.block_comments && at("/*")) {
            SCRIM_CHECK(skip_block_comment());
        } else if (!skip_line_comment()) {
            return {};
        }
    }
}

Result<void> Lexer::skip_block_comment() {
    begin_ = at_;
    std::size_t depth = 0;
    do {
        if (at("/*") && (depth == 0 || lexicon_.nested_comments)) {
            ++depth;
            at_ += 2;
        } else if (at("*/")) {
            --depth;
            at_ += 2;
        } else if (++at_ >= text_.size()) {
            return unclosed("a comment", "*/");
        }
    } while (depth > 0);
    return {};
}

bool Lexer::continues_word() const {
    return at_ < text_.size() && lexicon_.continues(text_[at_]) && space_length() == 0;
}

void Lexer::skip_digits() {
    while (is_digit(peek()) || (lexicon_.digit_groups && peek() == '_' && is_digit(peek(1)))) ++at_;
}

// 12, 1_000, 1.5, 1., .5, 1e-5
Result<Token> Lexer::number() {
    skip_digits();
    if (peek() == '.' && (lexicon_.bare_points ? peek(1) != '.' : is_digit(peek(1)))) {
        ++at_;
        skip_digits();
    }
    if (lexicon_.exponents && (peek() == 'e' || peek() == 'E')) {
        const std::size_t sign = peek(1) == '+' || peek(1) == '-' ? 1 : 0;
        if (is_digit(peek(1 + sign))) {
            at_ += 1 + sign;
            skip_digits();
        }
    }
    const auto runs_on = [&] { return continues_word() || (lexicon_.bare_points && peek() == '.'); };
    if (!lexicon_.apart || !runs_on()) return token(Kind::number);
    while (runs_on()) ++at_;
    return source_.error(place_at(begin_),
                         format("{} is neither a number nor a name; names that begin with a digit are written in {}",
                                quoted(written()), lexicon_.names.empty() ? "quotes" : "double quotes"));
}

// A quote inside is doubled.
Result<Token> Lexer::quoted_text(Kind kind) {
    const char quote = text_[at_++];
    std::string meant;
    while (at_ < text_.size() && !(lexicon_.one_line && peek() == '\n')) {
        const char c = text_[at_++];
        if (c == quote && peek() != quote) return token(kind, std::move(meant));
        if (c == quote) ++at_;
        meant += c;
    }
    return unclosed(kind == Kind::name ? "a quoted name" : "a string",
                    format("{}{}", quote, lexicon_.one_line ? " on the same line" : ""));
}

Result<Token> Lexer::escape_string() {
    for (at_ += 2; at_ < text_.size(); ++at_) {
        if (peek() == '\\') {
            ++at_;
        } else if (peek() == '\'') {
            ++at_;
            if (peek() != '\'') return token(Kind::escape_string);
        }
    }
    return unclosed("a string", "'");
}

// $1, $name or $tag$…$tag$.
Result<Token> Lexer::after_dollar() {
    ++at_;
    if (is_digit(peek())) {
        while (is_digit(peek()) || (peek() == '_' && is_digit(peek(1)))) ++at_;
        return token(Kind::parameter);
    }
    if (at_ < text_.size() && begins_word(peek()) && space_length() == 0)
        while (at_ < text_.size() && (begins_word(peek()) || is_digit(peek())) && space_length() == 0) ++at_;
    if (peek() != '$') return token(at_ == begin_ + 1 ? Kind::symbol : Kind::parameter);
    ++at_;
    const std::string tag(written());
    const std::size_t inside = at_, close = text_.find(tag, at_);
    if (close == std::string_view::npos) return unclosed("a string", printable(tag));
    at_ = close + tag.size();
    return token(Kind::string, std::string(text_.substr(inside, close - inside)));
}

Result<Token> Lexer::symbol() {
    const char c = peek();
    const auto several = std::find_if(lexicon_.symbols.begin(), lexicon_.symbols.end(),
                                      [&](std::string_view symbol) { return at(symbol); });
    at_ += several == lexicon_.symbols.end() ? 1 : several->size();
    const bool known = several != lexicon_.symbols.end() || lexicon_.only.empty() || holds(lexicon_.only, c);
    const bool control = static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
    if (!known || (control && !lexicon_.controls))
        return source_.error(place_at(begin_), format("{} has no meaning here", quoted(written())));
    return token(lexicon_.sql_strings && c == '?' ? Kind::parameter : Kind::symbol);
}

Result<Token> Lexer::next() {
    SCRIM_CHECK(skip_spaces_and_comments());
    begin_ = at_;
    if (at_ == text_.size()) return token(Kind::end);
    const char c = text_[at_];
    if (lexicon_.numbers && (is_digit(c) || (lexicon_.bare_points && c == '.' && is_digit(peek(1))))) return number();
    if (lexicon_.sql_strings && (at("e'") || at("E'"))) return escape_string();
    if (lexicon_.begins(c)) {
        while (continues_word()) ++at_;
        return token(Kind::word);
    }
    if (holds(lexicon_.strings, c)) return quoted_text(Kind::string);
    if (holds(lexicon_.names, c)) return quoted_text(Kind::name);
    return lexicon_.sql_strings && c == '$' ? after_dollar() : symbol();
}

Result<std::vector<Token>> tokens_of(Source source, const Lexicon& lexicon) {
    Lexer lexer(std::move(source), lexicon);
    std::vector<Token> tokens;
    do {
        SCRIM_TRY(Token token, lexer.next());
        tokens.push_back(std::move(token));
    } while (tokens.back().kind != Kind::end);
    return tokens;
}

}  // namespace scrim::language
