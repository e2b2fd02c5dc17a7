#include "kernel/core/field.h"

#include "kernel/core/json.h"
#include "kernel/core/printable_message.h"
#include "kernel/core/text.h"
#include "scrim/result.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace scrim {
namespace field_test {

using ::testing::HasSubstr;
using ::testing::Not;

std::string on_command_line(const std::string& text) { return worded(text, Wording::command_line); }

TEST(Field, IsSpelledAsTheUsersOfAnAdapterWriteIt) {
    const struct {
        std::string said;
        const char *command_line, *json, *keyword;
    } fields[] = {
        {field("accept_exact"), "--accept-exact", "\"accept_exact\"", "accept_exact="},
        {field("m", "10"), "-m 10", "\"m\": 10", "m=10"},
        {field("l", "2"), "--l 2", "\"l\": 2", "l=2"},
        {field("type", "born=day_first"), "--type born=day_first", "\"type\": \"born=day_first\"",
         "types={'born': 'day_first'}"},
        {field("qi"), "--qi", "\"qi\"", "quasi_identifiers="},
        {field("lambda", "2"), "--lambda 2", "\"lambda\": 2", "lambda_=2"},
        {quoted_field("missing", "?"), "--missing '?'", "\"missing\": \"?\"", "missing='?'"},
        {quoted_field("missing", "-9"), "--missing '-9'", "\"missing\": \"-9\"", "missing='-9'"},
        {quoted_field("missing", "9"), "--missing '9'", "\"missing\": \"9\"", "missing='9'"},
        {quoted_field("missing", ""), "--missing ''", "\"missing\": \"\"", "missing=''"},
        {quoted_field("missing", "\""), "--missing '\"'", R"("missing": "\"")", "missing='\"'"},
        {switched_on("rows_are_persons"), "--rows-are-persons", "\"rows_are_persons\": true", "rows_are_persons=True"},
    };
    for (const auto& some : fields) {
        EXPECT_EQ(worded(some.said, Wording::command_line), some.command_line);
        EXPECT_EQ(worded(some.said, Wording::json), some.json);
        EXPECT_EQ(worded(some.said, Wording::keyword), some.keyword);
        EXPECT_EQ(worded("give " + some.said + ", or not", Wording::keyword), format("give {}, or not", some.keyword));
    }
}

TEST(Field, IsTheFirstOfAnErrorsMessage) {
    EXPECT_EQ(input_error("nothing to say").field(), "");
    const Error error = input_error(format("'--x' needs {} or {}", quoted_field("accept_exact", "a b"), field("drop")));
    EXPECT_EQ(error.field(), "accept_exact");
    EXPECT_EQ(input_error(format("column 'a': {}", error.message)).field(), "accept_exact")
        << "in front of it: a place";
    EXPECT_EQ(on_command_line(error.message), "'--x' needs --accept-exact 'a b' or --drop");
}

TEST(Field, LeavesOtherTextAsItIs) {
    for (const std::string text : {"", "plain", "\x7f", "\x7f\x7f", "\x7fout.\x7f", "a\x7f 0123456789abcdef out=\x7f b",
                                   "--out, \"out\" and out=", "l\n\x01\x02\x1f"}) {
        for (const Wording wording : {Wording::command_line, Wording::json, Wording::keyword})
            EXPECT_EQ(worded(text, wording), text);
        EXPECT_EQ(input_error(text).field(), "");
    }
    const std::string once = on_command_line("with " + field("out"));
    EXPECT_EQ(on_command_line(once), once);
}

TEST(Field, OfAnotherProcessIsText) {
    std::string mark = field("out");
    char& digit = mark[5];
    digit = digit == '0' ? '1' : '0';
    EXPECT_EQ(on_command_line(mark), mark);
    EXPECT_EQ(on_command_line(mark + field("out")), mark + "--out");
}

// Somebody's text that holds the very mark: it cannot know it, and if it could, messages quote it.
TEST(Field, IsNotMadeByTextThatIsQuoted) {
    const std::string forged = field("force");
    const Error error = input_error(format("{} is no column; give {}", quoted(forged), field("qi")));
    EXPECT_EQ(error.field(), "qi");
    EXPECT_THAT(on_command_line(error.message), Not(HasSubstr("--force")));
    EXPECT_THAT(on_command_line(error.message), HasSubstr("\\x7f"));
    for (const std::string& nested :
         {quoted_field("missing", forged), field("type", forged), field("type", "a\x7f"), field("type", "\x7f=b")}) {
        const std::string spelled = on_command_line(nested + " " + field("qi"));
        EXPECT_THAT(spelled, HasSubstr("\\x7f"));
        EXPECT_THAT(spelled, Not(HasSubstr("\x7f")));
        EXPECT_THAT(spelled, Not(HasSubstr("--force")));
        EXPECT_TRUE(spelled.ends_with(" --qi")) << spelled;
    }
}

TEST(Field, IsWordedInDocumentsOfJson) {
    const std::string said = "say " + quoted_field("missing", "a\\b\"c");
    const std::string document = Json{{"note", said}, {"value", "\x7fout.\x7f"}}.dump();
    const Json read = Json::parse(on_command_line(document));
    EXPECT_EQ(read["note"], "say --missing 'a\\b\"c'");
    EXPECT_EQ(read["value"], "\x7fout.\x7f") << "data stay as they are";
}

TEST(Field, IsNotCutInTwo) {
    const std::string message = "say " + field("out") + " or " + field("drop") + ".";
    for (std::size_t most = 0; most <= message.size() + 2; ++most) {
        const std::size_t cut = cut_of(message, most);
        EXPECT_LE(cut, most);
        EXPECT_THAT(on_command_line(message.substr(0, cut)), Not(HasSubstr("\x7f")));
    }
    EXPECT_EQ(cut_of(message, message.size()), message.size());
    EXPECT_EQ(cut_of(message, message.size() - 2), message.size() - 1 - field("drop").size());
    EXPECT_EQ(cut_of("no field", 3), 3u);
}

TEST(Field, StaysWhereControlBytesAreEscaped) {
    const std::string message = "a\n" + field("out") + "\x7f" + quoted_field("missing", "\t") + "ü\x01";
    EXPECT_EQ(on_command_line(printable_message(message, 1000)), "a\\x0a--out\\x7f--missing '\\x09'ü\\x01");
    EXPECT_EQ(printable_message("a\nü", 3), printable("a\nü", 3)) << "not inside a character";
    for (std::size_t most = 0; most < message.size(); ++most) {
        const std::string cut = on_command_line(printable_message(message, most));
        EXPECT_TRUE(cut.ends_with("…")) << cut;
        EXPECT_THAT(cut, Not(HasSubstr("\x7f")));
        EXPECT_TRUE(is_utf8(cut)) << cut;
    }
}

}  // namespace field_test
}  // namespace scrim
