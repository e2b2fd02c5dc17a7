// The examples of the papers: seed 000, §1.3 and §3.1, and seed 004, §3.2.
#include "tests/query/release_maker.h"

namespace scrim::testing {
namespace paper_query_test {

const std::vector<std::string> columns{"Age", "Zipcode", "Disease"};
const std::string q1 = "SELECT COUNT(*) FROM StatDB WHERE Age BETWEEN 30 AND 50 AND Disease = 'flu'";
const std::string q2 = "SELECT COUNT(*) FROM StatDB WHERE Zipcode BETWEEN 20000 AND 40000 AND Disease = 'flu'";

// Rows of a group: its box, and its diseases.
void add(std::vector<std::vector<std::string>>& rows, const std::string& age, const std::string& zip,
         const std::vector<std::string>& diseases) {
    for (const std::string& disease : diseases) rows.push_back({age, zip, disease});
}

querying::Released table_1b() {
    std::vector<std::vector<std::string>> rows;
    add(rows, "[20, 23]", "[12000, 58000]", {"flu", "gastritis"});
    add(rows, "[38, 42]", "[23000, 41000]", {"flu", "gastritis"});
    add(rows, "[46, 48]", "[13000, 25000]", {"flu", "gastritis"});
    add(rows, "[49, 53]", "[49000, 52000]", {"flu", "insomnia", "gastritis"});
    add(rows, "[59, 61]", "[39000, 61000]", {"flu", "gastritis"});
    return bare_table(columns, rows);
}

querying::Released table_2() {
    std::vector<std::vector<std::string>> rows;
    add(rows, "[20, 48]", "[12000, 13000]", {"flu", "gastritis"});
    add(rows, "[42, 46]", "[23000, 25000]", {"flu", "gastritis"});
    add(rows, "[38, 61]", "[39000, 41000]", {"flu", "gastritis"});
    add(rows, "[49, 53]", "[49000, 52000]", {"flu", "insomnia", "gastritis"});
    add(rows, "[23, 59]", "[58000, 61000]", {"flu", "gastritis"});
    return bare_table(columns, rows);
}

querying::Released table_3() {
    return in_groups({"Age", "Zipcode"},
                     {{"20", "12000", "0"},
                      {"23", "58000", "0"},
                      {"38", "41000", "1"},
                      {"42", "23000", "1"},
                      {"46", "25000", "2"},
                      {"48", "13000", "2"},
                      {"49", "51000", "3"},
                      {"52", "52000", "3"},
                      {"53", "49000", "3"},
                      {"59", "61000", "4"},
                      {"61", "39000", "4"}},
                     "Disease",
                     {{"flu", "gastritis"},
                      {"flu", "gastritis"},
                      {"flu", "gastritis"},
                      {"flu", "insomnia", "gastritis"},
                      {"flu", "gastritis"}});
}

TEST(PaperQuery, TheQueriesOnTable1b) {
    EXPECT_EQ(interval_of(table_1b(), q1), "2..3");
    EXPECT_EQ(interval_of(table_1b(), q2), "0..4");
}

TEST(PaperQuery, TheQueriesOnTable2) {
    EXPECT_EQ(interval_of(table_2(), q1), "1..5");
    EXPECT_EQ(interval_of(table_2(), q2), "1..2");
}

// Lemma 3: in group 4 one of three satisfies the condition on the age and one has flu, so that nobody need.
TEST(PaperQuery, TheQueriesOnTheAnatomyOfTable3) {
    EXPECT_EQ(interval_of(table_3(), q1), "2..3");
    EXPECT_EQ(interval_of(table_3(), q2), "0..3");
    EXPECT_EQ(expected_of(table_3(), q1), "7/3");
}

// "[49, 53]" holds five ages, of which 49 and 50 are asked for.
TEST(PaperQuery, WhatIsExpectedOfTable1b) { EXPECT_EQ(expected_of(table_1b(), q1), "12/5"); }

// Seed 004, Table III: patients of age 38 with a heart disease.
const std::string heart = "SELECT COUNT(*) FROM StatDB WHERE Age = 38 AND Disease = 'Heart'";

TEST(PaperQuery, ExpectedFromTheAnatomizedTableIII) {
    const auto released = in_groups(
        {"Age", "Sex"},
        {{"30", "Male", "0"},
         {"30", "Male", "0"},
         {"30", "Male", "0"},
         {"32", "Male", "0"},
         {"32", "Male", "0"},
         {"32", "Male", "0"},
         {"36", "Female", "1"},
         {"38", "Female", "1"},
         {"38", "Female", "1"},
         {"38", "Female", "1"}},
        "Disease", {{"Hepatitis", "Hepatitis", "Hepatitis", "HIV", "HIV", "HIV"}, {"Flu", "Flu", "Heart", "Heart"}});
    EXPECT_EQ(expected_of(released, heart), "3/2");
    EXPECT_EQ(interval_of(released, heart), "1..2");
}

TEST(PaperQuery, ExpectedFromTheGeneralizedTableIII) {
    std::vector<std::vector<std::string>> rows;
    for (const char* disease : {"Hepatitis", "Hepatitis", "HIV", "Hepatitis", "HIV", "HIV"})
        rows.push_back({"[30-35)", "Male", disease});
    for (const char* disease : {"Flu", "Flu", "Heart", "Heart"}) rows.push_back({"[35-40)", "Female", disease});
    const auto released = bare_table({"Age", "Sex", "Disease"}, rows);
    EXPECT_EQ(expected_of(released, heart), "2/5");
    EXPECT_EQ(interval_of(released, heart), "0..2");
}

}  // namespace paper_query_test
}  // namespace scrim::testing
