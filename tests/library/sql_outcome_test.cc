#include "scrim/sql.h"

#include "kernel/core/table.h"
#include "library/open_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace scrim {
namespace sql_outcome_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;

SqlSession session() { return *SqlDatabase::open({})->session(); }

// The cells of a column, in the order of rows.
std::vector<std::string> cells(const SqlOutcome& outcome, const std::string& column) {
    TableInput input;
    input.frame = *outcome.rows;
    const auto source = library::open_table(input);
    const auto table = (*source)->read(std::vector{column}, no_progress());
    std::vector<std::string> labels;
    for (std::size_t row = 0; row < table->rows(); ++row)
        labels.push_back((*table)[0].domain().label((*table)[0][row]));
    return labels;
}

TEST(SqlOutcome, IsThatOfTheLastStatement) {
    SqlSession sql = session();
    const auto made =
        run_all(sql,
                "CREATE TABLE t (n INTEGER, d DATE, s VARCHAR); INSERT INTO t VALUES (10, '2020-02-29', 'x'),"
                " (9, NULL, '07'); -- that is all",
                no_progress());
    ASSERT_TRUE(made) << made.error().message;
    EXPECT_FALSE(made->rows);
    EXPECT_THAT(made->message, HasSubstr("2 rows"));
    const auto rows = run_all(sql, "SELECT * FROM t ORDER BY n", no_progress());
    ASSERT_TRUE(rows && rows->rows);
    EXPECT_THAT(cells(*rows, "n"), ElementsAre("9", "10"));
    EXPECT_THAT(cells(*rows, "d"), ElementsAre("NULL", "2020-02-29"));
    EXPECT_THAT(cells(*rows, "s"), ElementsAre("07", "x"));
    EXPECT_FALSE(run_all(sql, " -- nothing", no_progress()));
    EXPECT_FALSE(run_all(sql, "SELECT nothing", no_progress()));
}

TEST(SqlOutcome, IntervalsAsNumbers) {
    SqlSession sql = session();
    ASSERT_TRUE(run_all(sql, R"(
        CREATE TABLE p (name VARCHAR, age INTEGER, born DATE, s VARCHAR);
        INSERT INTO p VALUES ('a', 20, '2000-01-01', 'x'), ('b', 23, '2000-01-04', 'y'), ('c', 40, '2001-01-01', 'x'), ('d', 40, '2001-01-01', 'y');
        CREATE TABLE c (name VARCHAR, purpose VARCHAR, recipient VARCHAR, k INTEGER, sa_level INTEGER);
        INSERT INTO c SELECT name, 'p', 'r', 2, 0 FROM p;
        CREATE ANONYMIZATION_VIEW v ON (SELECT * FROM p) WITH ANONYMIZATION_ID name ANONYMIZATION_QUASI_ID (age, born)
            ANONYMIZATION_SENSITIVE_ATTR (s) name REFERENCES c(k, sa_level))",
                        no_progress()));
    const std::string ask = "SELECT age, born, s FROM v PURPOSE p RECIPIENT r";
    const auto columns = run_all(sql, ask, no_progress(), "columns");
    ASSERT_TRUE(columns) << columns.error().message;
    EXPECT_THAT(columns->rows->columns(), ElementsAre("age_lo", "age_hi", "born_lo", "born_hi", "s"));
    EXPECT_THAT(cells(*columns, "age_lo"), UnorderedElementsAre("20", "20", "40", "40"));
    EXPECT_THAT(cells(*columns, "age_hi"), UnorderedElementsAre("23", "23", "40", "40"));
    EXPECT_THAT(cells(*columns, "born_hi"),
                UnorderedElementsAre("2000-01-04", "2000-01-04", "2001-01-01", "2001-01-01"));
    const auto middle = run_all(sql, ask, no_progress(), "midpoint");
    ASSERT_TRUE(middle) << middle.error().message;
    EXPECT_THAT(cells(*middle, "age"), UnorderedElementsAre("21.5", "21.5", "40", "40"));
    EXPECT_THAT(cells(*middle, "born"), UnorderedElementsAre("2000-01-02", "2000-01-02", "2001-01-01", "2001-01-01"));
    EXPECT_THAT(run_all(sql, ask, no_progress(), "halves").error().message, HasSubstr("columns or midpoint"));
}

}  // namespace sql_outcome_test
}  // namespace scrim
