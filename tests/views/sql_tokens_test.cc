#include "methods/views/language/sql_tokens.h"

#include <gtest/gtest.h>

namespace scrim::views {
namespace sql_tokens_test {

using Kind = SqlToken::Kind;

// "word:SELECT number:1", or the message of the error.
std::string described(std::string_view text) {
    static constexpr const char* names[] = {"word", "name", "string", "escape", "number", "parameter", "symbol", "end"};
    SqlLexer lexer(text);
    std::string out;
    for (;;) {
        const auto token = lexer.next();
        if (!token) return token.error().message;
        if (token->kind == Kind::end) return out;
        if (!out.empty()) out += ' ';
        out += names[static_cast<int>(token->kind)] + (":" + std::string(token->source(text)));
    }
}

std::string value_of(std::string_view text) {
    SqlLexer lexer(text);
    return lexer.next()->text;
}

TEST(SqlTokens, words_may_hold_digits_dollars_and_other_letters) {
    EXPECT_EQ(described("SELECT a1$b _x größe"), "word:SELECT word:a1$b word:_x word:größe");
}

TEST(SqlTokens, quotes_are_doubled) {
    EXPECT_EQ(value_of("'it''s'"), "it's");
    EXPECT_EQ(value_of(R"("a""b")"), "a\"b");
    EXPECT_EQ(value_of("''"), "");
    EXPECT_EQ(value_of("''''"), "'");
    EXPECT_EQ(described(R"('a;''b' "c'd")"), R"(string:'a;''b' name:"c'd")");
}

TEST(SqlTokens, escape_strings_know_backslashes) {
    EXPECT_EQ(described(R"(E'a\'b' c)"), R"(escape:E'a\'b' word:c)");
    EXPECT_EQ(described(R"('a\' c)"), R"(string:'a\' word:c)");
    EXPECT_EQ(described("be'x'"), "word:be string:'x'");
}

TEST(SqlTokens, dollar_quotes_end_at_their_own_tag) {
    EXPECT_EQ(described("$$a'b$$ c"), "string:$$a'b$$ word:c");
    EXPECT_EQ(described("$t$a$$b$u$c$t$"), "string:$t$a$$b$u$c$t$");
    EXPECT_EQ(value_of("$t$a$$b$t$"), "a$$b");
    EXPECT_EQ(value_of("$$$$"), "");
}

TEST(SqlTokens, parameters) {
    EXPECT_EQ(described("? $1 $name $"), "parameter:? parameter:$1 parameter:$name symbol:$");
}

TEST(SqlTokens, numbers) {
    EXPECT_EQ(described("1 1.5 .5 1. 1e5 1E-5 1_000 1e"),
              "number:1 number:1.5 number:.5 number:1. number:1e5 number:1E-5 number:1_000 number:1 word:e");
    EXPECT_EQ(described("5purpose"), "number:5 word:purpose");
    EXPECT_EQ(described("1..2"), "number:1 symbol:. number:.2");
}

TEST(SqlTokens, comments_are_no_tokens) {
    EXPECT_EQ(described("a -- b ; 'c\nd"), "word:a word:d");
    EXPECT_EQ(described("a -- b\rc"), "word:a word:c");
    EXPECT_EQ(described("a /* b /* c */ ' */ d"), "word:a word:d");
    EXPECT_EQ(described("a/**/b"), "word:a word:b");
    EXPECT_EQ(described("a */* b */ c"), "word:a symbol:* word:c");
    EXPECT_EQ(described("a --"), "word:a");
}

TEST(SqlTokens, symbols_are_one_byte) { EXPECT_EQ(described("a<>-1"), "word:a symbol:< symbol:> symbol:- number:1"); }

TEST(SqlTokens, wide_spaces_are_spaces) {
    EXPECT_EQ(described("a\u00a0b\u3000c\u2003d\ufeff"), "word:a word:b word:c word:d");
    EXPECT_EQ(described("'\u00a0'"), "string:'\u00a0'");
}

TEST(SqlTokens, positions_are_bytes) {
    SqlLexer lexer("é  'x'");
    EXPECT_EQ(lexer.next()->end, 2u);
    const SqlToken token = *lexer.next();
    EXPECT_EQ(token.begin, 4u);
    EXPECT_EQ(token.end, 7u);
    EXPECT_EQ(lexer.next()->kind, Kind::end);
    EXPECT_EQ(lexer.next()->begin, 7u);
}

TEST(SqlTokens, what_is_not_closed_is_reported_where_it_begins) {
    EXPECT_EQ(described("a 'b"), "line 1, column 3: a string is not closed; expected '");
    EXPECT_EQ(described("a 'b''"), "line 1, column 3: a string is not closed; expected '");
    EXPECT_EQ(described("a\n \"b"), "line 2, column 2: a quoted name is not closed; expected \"");
    EXPECT_EQ(described("a $t$b$$"), "line 1, column 3: a string is not closed; expected $t$");
    EXPECT_EQ(described("/* a /* b */"), "line 1, column 1: a comment is not closed; expected */");
    EXPECT_EQ(described("/*/"), "line 1, column 1: a comment is not closed; expected */");
    EXPECT_EQ(described("E'a\\'"), "line 1, column 1: a string is not closed; expected '");
    EXPECT_EQ(described("E'a\\"), "line 1, column 1: a string is not closed; expected '");
}

TEST(SqlTokens, places_count_characters) {
    EXPECT_EQ(to_string(language::place_of("äöü x", 7)), "line 1, column 5");
    EXPECT_EQ(to_string(language::place_of("a\nbc", 3)), "line 2, column 2");
    EXPECT_EQ(to_string(language::place_of("", 0)), "line 1, column 1");
    EXPECT_EQ(to_string(language::place_of("a\n", 2)), "line 2, column 1");
}

TEST(SqlTokens, words_are_the_same_in_any_case) {
    EXPECT_TRUE(same_word("Select", "sELECT"));
    EXPECT_FALSE(same_word("Select", "Selec"));
    EXPECT_FALSE(same_word("[", "{"));
}

}  // namespace sql_tokens_test
}  // namespace scrim::views
