// Non-interference: a value that its owner does not consent to show changes nothing that a view shows.
//
// Two databases hold the same but for such values. Whatever is done to both, their views answer alike.
#include "kernel/core/random.h"
#include "kernel/core/text.h"
#include "tests/rounds.h"
#include "tests/sql/sql_runner.h"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <thread>

namespace scrim::sql {
namespace consent_test {

struct Setting {
    const char* name;
    const char* kind;
    const char* clauses;
};

constexpr std::uint64_t columns = 3;  // age, city, disease
constexpr const char* names[columns] = {"age", "city", "disease"};

class Refused : public testing::TestWithParam<Setting> {
protected:
    Refused() : random_(0) {}

    std::string value(std::uint64_t column) {
        return column == 0 ? std::to_string(random_.below(60)) : format("'{}{}'", names[column][0], random_.below(6));
    }
    void both(const std::string& statement) {
        one_.run(statement);
        other_.run(statement);
    }

    void make(std::uint64_t seed) {
        random_ = SeededRandom(seed);
        one_ = SqlRunner();
        other_ = SqlRunner();
        consent_.clear();
        both("CREATE TABLE person(id INTEGER, age INTEGER, city VARCHAR, disease VARCHAR, since DATE)");
        both(
            "CREATE TABLE wish(id INTEGER, k INTEGER, age_op BOOLEAN, city_op BOOLEAN, disease_op BOOLEAN, age_until "
            "DATE)");
        both("CREATE DGH city_dgh");
        both(
            "INSERT INTO DGH city_dgh ('c0', 'west'), ('c1', 'west'), ('c2', 'west'), ('c3', 'east'), ('c4', 'east'), "
            "('c5', 'east'), ('west', 'all'), ('east', 'all')");
        both("CREATE DGH disease_dgh");
        both("INSERT INTO DGH disease_dgh ('d0', 'x'), ('d1', 'x'), ('d2', 'y')");
        for (std::uint64_t id = 0, people = 2 + random_.below(24); id < people; ++id) add_person();
        both(
            format("CREATE {} ANONYMIZATION_VIEW v ON (SELECT * FROM person) WITH ANONYMIZATION_ID id "
                   "ANONYMIZATION_QUASI_ID (age, city DGH_NAME city_dgh) ANONYMIZATION_SENSITIVE_ATTR (disease "
                   "DGH_NAME disease_dgh) id REFERENCES wish(k) UNKNOWN VALUE TOP {}",
                   GetParam().kind, GetParam().clauses));
    }

    void add_person() {
        const std::uint64_t id = consent_.size();
        consent_.emplace_back();
        std::string one, other, wishes;
        for (std::uint64_t c = 0; c < columns; ++c) {
            consent_.back()[c] = random_.below(4) != 0;
            const std::string own = value(c);
            one += ", " + own;
            other += ", " + (consent_.back()[c] ? own : value(c));
            wishes += consent_.back()[c] ? ", true" : ", false";
        }
        // Retention is a refusal too: by a date of the profile's.
        const bool over = consent_.back()[0] && random_.below(8) == 0;
        if (over) consent_.back()[0] = false;
        both(format("INSERT INTO wish VALUES ({}, {}{}, {})", id, random_.below(5), wishes,
                    over ? "DATE '2001-01-01'" : "NULL"));
        one_.run(format("INSERT INTO person VALUES ({}{}, DATE '2020-01-01')", id, one));
        other_.run(format("INSERT INTO person VALUES ({}{}, DATE '2020-01-01')", id, other));
    }

    void change() {
        const std::uint64_t id = random_.below(consent_.size()), c = random_.below(columns);
        const auto set = [&](const std::string& to) {
            return format("UPDATE person SET {} = {} WHERE id = {}", names[c], to, id);
        };
        switch (random_.below(5)) {
            case 0: add_person(); return;
            case 1: both(format("UPDATE wish SET k = {} WHERE id = {}", random_.below(5), id)); return;
            case 2: {  // withdrawn
                both(format("UPDATE wish SET {}_op = false WHERE id = {}", names[c], id));
                consent_[id][c] = false;
                return;
            }
            case 3: {  // given, for one value
                both(set(value(c)));
                both(format("UPDATE wish SET {}_op = true{} WHERE id = {}", names[c],
                            c == 0 ? ", age_until = NULL" : "", id));
                consent_[id][c] = true;
                return;
            }
            default: {
                const std::string own = value(c);
                one_.run(set(own));
                other_.run(set(consent_[id][c] ? own : value(c)));
            }
        }
    }

    void expect_alike() {
        for (const char* question :
             {"SELECT * FROM v", "SELECT age, count(*) FROM v GROUP BY age",
              "SELECT city, count(*) FROM v GROUP BY city", "SELECT min(age), max(age), min(city), max(disease) FROM v",
              "SELECT DISTINCT disease FROM v"})
            EXPECT_EQ(one_.sorted(question), other_.sorted(question)) << question;
        for (int i = 0; i < 4; ++i) {
            const std::uint64_t c = random_.below(columns);
            static constexpr const char* comparisons[] = {"=", "<>", "<", ">="};
            const std::string question =
                format("SELECT count(*) FROM v WHERE {} {} {}", names[c], comparisons[random_.below(4)], value(c));
            EXPECT_EQ(one_.value(question), other_.value(question)) << question;
        }
    }

    SeededRandom random_;
    SqlRunner one_, other_;
    std::vector<std::array<bool, columns>> consent_;
};

TEST_P(Refused, ValuesChangeNothingThatIsShown) {
    const std::uint64_t pairs = rounds(1);
    for (std::uint64_t seed = 0; seed < pairs && !HasFailure(); ++seed) {
        SCOPED_TRACE(format("seed {}", seed));
        make(seed);
        expect_alike();
        for (int step = 0; step < 6 && !HasFailure(); ++step) {
            SCOPED_TRACE(format("step {}", step));
            change();
            expect_alike();
        }
    }
}

// The test can fail: a value that is shown makes a difference.
TEST_P(Refused, WhichOthersDo) {
    make(1);
    int differences = 0;
    for (int i = 0; i < 10; ++i) {
        one_.run(format("UPDATE person SET age = {} WHERE id = {}", 100 + i, i));
        one_.run(format("UPDATE wish SET k = 1, age_op = true, age_until = NULL WHERE id = {}", i));
        differences += one_.sorted("SELECT * FROM v") != other_.sorted("SELECT * FROM v");
    }
    EXPECT_GT(differences, 0);
}

// A version of a view that was made before somebody's consent ended is made anew, though no data have changed.
TEST(Retained, ValuesLeaveLabelsWhenTheirTimeIsOver) {
    SqlRunner sql;
    sql.run(
        "CREATE TABLE person AS SELECT i AS id, 10 * i AS age, CASE WHEN i = 1 THEN now()::TIMESTAMP ELSE TIMESTAMP "
        "'2090-01-01' END AS since FROM range(1, 6) t(i)");
    sql.run(
        "CREATE ANONYMIZATION_VIEW v ON (SELECT * FROM person) WITH ANONYMIZATION_ID id ANONYMIZATION_QUASI_ID (age) "
        "K 2 RETAIN (age FOR '1 second' SINCE since)");
    sql.run("SELECT label(age) FROM v");  // with 10, if the machine is quick
    std::this_thread::sleep_for(std::chrono::milliseconds(1100));
    const SqlRows expected{{"NULL"}, {"[20, 30]"}, {"[20, 30]"}, {"[40, 50]"}, {"[40, 50]"}};
    EXPECT_EQ(sql.sorted("SELECT label(age) FROM v"), expected);
}

INSTANTIATE_TEST_SUITE_P(Settings, Refused,
                         testing::Values(Setting{"best", "", ""}, Setting{"mondrian", "", "RECODE mondrian"},
                                         Setting{"datafly", "", "RECODE datafly"},
                                         Setting{"optimal", "", "RECODE optimal"},
                                         Setting{"topdown", "", "RECODE topdown"},
                                         Setting{"blocks", "", "RECODE mondrian BLOCK 10"},
                                         Setting{"diverse", "", "REQUIRE l_diversity_distinct(l=2)"},
                                         Setting{"since", "", "RETAIN (disease FOR '200 years' SINCE since)"},
                                         Setting{"materialized", "MATERIALIZED", ""}),
                         [](const auto& setting) { return std::string(setting.param.name); });

}  // namespace consent_test
}  // namespace scrim::sql
