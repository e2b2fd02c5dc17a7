#include "methods/audit/databases/tokens.h"

#include "kernel/core/ascii.h"
#include "kernel/core/text.h"

namespace scrim::audit::databases {
namespace {

class Cutter {
public:
    Cutter(std::string_view text, const std::string& name) : text_(text), name_(name) {}

    Result<std::vector<Token>> run() {
        std::vector<Token> tokens;
        for (;;) {
            skip_space();
            Token token;
            token.place = place_;
            token.begin = at_;
            if (at_ < text_.size()) SCRIM_CHECK(cut(token));
            token.end = at_;
            tokens.push_back(token);
            if (token.kind == Token::Kind::end) return tokens;
        }
    }

private:
    char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

    void step() {
        const char c = text_[at_++];
        if (c == '\n') {
            ++place_.line;
            place_.column = 1;
        } else if ((static_cast<unsigned char>(text_[at_ - 1]) & 0xC0) != 0x80) {
            ++place_.column;
        }
    }

    void skip_space() {
        while (at_ < text_.size() && (is_space(peek()) || peek() == '%' || peek() == '#')) {
            if (is_space(peek()))
                step();
            else
                while (at_ < text_.size() && peek() != '\n') step();
        }
    }

    void take(Token& token) {
        token.text += peek();
        step();
    }

    Result<void> cut(Token& token) {
        const char first = peek();
        if (begins_word(first)) {
            token.kind = Token::Kind::word;
            while (at_ < text_.size() && (begins_word(peek()) || is_digit(peek()))) take(token);
            return {};
        }
        if (is_digit(first)) {
            token.kind = Token::Kind::number;
            while (is_digit(peek())) take(token);
            if (peek() == '.' && is_digit(peek(1))) {
                take(token);
                while (is_digit(peek())) take(token);
            }
            if (begins_word(peek()))
                return input_error(format("{}'{}' runs into a number: put names that begin with a digit in quotes",
                                          place_text(name_, place_), printable(std::string(1, peek()))));
            return {};
        }
        if (first == '\'' || first == '"') return cut_quoted(token);
        token.kind = Token::Kind::symbol;
        for (const std::string_view symbol : {":-", "<-", "->", "<=", "!="})
            if (text_.substr(at_, 2) == symbol) {
                take(token);
                take(token);
                return {};
            }
        if (std::string_view("(){},.|/=-").find(first) == std::string_view::npos)
            return input_error(format("{}the character {} has no meaning here", place_text(name_, place_),
                                      quoted(std::string(1, first))));
        take(token);
        return {};
    }

    Result<void> cut_quoted(Token& token) {
        token.kind = Token::Kind::quoted;
        const char quote = peek();
        step();
        for (;;) {
            if (at_ == text_.size() || peek() == '\n')
                return input_error(format("{}the quote is not closed on its line", place_text(name_, token.place)));
            if (peek() == quote && peek(1) != quote) break;
            if (peek() == quote) step();
            take(token);
        }
        step();
        return {};
    }

    std::string_view text_;
    const std::string& name_;
    std::size_t at_ = 0;
    Place place_;
};

}  // namespace

std::string place_text(const std::string& name, Place place) {
    return format("{}, line {}, column {}: ", printable(name), place.line, place.column);
}

Result<std::vector<Token>> read_tokens(std::string_view text, const std::string& name) {
    if (!is_utf8(text)) return input_error(format("{}: is not UTF-8 text", printable(name)));
    return Cutter(text, name).run();
}

}  // namespace scrim::audit::databases
