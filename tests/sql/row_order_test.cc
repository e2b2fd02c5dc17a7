// The order in which an analyst gets rows depends on what they show and on chance, and on nothing else: bases that are
// stored in other orders answer every question alike when chance is the same, and otherwise the order says nothing.
#include "tests/sql/sql_runner.h"

#include "kernel/core/random.h"
#include "kernel/core/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <set>

namespace scrim::sql {
namespace row_order_test {

// Six hundred people, stored by their age, or by anything else.
constexpr const char* people =
    "SELECT i AS id, (20 + i // 10)::INTEGER AS age, (8850 + i % 7)::VARCHAR AS zip, (i * 7919 % 600) / 7.0 AS pay, i "
    "* "
    "7919 % 600 AS code, 'd' || (i * 31 % 11) AS disease FROM range(600) t(i)";

class Clinic {
public:
    // Chance is a sequence of `seed`; 0 for the operating system's.
    Clinic(const std::string& stored_by, std::uint64_t seed, std::size_t threads = 2) {
        SqlOptions options{.path = "", .threads = threads};
        if (seed != 0) {
            auto random = std::make_shared<SeededRandom>(seed);
            options.chance = [random] { return random->next(); };
        }
        SqlDatabase database = *SqlDatabase::open(options);
        SqlRunner owner(database, "");
        owner.run(format("CREATE TABLE person AS SELECT * FROM ({}) ORDER BY {}", people, stored_by));
        owner.run("CREATE TABLE wish AS SELECT id, (id % 4)::INTEGER AS k FROM person");
        const std::string clauses = "WITH ANONYMIZATION_ID id ANONYMIZATION_QUASI_ID (age, zip) ";
        owner.run(format("CREATE ANONYMIZATION_VIEW av ON (SELECT * FROM person) {} K 5", clauses));
        owner.run(format("CREATE ANONYMIZATION_VIEW own ON (SELECT * FROM person) {} id REFERENCES wish(k)", clauses));
        owner.run(format("CREATE MATERIALIZED ANONYMIZATION_VIEW mv ON (SELECT * FROM person) {} K 5", clauses));
        owner.run(format("CREATE ANONYMIZATION_VIEW over ON (SELECT * FROM av) {} K 7", clauses));
        for (const char* view : {"av", "own", "mv", "over"})
            owner.run(format("GRANT SELECT ON ANONYMIZATION_VIEW {} TO ana", view));
        analyst_ = std::make_unique<SqlRunner>(database, "ana");
    }
    SqlRunner& analyst() { return *analyst_; }

private:
    std::unique_ptr<SqlRunner> analyst_;
};

constexpr const char* plans[] = {"auto", "anonymize_then_select", "select_then_anonymize"};

// Questions that look at the order of a view's rows.
std::vector<std::string> questions(const std::string& view) {
    std::vector<std::string> all;
    for (const char* form :
         {"SELECT * FROM {}",
          "SELECT code FROM {}",
          "SELECT row_number() OVER () AS n, code FROM {}",
          "SELECT code FROM {} LIMIT 7",
          "SELECT code FROM {} LIMIT 3 OFFSET 100",
          "SELECT first(code), last(code), any_value(code) FROM {}",
          "SELECT list(code) FROM {}",
          "SELECT string_agg(disease, '') FROM {}",
          "SELECT sum(pay), avg(pay), stddev(pay) FROM {}",
          "SELECT age, first(code), list(code), sum(pay) FROM {} GROUP BY age",
          "SELECT DISTINCT age FROM {}",
          "SELECT DISTINCT ON (age) age, code FROM {}",
          "SELECT age, zip, count(*) FROM {} GROUP BY age, zip",
          "SELECT age, zip, count(*) AS n FROM {} GROUP BY ALL",
          "SELECT disease, count(*) FROM {} GROUP BY 1 LIMIT 4",
          "SELECT age, zip, max(code) FROM {} GROUP BY 1, 2 ORDER BY count(*) DESC LIMIT 5",
          "SELECT min(code) AS disease, count(*) FROM {} GROUP BY disease",
          "SELECT code FROM {} WHERE age = 30",
          "SELECT code FROM {} WHERE age < 40 AND disease > 'd3' LIMIT 5",
          "SELECT code FROM {} ORDER BY disease",
          "SELECT code FROM {} ORDER BY disease LIMIT 9",
          "SELECT code FROM {} UNION ALL SELECT code FROM {} LIMIT 30",
          "SELECT a.code FROM {} a, {} b LIMIT 12",
          "SELECT a.code, b.code FROM {} a JOIN {} b ON a.disease = b.disease LIMIT 20",
          "SELECT a.code, b.disease FROM {} a POSITIONAL JOIN {} b",
          "SELECT code, (SELECT first(b.code) FROM {} b WHERE b.disease = a.disease) FROM {} a LIMIT 20",
          "WITH c AS MATERIALIZED (SELECT * FROM {}) SELECT c.code FROM c, c AS d WHERE c.code = d.code LIMIT 20",
          "SELECT lag(code) OVER (ORDER BY disease) FROM {}",
          "SELECT arg_min(code, disease), mode(code) FROM {}",
          "SELECT code FROM {} QUALIFY row_number() OVER (PARTITION BY disease) = 1",
          "SELECT min(pay), max(code), sum(code), count(DISTINCT disease) FROM {} WHERE zip <> '8851'",
          "SELECT code FROM (SELECT * FROM {}) WHERE code IN (SELECT code FROM {} LIMIT 40)",
          "SELECT code FROM {} USING SAMPLE reservoir(10 ROWS) REPEATABLE (42)",
          "SELECT unnest(list(code)) FROM {}",
          "SELECT count(*) FROM (SELECT * FROM {} LIMIT 10) WHERE disease > 'd5'"}) {
        std::string question = form;
        for (std::size_t at = 0; (at = question.find("{}", at)) != std::string::npos;) question.replace(at, 2, view);
        all.push_back(question);
    }
    return all;
}

// (With one thread: which of several comes first is chance as well, which nobody can repeat.)
TEST(RowOrder, IsTheSameHoweverTheBaseIsStored) {
    Clinic by_age("age, id", 1, 1), by_code("code", 1, 1);
    int asked = 0;
    const auto compare = [&](const char* plan, const char* view) {
        for (Clinic* clinic : {&by_age, &by_code}) clinic->analyst().run(format("SET av_plan = '{}'", plan));
        for (const std::string& question : questions(view)) {
            const SqlRows answer = by_age.analyst().run(question);
            EXPECT_FALSE(answer.empty()) << question;
            EXPECT_EQ(by_code.analyst().run(question), answer) << question << ", " << plan;
            ++asked;
        }
    };
    for (const char* view : {"av", "own", "mv", "over"}) compare("auto", view);
    compare("select_then_anonymize", "own");
    EXPECT_GT(asked, 170);
}

// The attack: the base is stored by age, so that the n-th row is the n-th oldest. Without an order of their own, the
// ranks of rows and ages agree wholly (1); by chance, the correlation of 600 ranks is beyond 0.2 once in a million
// times.
double rank_correlation(const std::vector<double>& places) {
    const double n = static_cast<double>(places.size()), mean = (n - 1) / 2;
    double together = 0, alone = 0;
    for (std::size_t i = 0; i < places.size(); ++i) {
        together += (static_cast<double>(i) - mean) * (places[i] - mean);
        alone += (static_cast<double>(i) - mean) * (static_cast<double>(i) - mean);
    }
    return together / alone;
}

TEST(RowOrder, DoesNotLinkRowsToPersons) {
    std::map<std::string, double> place_of;  // in the base, by code, which the view shows
    {
        SqlRunner plain;
        const SqlRows rows = plain.run(format("SELECT code FROM ({}) ORDER BY age, id", people));
        for (std::size_t i = 0; i < rows.size(); ++i) place_of[rows[i][0]] = static_cast<double>(i);
    }
    for (const std::uint64_t seed : {2, 3, 4}) {
        Clinic clinic("age, id", seed);
        for (const char* view : {"av", "own", "mv", "over"})
            for (const char* plan : plans) {
                clinic.analyst().run(format("SET av_plan = '{}'", plan));
                std::vector<double> places;
                int linked = 0;
                for (const auto& row : clinic.analyst().run(
                         format("SELECT row_number() OVER () - 1, code FROM {} WHERE age <> 1", view))) {
                    places.push_back(place_of.at(row[1]));
                    linked += std::to_string(static_cast<int>(places.back())) == row[0];
                }
                ASSERT_EQ(places.size(), 600U);
                EXPECT_LT(linked, 10) << view << ", " << plan;
                EXPECT_LT(std::abs(rank_correlation(places)), 0.2) << view << ", " << plan;
            }
    }
}

TEST(RowOrder, IsAnotherEachTime) {
    Clinic clinic("age, id", 0);
    std::set<SqlRows> orders;
    for (int i = 0; i < 5; ++i) orders.insert(clinic.analyst().run("SELECT code FROM av"));
    EXPECT_EQ(orders.size(), 5U);
    // Two views of one base, or one view twice, cannot be laid side by side.
    int same = 0;
    for (const auto& row : clinic.analyst().run("SELECT a.code, b.code FROM av a POSITIONAL JOIN own b"))
        same += row[0] == row[1];
    EXPECT_LT(same, 10);
}

// Values that are equal to the engine, and are shown otherwise.
TEST(RowOrder, TellsEqualValuesApart) {
    std::vector<SqlRows> answers;
    for (const char* stored_by : {"n", "n DESC"}) {
        auto random = std::make_shared<SeededRandom>(5);
        SqlDatabase database = *SqlDatabase::open({.threads = 2, .chance = [random] { return random->next(); }});
        SqlRunner owner(database, "");
        owner.run(
            format("CREATE TABLE person AS SELECT n AS id, 30 AS age, CASE WHEN n % 2 = 0 THEN INTERVAL '1 month' ELSE "
                   "INTERVAL '30 days' END AS stay, CASE WHEN n % 3 = 0 THEN 0.0::DOUBLE ELSE -0.0::DOUBLE END AS "
                   "pay, [CASE WHEN n % 5 = 0 THEN 0.0::DOUBLE ELSE -0.0::DOUBLE END] AS pays FROM range(90) t(n) "
                   "ORDER BY {}",
                   stored_by));
        owner.run(
            "CREATE ANONYMIZATION_VIEW av ON (SELECT * FROM person) WITH ANONYMIZATION_ID id "
            "ANONYMIZATION_QUASI_ID (age) K 5");
        owner.run("GRANT SELECT ON ANONYMIZATION_VIEW av TO ana");
        answers.push_back(SqlRunner(database, "ana").run("SELECT stay, pay, pays FROM av"));
    }
    EXPECT_EQ(answers[0], answers[1]);
}

// The owner's own order is the table's.
TEST(RowOrder, OfTheOwnerIsPlain) {
    SqlRunner owner;
    owner.run(format("CREATE TABLE person AS {}", people));
    owner.run(
        "CREATE ANONYMIZATION_VIEW av ON (SELECT * FROM person) WITH ANONYMIZATION_ID id ANONYMIZATION_QUASI_ID "
        "(age) K 5");
    EXPECT_EQ(owner.run("SELECT code FROM av"), owner.run("SELECT code FROM person"));
}

}  // namespace row_order_test
}  // namespace scrim::sql
