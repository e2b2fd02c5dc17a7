#include "adapters/cli/shell/sql_output.h"
#include "adapters/cli/shown_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace scrim::cli {
namespace sql_output_test {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using Cells = std::vector<std::optional<std::string>>;

const SqlColumn person{"name", "VARCHAR", SqlColumn::Kind::text, true};
const SqlColumn age{"age", "INTEGER", SqlColumn::Kind::number};
const SqlColumn town{"town", "VARCHAR"};
const SqlColumn sick{"sick", "BOOLEAN", SqlColumn::Kind::boolean};

// What a format makes of results, one after the other.
class Written {
public:
    explicit Written(SqlFormat format) : output_(make_output(format, out_, err_)) {}

    Written& result(const std::vector<SqlColumn>& columns, const std::vector<Cells>& rows, bool complete = true) {
        output_->columns(columns);
        for (const Cells& row : rows) EXPECT_TRUE(output_->row(row));
        output_->finish(complete);
        return *this;
    }
    Written& message(std::string_view text) {
        output_->message(text);
        output_->finish(true);
        return *this;
    }
    std::string out() const { return out_.str(); }
    std::string err() const { return err_.str(); }

private:
    std::ostringstream out_, err_;
    std::unique_ptr<SqlOutput> output_;
};

TEST(ShownText, MeasuresWhatATerminalShows) {
    EXPECT_EQ(shown("Zoë").width, 3u);
    EXPECT_EQ(shown("東京").width, 4u);
    EXPECT_EQ(shown("e\u0301").width, 1u) << "a combining accent takes no place";
    EXPECT_EQ(shown("東京").text, "東京");
}

TEST(ShownText, DataCannotPlayWithATerminal) {
    EXPECT_EQ(shown("a\x1b[2Jb\a\n\x7f").text, "a\\x1b[2Jb\\x07\\x0a\\x7f");
    EXPECT_EQ(shown(std::string_view("a\0b", 3)).text, "a\\x00b");
    EXPECT_EQ(shown("a\u202eb\u0085").text, "a\\u202eb\\u0085") << "direction overrides and C1 controls";
    EXPECT_EQ(shown("\a").width, 4u);
}

TEST(ShownText, BytesThatAreNoUtf8AreEscaped) {
    EXPECT_EQ(shown("caf\xe9").text, "caf\\xe9");
    EXPECT_EQ(shown("\xc0\xaf\xed\xa0\x80").text, "\\xc0\\xaf\\xed\\xa0\\x80") << "overlong, surrogate";
    EXPECT_EQ(shown("\xf0\x9f").text, "\\xf0\\x9f") << "cut short";
}

TEST(SqlTable, AlignsByWidthWithNumbersAtTheRight) {
    EXPECT_EQ(Written(SqlFormat::table)
                  .result({person, age, town}, {{{}, "7", "Zürich"}, {"Zoë", "42", {}}, {"東", {}, ""}})
                  .out(),
              " name |  age | town\n"
              "------+------+--------\n"
              " *    |    7 | Zürich\n"
              " Zoë  |   42 | NULL\n"
              " 東   | NULL | \n"
              "(3 rows)\n");
}

TEST(SqlTable, CountsOneRowAndNone) {
    EXPECT_THAT(Written(SqlFormat::table).result({age}, {{"1"}}).out(), EndsWith("\n(1 row)\n"));
    EXPECT_EQ(Written(SqlFormat::table).result({age}, {}).out(), " age\n-----\n(0 rows)\n");
}

TEST(SqlTable, FlowsAfterAThousandRows) {
    std::ostringstream out;
    const auto output = make_output(SqlFormat::table, out, out);
    output->columns(std::vector{town, age});
    for (int i = 0; i < 999; ++i) output->row(Cells{"abc", "1"});
    EXPECT_EQ(out.str(), "") << "the widths are not decided";
    output->row(Cells{"abcdef", "1"});
    EXPECT_THAT(out.str(), StartsWith(" town   | age\n--------+-----\n abc    |   1\n"));
    const std::size_t before = out.str().size();
    output->row(Cells{"longer than before", "1"});
    EXPECT_EQ(out.str().substr(before), " longer than before |   1\n");
    output->finish(true);
    EXPECT_THAT(out.str(), EndsWith("(1001 rows)\n"));
}

TEST(SqlTable, HoldsFewLongRows) {
    std::ostringstream out;
    const auto output = make_output(SqlFormat::table, out, out);
    output->columns(std::vector{town});
    for (int i = 0; i < 8; ++i) output->row(Cells{std::string(1 << 20, 'x')});
    EXPECT_GT(out.str().size(), std::size_t{4} << 20);
    EXPECT_THAT(out.str().substr(0, 200), HasSubstr("\n" + std::string(102, '-') + "\n"))
        << "one long value widens no other line";
}

TEST(SqlTable, AnErrorAmongTheRowsIsSeen) {
    EXPECT_THAT(Written(SqlFormat::table).result({age}, {{"1"}, {"2"}}, false).out(),
                EndsWith("(stopped after 2 rows)\n"));
    EXPECT_EQ(Written(SqlFormat::table).result({age}, {}, false).out(), "");
}

TEST(SqlTable, ForgetsTheResultBefore) {
    EXPECT_THAT(Written(SqlFormat::table).result({person, age}, {{"a long name", "1"}}).result({age}, {{"5"}}).out(),
                EndsWith("(1 row)\n age\n-----\n   5\n(1 row)\n"));
}

TEST(SqlTable, MessagesAreLines) {
    EXPECT_EQ(Written(SqlFormat::table).message("3 rows\x1b inserted").out(), "3 rows\\x1b inserted\n");
}

TEST(SqlOutputs, WantNoRowsOnceTheyCannotWrite) {
    for (const SqlFormat format : {SqlFormat::table, SqlFormat::csv, SqlFormat::json}) {
        std::ostringstream out;
        const auto output = make_output(format, out, out);
        output->columns(std::vector{age});
        EXPECT_TRUE(output->row(Cells{"1"}));
        out.setstate(std::ios::badbit);
        EXPECT_FALSE(output->row(Cells{"2"}));
    }
}

TEST(SqlCsv, QuotesWhatNeedsItAndTellsNullFromEmpty) {
    Written csv(SqlFormat::csv);
    csv.result({person, town}, {{{}, "a,b"}, {"", {}}, {"say \"x\"", "two\nlines"}});
    EXPECT_EQ(csv.out(), "name,town\n,\"a,b\"\n\"\",\n\"say \"\"x\"\"\",\"two\nlines\"\n");
}

TEST(SqlCsv, SeparatesResultsAndKeepsMessagesOut) {
    Written csv(SqlFormat::csv);
    csv.result({age}, {{"1"}}).message("3 rows inserted").result({town}, {});
    EXPECT_EQ(csv.out(), "age\n1\n\ntown\n");
    EXPECT_EQ(csv.err(), "3 rows inserted\n");
}

TEST(SqlJson, WritesNumbersTruthsAndNulls) {
    EXPECT_EQ(Written(SqlFormat::json).result({person, age, sick}, {{{}, "-7.50", "true"}, {"12", {}, "false"}}).out(),
              "{\"schema\":\"scrim.sql.rows/1\",\"columns\":[{\"name\":\"name\",\"kind\":\"text\"},"
              "{\"name\":\"age\",\"kind\":\"number\"},{\"name\":\"sick\",\"kind\":\"boolean\"}],\"rows\":[\n"
              " [null,-7.5,true],\n"
              " [\"12\",null,false]\n"
              "],\"more\":false}\n");
    EXPECT_THAT(Written(SqlFormat::json).result({age}, {}).out(), EndsWith("\"rows\":[],\"more\":false}\n"));
}

TEST(SqlJson, NumbersThatAReaderWouldChangeAreText) {
    for (const char* number : {"nan", "inf", "-inf", "01", "1.", ".5", "1e", "+1", "-", "", "0x1", "1 ", "1e999",
                               "9007199254740993", "-9007199254740992", "170141183460469231731687303715884105727",
                               "0.123456789012345678", "1234567890.1234567890"})
        EXPECT_THAT(Written(SqlFormat::json).result({age}, {{number}}).out(),
                    HasSubstr("[\"" + std::string(number) + "\"]"));
    for (const char* number : {"0", "10", "9007199254740991", "-9007199254740991", "0.30000000000000004", "-0.5"})
        EXPECT_THAT(Written(SqlFormat::json).result({age}, {{number}}).out(),
                    HasSubstr("[" + std::string(number) + "]"));
    EXPECT_THAT(Written(SqlFormat::json).result({age}, {{"1.5E-300"}}).out(), HasSubstr("[1.5e-300]"));
}

TEST(SqlJson, EscapesText) {
    EXPECT_THAT(Written(SqlFormat::json).result({town}, {{"a\"b\\c\n\t\x01 Zoë \xff"}}).out(),
                HasSubstr("\"a\\\"b\\\\c\\n\\t\\u0001 Zoë \xef\xbf\xbd\""));
}

TEST(SqlJson, ColumnsOfOneNameAreSeveral) {
    const SqlColumn a{"a", ""};
    EXPECT_THAT(Written(SqlFormat::json).result({a, a}, {{"1", "2"}}).out(), HasSubstr("[\"1\",\"2\"]"));
}

TEST(SqlJson, GeneralizedNumbersAreSaidToBeIntervals) {
    const SqlColumn label{"age", "ENUM", SqlColumn::Kind::text, false, true};
    const std::string out = Written(SqlFormat::json).result({label}, {{"[20, 29]"}, {"21"}}).out();
    EXPECT_THAT(out, HasSubstr("{\"name\":\"age\",\"kind\":\"interval\"}"));
    EXPECT_THAT(out, HasSubstr("[\"21\"]"));
}

TEST(SqlJson, MessagesAreObjectsAndAPartIsNoWhole) {
    Written json(SqlFormat::json);
    json.message("view \"v\" created").result({age}, {{"1"}}, false);
    EXPECT_THAT(json.out(),
                StartsWith("{\"schema\":\"scrim.sql.message/1\",\"message\":\"view \\\"v\\\" created\"}\n"));
    EXPECT_THAT(json.out(), EndsWith("\"rows\":[\n [1]\n"));
}

}  // namespace sql_output_test
}  // namespace scrim::cli
