// QueryTokens: a walk over the words of a query. Words that other dialects of SQL know are refused with a reason.
#pragma once

#include "methods/statdb/query/lexer.h"
#include "methods/statdb/query/syntax.h"

#include <initializer_list>

namespace scrim::statdb::query {

class QueryTokens {
public:
    explicit QueryTokens(std::vector<QueryToken> tokens) : tokens_(std::move(tokens)) {}

    const QueryToken& peek(std::size_t ahead = 0) const { return tokens_[std::min(at_ + ahead, tokens_.size() - 1)]; }
    QueryToken take() { return at_ + 1 < tokens_.size() ? tokens_[at_++] : tokens_.back(); }

    // Keywords are given in capitals and read in any case.
    bool at_word(std::string_view keyword, std::size_t ahead = 0) const;
    bool at_symbol(std::string_view symbol, std::size_t ahead = 0) const;
    bool take_word(std::string_view keyword);
    bool take_symbol(std::string_view symbol);
    // A bare word that no clause begins with, or a quoted name.
    bool at_name() const;
    // A bare word and '('.
    bool at_call() const;
    // A number, perhaps after a sign, or a string.
    bool at_literal() const;

    Result<NameSyntax> take_name(std::string_view what);
    // Also counts: there may be 10,000.
    Result<LiteralSyntax> take_literal(std::string_view what);
    Result<void> require_word(std::string_view keyword, std::string_view what);
    Result<void> require_symbol(std::string_view symbol, std::string_view what);

    // The next word is not what a query can hold here.
    Error unexpected(std::string_view wanted) const;
    Error refused(std::string_view reason) const;  // at the next word

private:
    std::vector<QueryToken> tokens_;
    std::size_t at_ = 0;
    std::size_t literals_ = 0;
};

bool equal_ignoring_case(std::string_view a, std::string_view b);

}  // namespace scrim::statdb::query
