#include "kernel/hierarchy/interval_columns.h"

#include <gtest/gtest.h>

namespace scrim::hierarchy {
namespace interval_columns_test {
namespace {

Table table_of(const std::string& name, const std::vector<std::string>& labels, bool has_null = false) {
    std::vector<Code> codes;
    for (Code code = 0; code < labels.size() + (has_null ? 1 : 0); ++code) codes.push_back(code);
    Table table;
    table.add(name, Column(std::make_shared<const Domain>(Domain::of_text(labels, has_null)), codes));
    return table;
}

// "20|30|NULL"
std::string shown(const Table& table, const std::string& name) {
    const Column& column = table[table.find(name).value()];
    std::string text;
    for (std::size_t row = 0; row < column.size(); ++row) text += (row ? "|" : "") + column.domain().label(column[row]);
    return text;
}

TEST(IntervalColumns, EndsAndMiddlesOfNumbers) {
    const std::vector<std::string> labels{"(1, 2.5]", "*", "21", "<20", "[20, 24]", "[25, 30)"};
    const Table columns = with_intervals(table_of("age", labels, true), IntervalsAs::columns);
    EXPECT_EQ(columns.names(), (std::vector<std::string>{"age_lo", "age_hi"}));
    EXPECT_EQ(shown(columns, "age_lo"), "1|NULL|21|NULL|20|25|NULL");
    EXPECT_EQ(shown(columns, "age_hi"), "2.5|NULL|21|20|24|30|NULL");
    const Table middles = with_intervals(table_of("age", labels, true), IntervalsAs::midpoint);
    EXPECT_EQ(shown(middles, "age"), "1.75|NULL|21|NULL|22|27.5|NULL");
    EXPECT_TRUE(middles[0].domain().is_numeric());
    EXPECT_EQ(with_intervals(table_of("age", labels), IntervalsAs::text).names(), (std::vector<std::string>{"age"}));
}

TEST(IntervalColumns, Negative) {
    const Table middles = with_intervals(table_of("x", {"[-3, -2]", "[-3, 2]"}), IntervalsAs::midpoint);
    EXPECT_EQ(shown(middles, "x"), "-2.5|-0.5");
}

TEST(IntervalColumns, Dates) {
    const std::vector<std::string> labels{"2020-02-29", "[2020-01-01, 2020-01-04]"};
    const Table columns = with_intervals(table_of("day", labels), IntervalsAs::columns);
    EXPECT_EQ(shown(columns, "day_lo"), "2020-02-29|2020-01-01");
    EXPECT_EQ(shown(columns, "day_hi"), "2020-02-29|2020-01-04");
    EXPECT_EQ(shown(with_intervals(table_of("day", labels), IntervalsAs::midpoint), "day"), "2020-02-29|2020-01-02");
}

TEST(IntervalColumns, OthersStayAsTheyAre) {
    for (const std::vector<std::string>& labels :
         {std::vector<std::string>{"nurse", "[20, 24]"}, {"20", "24"}, {"*"}, {"1305*", "[1, 2]"}}) {
        const Table table = with_intervals(table_of("c", labels), IntervalsAs::columns);
        EXPECT_EQ(table.names(), (std::vector<std::string>{"c"})) << labels.front();
    }
}

TEST(IntervalColumns, NamesThatAreTaken) {
    Table table = table_of("a", {"[1, 2]"});
    table.add("a_lo", table_of("", {"x"})[0]);
    EXPECT_EQ(with_intervals(std::move(table), IntervalsAs::columns).names(),
              (std::vector<std::string>{"a_lo_", "a_hi", "a_lo"}));
}

}  // namespace
}  // namespace interval_columns_test
}  // namespace scrim::hierarchy
