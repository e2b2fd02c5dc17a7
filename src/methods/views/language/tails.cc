#include "methods/views/language/tails.h"

#include "kernel/core/text.h"
#include "methods/views/language/open_words.h"

#include <algorithm>
#include <array>
#include <optional>

namespace scrim::views {
namespace {

using Kind = SqlToken::Kind;

// Words that begin a query, and so make a scope one that can have a tail.
constexpr std::array query_words = {"SELECT", "FROM", "VALUES", "WITH"};

class TailFinder {
public:
    TailFinder(std::string_view text, std::span<const SqlToken> tokens) : text_(text), tokens_(tokens) {}

    Result<std::vector<Tail>> find() {
        std::vector<Scope> scopes = {{0, !tokens_.empty() && is_word(0, "EXECUTE")}};
        for (std::size_t i = 0; i < tokens_.size(); ++i) {
            if (is_symbol(i, '(')) {
                scopes.push_back({i + 1, false});
            } else if (is_symbol(i, ')') && scopes.size() > 1) {
                SCRIM_CHECK(look_at(scopes.back(), i, tokens_[scopes.back().first - 1].end, tokens_[i].begin));
                scopes.pop_back();
            } else if (is_one_of(i, query_words)) {
                scopes.back().query = true;
            }
        }
        SCRIM_CHECK(look_at(scopes.front(), tokens_.size(), 0, text_.size()));
        return std::move(tails_);
    }

private:
    struct Scope {
        std::size_t first;  // token
        bool query;
    };

    // PURPOSE [=] value
    struct Part {
        std::size_t keyword, value;  // tokens
        bool purpose;
    };

    // Tokens up to `last` are the scope; its bytes are `begin` to `end`.
    Result<void> look_at(const Scope& scope, std::size_t last, std::size_t begin, std::size_t end) {
        if (!scope.query) return {};
        const std::optional<Part> second = part_before(scope.first, last);
        if (!second) return {};
        const std::optional<Part> first = part_before(scope.first, second->keyword);
        Tail tail{0, tokens_[second->value].end, {begin, end, "", ""}};
        if (first && can_end_query(first->keyword - 1)) {
            if (first->purpose == second->purpose)
                return input_error(format("{}: {} stands twice; give it once",
                                          to_string(tokens_[second->keyword].place), keyword(*second)));
            tail.begin = tokens_[first->keyword].begin;
            SCRIM_CHECK(note(*first, tail.scope));
        } else if (can_end_query(second->keyword - 1)) {
            tail.begin = tokens_[second->keyword].begin;
        } else {
            return {};
        }
        SCRIM_CHECK(note(*second, tail.scope));
        tails_.push_back(std::move(tail));
        return {};
    }

    Result<void> note(const Part& part, TailScope& scope) const {
        std::string value = tokens_[part.value].text;
        if (value.empty())
            return input_error(
                format("{}: the value of {} cannot be empty", to_string(tokens_[part.value].place), keyword(part)));
        (part.purpose ? scope.purpose : scope.recipient) = std::move(value);
        return {};
    }

    // The part that ends before token `last`, with something of the scope before it.
    std::optional<Part> part_before(std::size_t first, std::size_t last) const {
        if (last < first + 3) return std::nullopt;
        const std::size_t value = last - 1;
        const Kind kind = tokens_[value].kind;
        if (kind != Kind::word && kind != Kind::name && kind != Kind::string) return std::nullopt;
        const std::size_t keyword = is_symbol(value - 1, '=') ? value - 2 : value - 1;
        if (keyword <= first) return std::nullopt;
        const bool purpose = is_word(keyword, "PURPOSE");
        if (!purpose && !is_word(keyword, "RECIPIENT")) return std::nullopt;
        return Part{keyword, value, purpose};
    }

    bool can_end_query(std::size_t i) const {
        if (is_symbol(i, '*')) return is_star(i);
        if (tokens_[i].kind == Kind::symbol) return is_symbol(i, ')') || is_symbol(i, ']') || is_symbol(i, '}');
        return !is_open_word(text_, tokens_[i]);
    }

    // All columns, not a product.
    bool is_star(std::size_t i) const {
        if (i == 0) return false;
        return is_symbol(i - 1, ',') || is_symbol(i - 1, '.') || is_word(i - 1, "SELECT") || is_word(i - 1, "DISTINCT");
    }

    bool is_symbol(std::size_t i, char symbol) const {
        return tokens_[i].kind == Kind::symbol && text_[tokens_[i].begin] == symbol;
    }

    bool is_word(std::size_t i, std::string_view word) const {
        return tokens_[i].kind == Kind::word && same_word(tokens_[i].source(text_), word);
    }

    template <class Words>
    bool is_one_of(std::size_t i, const Words& words) const {
        return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return is_word(i, word); });
    }

    static std::string_view keyword(const Part& part) { return part.purpose ? "PURPOSE" : "RECIPIENT"; }

    std::string_view text_;
    std::span<const SqlToken> tokens_;
    std::vector<Tail> tails_;
};

}  // namespace

Result<std::vector<Tail>> find_tails(std::string_view text, std::span<const SqlToken> tokens) {
    return TailFinder(text, tokens).find();
}

Result<void> take_tail(StatementParser& parser, std::string& purpose, std::string& recipient) {
    for (;;) {
        const bool is_purpose = parser.at_word("PURPOSE");
        if (!is_purpose && !parser.at_word("RECIPIENT")) return {};
        const std::string_view keyword = is_purpose ? "PURPOSE" : "RECIPIENT";
        std::string& value = is_purpose ? purpose : recipient;
        if (!value.empty()) return parser.refused(format("{} stands twice; give it once", keyword));
        parser.take();
        parser.accept_symbol("=");
        SCRIM_TRY(value, parser.take_value(is_purpose ? "a purpose" : "a recipient"));
    }
}

}  // namespace scrim::views
