#include "kernel/language/cursor.h"

#include "kernel/core/text.h"

namespace scrim::language {

bool Cursor::at_word(std::string_view keyword, std::size_t ahead) const {
    return at_kind(Kind::word, ahead) && same_word(peek(ahead).text, keyword);
}

bool Cursor::accept_words(std::initializer_list<std::string_view> keywords) {
    std::size_t ahead = 0;
    for (const std::string_view keyword : keywords)
        if (!at_word(keyword, ahead++)) return false;
    at_ += keywords.size();
    return true;
}

bool Cursor::accept_symbol(std::string_view symbol) {
    const bool there = at_symbol(symbol);
    if (there) ++at_;
    return there;
}

Result<void> Cursor::expect_word(std::string_view keyword, std::string_view wanted) {
    return accept_word(keyword) ? Result<void>() : unexpected(wanted.empty() ? keyword : wanted);
}

Result<void> Cursor::expect_symbol(std::string_view symbol, std::string_view wanted) {
    if (accept_symbol(symbol)) return {};
    return unexpected(wanted.empty() ? quoted(symbol) : std::string(wanted));
}

std::string Cursor::found() const {
    if (at_end()) return "the end";
    const std::string_view written = peek().source(text());
    return at_kind(Kind::string) ? printable(written) : quoted(printable(written));
}

Error Cursor::unexpected(std::string_view wanted) const {
    return refused(format("expected {}, found {}", wanted, found()));
}

}  // namespace scrim::language
