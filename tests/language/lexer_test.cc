// What a lexicon can say, one thing at a time; the languages that we have are tested where they are spoken.
#include "kernel/language/lexer.h"

#include <gtest/gtest.h>

namespace scrim::language {
namespace lexer_test {

// "word:a symbol:<= end", or the message of the error.
std::string cut(std::string_view text, const Lexicon& lexicon, bool short_form = false) {
    static constexpr const char* names[] = {"word", "name", "string", "escape", "number", "parameter", "symbol", "end"};
    const auto tokens = tokens_of({.text = text, .short_form = short_form}, lexicon);
    if (!tokens) return tokens.error().message;
    std::string out;
    for (const Token& token : *tokens)
        out += (out.empty() ? "" : " ") + std::string(names[static_cast<int>(token.kind)]) +
               (token.kind == Token::Kind::end ? "" : ":" + token.text);
    return out;
}

TEST(Lexer, CommentsAreWhatTheLexiconSays) {
    EXPECT_EQ(cut("a % b\nc", {.line_comments = {"%"}}), "word:a word:c end");
    EXPECT_EQ(cut("a % b", {}), "word:a symbol:% word:b end");
    EXPECT_EQ(cut("a --b\rc", {.line_comments = {"--"}}), "word:a end");
    EXPECT_EQ(cut("a --b\rc", {.line_comments = {"--"}, .line_ends = "\n\r"}), "word:a word:c end");
    EXPECT_EQ(cut("/* /* */ a", {.block_comments = true}), "word:a end");
    EXPECT_EQ(cut("/* /* */ */ a", {.block_comments = true, .nested_comments = true}), "word:a end");
    EXPECT_EQ(cut("/* /* */", {.block_comments = true, .nested_comments = true}),
              "line 1, column 1: a comment is not closed; expected */");
}

TEST(Lexer, LinesEndWhereTheLexiconSays) {
    EXPECT_EQ(cut("a\n b", {}), "word:a word:b end");
    EXPECT_EQ(cut("a \n\nb % c\n'd\ne'", {.lines = true, .line_comments = {"%"}, .strings = "'"}),
              "word:a symbol:\n symbol:\n word:b symbol:\n string:d\ne end");
}

TEST(Lexer, QuotesAreDoubledWithin) {
    EXPECT_EQ(cut("'it''s' \"a\"", {.names = "\"", .strings = "'"}), "string:it's name:a end");
    EXPECT_EQ(cut("'a\nb'", {.strings = "'"}), "string:a\nb end");
    EXPECT_EQ(cut("x\n 'a\nb'", {.strings = "'", .one_line = true}),
              "line 2, column 2: a string is not closed; expected ' on the same line");
}

TEST(Lexer, NumbersAreWhatTheLexiconSays) {
    EXPECT_EQ(cut("1.5 1. 1e5", {}), "number:1.5 number:1 symbol:. number:1 word:e5 end");
    EXPECT_EQ(cut("1. .5 1e-5", {.exponents = true, .bare_points = true}), "number:1. number:.5 number:1e-5 end");
    EXPECT_EQ(cut("1_000", {.digit_groups = true}), "number:1_000 end");
    EXPECT_EQ(cut("a 3x", {.apart = true}, true),
              "column 3: '3x' is neither a number nor a name; names that begin with a digit are written in quotes");
    EXPECT_EQ(cut("1/3-x", {.begins = [](char c) { return c != ' '; },
                            .continues = [](char c) { return c != ' '; },
                            .numbers = false}),
              "word:1/3-x end");
}

TEST(Lexer, SymbolsAreWhatTheLexiconSays) {
    EXPECT_EQ(cut("a<=b", {.symbols = {"<="}}), "word:a symbol:<= word:b end");
    EXPECT_EQ(cut("a<=b", {}), "word:a symbol:< symbol:= word:b end");
    EXPECT_EQ(cut("a;", {.only = ","}), "line 1, column 2: ';' has no meaning here");
    EXPECT_EQ(cut("\x01", {.controls = false}), "line 1, column 1: '\\x01' has no meaning here");
}

TEST(Lexer, PlacesAreInCharacters) {
    const auto tokens = *tokens_of({.text = "äö x\n ü y"}, {});
    EXPECT_EQ(to_string(tokens[1].place), "line 1, column 4");
    EXPECT_EQ(to_string(tokens[3].place), "line 2, column 4");
    EXPECT_EQ(to_string(tokens[3].place, true), "line 2, column 4");
    EXPECT_EQ(to_string(tokens[1].place, true), "column 4");
    for (const Token& token : tokens) {
        const Place slow = place_of("äö x\n ü y", token.begin);
        EXPECT_EQ(to_string(slow), to_string(token.place));
    }
}

}  // namespace lexer_test
}  // namespace scrim::language
