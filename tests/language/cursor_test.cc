#include "kernel/language/cursor.h"
#include "kernel/language/lexer.h"

#include <gtest/gtest.h>

namespace scrim::language {
namespace cursor_test {

Cursor cursor_of(std::string_view text, std::string title = "") {
    static const Lexicon lexicon{.names = "\"", .strings = "'"};
    const Source source{.text = text, .title = std::move(title)};
    return Cursor(source, *tokens_of(source, lexicon));
}

TEST(Cursor, AcceptsWhatIsThereAndLeavesTheRest) {
    Cursor cursor = cursor_of("Group by (x) \"by\"");
    EXPECT_FALSE(cursor.accept_words({"GROUP", "ALL"}));
    EXPECT_EQ(cursor.index(), 0u);
    EXPECT_TRUE(cursor.accept_words({"GROUP", "BY"}));
    EXPECT_FALSE(cursor.accept_symbol(")"));
    EXPECT_TRUE(cursor.accept_symbol("("));
    EXPECT_EQ(cursor.take().text, "x");
    EXPECT_TRUE(cursor.expect_symbol(")"));
    EXPECT_FALSE(cursor.accept_word("BY")) << "a quoted name is no keyword";
    cursor.take();
    EXPECT_TRUE(cursor.at_end());
    EXPECT_EQ(cursor.take().kind, Token::Kind::end);
    EXPECT_EQ(cursor.take().kind, Token::Kind::end);
}

TEST(Cursor, SaysWhatWasExpectedAndWhere) {
    Cursor cursor = cursor_of("a\n 'b' c", "x.audit, ");
    EXPECT_EQ(cursor.expect_word("SELECT").error().message, "x.audit, line 1, column 1: expected SELECT, found 'a'");
    cursor.take();
    EXPECT_EQ(cursor.expect_symbol("(").error().message, "x.audit, line 2, column 2: expected '(', found 'b'");
    cursor.take();
    EXPECT_EQ(cursor.expect_symbol("(", "a list").error().message,
              "x.audit, line 2, column 6: expected a list, found 'c'");
    cursor.take();
    EXPECT_EQ(cursor.unexpected("more").message, "x.audit, line 2, column 7: expected more, found the end");
    EXPECT_EQ(cursor.refused_at(0, "no").message, "x.audit, line 1, column 1: no");
}

}  // namespace cursor_test
}  // namespace scrim::language
