// Random tables, profiles and hierarchies: what every answer of a view must satisfy, whatever the plan and recoder.
#include "kernel/core/random.h"
#include "kernel/core/text.h"
#include "tests/rounds.h"
#include "tests/sql/sql_runner.h"

#include <gtest/gtest.h>

namespace scrim::sql {
namespace random_views_test {

struct Setting {
    const char* name;
    const char* kind;     // MATERIALIZED, or nothing
    const char* clauses;  // RECODE …
};

class RandomViews : public testing::TestWithParam<Setting> {
protected:
    void make(std::uint64_t seed) {
        SeededRandom random(seed);
        const std::uint64_t people = 1 + random.below(120), ages = 2 + random.below(20);
        largest_k_ = 2 + random.below(seed % 3 == 0 ? 40 : 6);
        sql_.run("CREATE TABLE person(id INTEGER, age INTEGER, city VARCHAR, disease VARCHAR, choice INTEGER)");
        sql_.run("CREATE TABLE wish(choice INTEGER, k INTEGER, lvl INTEGER)");
        std::string rows, wishes, edges;
        for (std::uint64_t i = 0; i < people; ++i)
            rows += format("{}({}, {}, {}, 'd{}', {})", i ? ", " : "", i,
                           random.below(15) == 0 ? "NULL" : std::to_string(random.below(ages)),
                           random.below(15) == 0 ? "NULL" : format("'c{}'", random.below(5)), random.below(4),
                           random.below(8));
        sql_.run("INSERT INTO person VALUES " + rows);
        for (std::uint64_t i = 0; i < 7; ++i)  // nobody has the wish 7: a missing profile
            wishes += format("{}({}, {}, {})", i ? ", " : "", i, random.below(largest_k_ + 1), random.below(3));
        sql_.run("INSERT INTO wish VALUES " + wishes);
        sql_.run("CREATE DGH age_dgh");
        const std::uint64_t width = 2 + random.below(4);
        for (std::uint64_t a = 0; a < ages; ++a)
            edges += format("{}('{}', 'from {}')", a ? ", " : "", a, a / width * width);
        for (std::uint64_t a = 0; a < ages; a += width) edges += format(", ('from {}', 'any')", a);
        sql_.run("INSERT INTO DGH age_dgh " + edges);
        sql_.run("CREATE DGH disease_dgh");
        sql_.run(
            "INSERT INTO DGH disease_dgh ('d0', 'low'), ('d1', 'low'), ('d2', 'high'), ('d3', 'high'), ('low', 'all'), "
            "('high', 'all')");
        // oid tells the test, and nobody else, whose row it is.
        sql_.run(format(
            "CREATE {} ANONYMIZATION_VIEW v ON (SELECT id, age, city, disease, choice, id AS oid FROM person) WITH "
            "ANONYMIZATION_ID id ANONYMIZATION_QUASI_ID (age DGH_NAME age_dgh, city) "
            "ANONYMIZATION_SENSITIVE_ATTR (disease DGH_NAME disease_dgh) choice REFERENCES wish(k, lvl) {}",
            GetParam().kind, GetParam().clauses));
    }

    // Everybody is shown once, under labels that cover the truth, in a crowd as large as they asked for.
    void check_view() {
        EXPECT_EQ(sql_.value("SELECT count(*) FROM v"), sql_.value("SELECT count(*) FROM person"));
        for (const char* column : {"age", "city", "disease"})  // (NOT (a = b) means "may differ")
            EXPECT_EQ(sql_.value(format(
                          "SELECT count(*) FROM (SELECT v.{0} = p.{0} AS covered FROM v JOIN person p ON v.oid = "
                          "p.id) WHERE covered IS FALSE",
                          column)),
                      "0")
                << column;
        const char* shown =
            "(SELECT v.oid, label(v.age) AS age, label(v.city) AS city, v.id, label(v.disease) AS disease, "
            "coalesce(w.k, 1000000) AS k, w.lvl FROM v JOIN person p ON v.oid = p.id LEFT JOIN wish w ON "
            "p.choice = w.choice)";
        // Who asked for k >= 2 and is not hidden altogether is one of k with the same labels who asked too.
        EXPECT_EQ(sql_.value(format(
                      "SELECT count(*) FROM (SELECT *, count(*) OVER (PARTITION BY age, city) AS crowd FROM {} WHERE "
                      "k >= 2) WHERE crowd < k AND NOT (age = 'any' AND city = '*')",
                      shown)),
                  "0");
        EXPECT_EQ(sql_.value(format("SELECT count(*) FROM {} WHERE k > 0 AND id IS NOT NULL", shown)), "0");
        EXPECT_EQ(sql_.value(format("SELECT count(*) FROM {} WHERE id <> oid", shown)), "0");
        // (Of a materialized view, whoever was in a group stays in it, unnamed.)
        if (!changed_ || GetParam().kind[0] == '\0') {
            EXPECT_EQ(sql_.value(format("SELECT count(*) FROM {} WHERE k = 0 AND id IS NULL", shown)), "0");
            EXPECT_EQ(
                sql_.value(format("SELECT count(*) FROM {} s JOIN person p ON s.oid = p.id WHERE k <= 1 AND (s.age IS "
                                  "DISTINCT FROM p.age::VARCHAR OR s.city IS DISTINCT FROM p.city)",
                                  shown)),
                "0");
        }
        // Whoever has no profile is hidden.
        EXPECT_EQ(sql_.value(format(
                      "SELECT count(*) FROM {} WHERE k = 1000000 AND NOT (age = 'any' AND city = '*' AND disease = "
                      "'all')",
                      shown)),
                  "0");
        EXPECT_EQ(sql_.value(
                      format("SELECT count(*) FROM {} WHERE lvl = 1 AND disease NOT IN ('low', 'high', 'all')", shown)),
                  "0");
    }

    // Both plans give the same rows, and conditions keep what the whole view shows.
    void check_plans(std::uint64_t seed) {
        SeededRandom random(seed + 1000);
        for (int i = 0; i < 6; ++i) {
            static const char* const conditions[] = {"age = {}",
                                                     "age <> {}",
                                                     "age < {}",
                                                     "age >= {}",
                                                     "city = 'c{}'",
                                                     "city IN ('c{}', 'c1')",
                                                     "age BETWEEN 2 AND {}",
                                                     "disease = 'd{}'",
                                                     "city = 'c1' AND age = {}",
                                                     "age = {} AND disease = 'low'",
                                                     "id = {}"};
            const std::string where =
                fmt::format(fmt::runtime(conditions[random.below(std::size(conditions))]), random.below(8));
            const std::string query = "SELECT * FROM v WHERE " + where;
            sql_.run("SET av_plan = 'anonymize_then_select'");
            const SqlRows first = sql_.sorted(query);
            sql_.run("SET av_plan = 'select_then_anonymize'");
            EXPECT_EQ(first, sql_.sorted(query)) << where;
            sql_.run("RESET av_plan");
            EXPECT_EQ(first, sql_.sorted(query)) << where;
            EXPECT_EQ(first, sql_.sorted("SELECT * FROM (SELECT * FROM v) AS s WHERE " + where)) << where;
        }
    }

    SqlRunner sql_;
    std::uint64_t largest_k_ = 0;
    bool changed_ = false;
};

TEST_P(RandomViews, ShowEverybodyInTheCrowdTheyAskedFor) {
    const std::uint64_t tables = rounds(2);
    for (std::uint64_t seed = 0; seed < tables; ++seed) {
        SCOPED_TRACE(format("seed {}", seed));
        sql_ = SqlRunner();
        make(seed);
        check_view();
        check_plans(seed);
    }
}

TEST_P(RandomViews, StayGoodWhileDataChange) {
    const std::uint64_t tables = rounds(1);
    for (std::uint64_t seed = 100; seed < 100 + tables; ++seed) {
        SCOPED_TRACE(format("seed {}", seed));
        SeededRandom random(seed);
        sql_ = SqlRunner();
        make(seed);
        changed_ = true;
        for (int step = 0; step < 8; ++step) {
            const std::uint64_t a = random.below(120), b = random.below(8);
            switch (random.below(5)) {
                case 0:
                    sql_.run(format("INSERT INTO person VALUES ({}, {}, 'c{}', 'd1', {})", 1000 + seed * 100 + step,
                                    a % 2, b % 5, b));
                    break;
                case 1: sql_.run(format("DELETE FROM person WHERE id % 11 = {}", b)); break;
                case 2:
                    sql_.run(format("UPDATE person SET age = {}, city = 'c{}' WHERE id % 13 = {}", b % 2, b % 5, b));
                    break;
                case 3:
                    sql_.run(format("UPDATE wish SET k = {} WHERE choice = {}", random.below(largest_k_ + 1), b));
                    break;
                default: sql_.run(format("UPDATE person SET choice = {} WHERE id = {}", b, a)); break;
            }
            check_view();
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Settings, RandomViews,
                         testing::Values(Setting{"mondrian", "", ""}, Setting{"datafly", "", "RECODE datafly"},
                                         Setting{"optimal", "", "RECODE optimal"},
                                         Setting{"topdown", "", "RECODE topdown"},
                                         Setting{"bottomup", "", "RECODE bottomup"},
                                         Setting{"datafly_blocks", "", "RECODE datafly BLOCK 16"},
                                         Setting{"mondrian_blocks", "", "RECODE mondrian BLOCK 20"},
                                         Setting{"diverse", "", "REQUIRE l_diversity_distinct(l=2)"},
                                         Setting{"materialized", "MATERIALIZED", ""}),
                         [](const auto& setting) { return std::string(setting.param.name); });

}  // namespace random_views_test
}  // namespace scrim::sql
