// Tables in which a person has several records: groups of a view hold as many different persons as they ask for.
#include "kernel/core/random.h"
#include "kernel/core/text.h"
#include "tests/rounds.h"
#include "tests/sql/sql_runner.h"

#include <gtest/gtest.h>

namespace scrim::sql {
namespace persons_test {

struct Setting {
    const char* name;
    const char* clauses;
    bool paper = false;
    int values = 1;  // different diseases in each group
};

class SeveralRecordsEach : public testing::TestWithParam<Setting> {
protected:
    // `rid` tells the test, and nobody else, which record it is. A wish may be the person's or the record's.
    void make(std::uint64_t seed) {
        SeededRandom random(seed);
        const std::uint64_t people = 1 + random.below(40), records = 2 * people + random.below(40),
                            ages = 2 + random.below(12), largest_k = 2 + random.below(7);
        const bool own_wish = random.below(3) == 0;
        sql_.run(
            "CREATE TABLE visit(rid INTEGER, id INTEGER, age INTEGER, city VARCHAR, disease VARCHAR, wish INTEGER)");
        sql_.run("CREATE TABLE wish(wish INTEGER, k INTEGER)");
        std::string rows, wishes;
        for (std::uint64_t i = 0; i < records; ++i) {
            const std::uint64_t id = random.below(people);
            rows += format("{}({}, {}, {}, 'c{}', 'd{}', {})", i ? ", " : "", i,
                           random.below(20) == 0 ? "NULL" : std::to_string(id),
                           seed % 2 ? (id * 7) % ages : random.below(ages), seed % 2 ? id % 3 : random.below(3),
                           random.below(4), own_wish ? random.below(5) : id % 5);
        }
        sql_.run("INSERT INTO visit VALUES " + rows);
        for (std::uint64_t i = 0; i < 5; ++i)
            wishes +=
                format("{}({}, {})", i ? ", " : "", i, random.below(5) == 0 ? random.below(2) : largest_k - i % 2);
        sql_.run("INSERT INTO wish VALUES " + wishes);
        sql_.run("CREATE DGH disease_dgh");
        sql_.run("INSERT INTO DGH disease_dgh ('d0', 'all'), ('d1', 'all'), ('d2', 'all'), ('d3', 'all')");
        sql_.run(
            format("CREATE ANONYMIZATION_VIEW v ON (SELECT * FROM visit) WITH ANONYMIZATION_ID id "
                   "ANONYMIZATION_QUASI_ID (age, city) ANONYMIZATION_SENSITIVE_ATTR (disease DGH_NAME disease_dgh) "
                   "wish REFERENCES wish(k) {}",
                   GetParam().clauses));
    }

    SqlRunner sql_;
};

// What is hidden altogether shows 'all' as its disease. The count is the oracle's own, of persons who are nowhere seen
// as they are.
constexpr const char* crowds =
    "WITH shown AS (SELECT v.rid, label(v.age) AS age, label(v.city) AS city, label(v.disease) AS disease, r.id, w.k "
    "FROM v JOIN visit r ON v.rid = r.rid JOIN wish w ON r.wish = w.wish), "
    "seen AS (SELECT DISTINCT id FROM shown WHERE k <= 1 AND id IS NOT NULL), "
    "grouped AS (SELECT * FROM shown WHERE k >= 2 AND disease <> 'all'), "
    "crowds AS (SELECT age, city, max(k) AS k, count(DISTINCT CASE WHEN id NOT IN (FROM seen) THEN id END) AS persons, "
    "count(DISTINCT disease) AS diseases, count(*) AS records FROM grouped GROUP BY age, city) ";

TEST_P(SeveralRecordsEach, AreOnePersonInTheirGroup) {
    std::uint64_t grouped = 0;
    const std::uint64_t tables = rounds(2);
    for (std::uint64_t seed = 0; seed < tables; ++seed) {
        SCOPED_TRACE(format("seed {}", seed));
        sql_ = SqlRunner();
        make(seed);
        if (GetParam().paper) sql_.run("SET av_semantics = 'paper'");
        for (const char* plan : {"anonymize_then_select", "select_then_anonymize"}) {
            // The paper's other plan counts people who were shown in a smaller group before.
            if (GetParam().paper && plan == std::string_view("select_then_anonymize")) continue;
            sql_.run(format("SET av_plan = '{}'", plan));
            EXPECT_EQ(sql_.value("SELECT count(*) FROM v"), sql_.value("SELECT count(*) FROM visit"));
            EXPECT_EQ(sql_.value(format("{} SELECT count(*) FROM crowds WHERE persons < k", crowds)), "0");
            EXPECT_EQ(
                sql_.value(format("{} SELECT count(*) FROM crowds WHERE diseases < {}", crowds, GetParam().values)),
                "0");
            // (NOT (a = b) means "may differ")
            EXPECT_EQ(
                sql_.value("SELECT count(*) FROM (SELECT v.age = r.age AND v.city = r.city AS covered FROM v JOIN "
                           "visit r ON v.rid = r.rid) WHERE covered IS FALSE"),
                "0");
            grouped += std::stoull(sql_.value(format("{} SELECT coalesce(sum(records), 0) FROM crowds", crowds)));
        }
    }
    EXPECT_GT(grouped, 0u);  // it is not that everybody is hidden
}

TEST(Persons, AreWhatTheOwnerIsTold) {
    SqlRunner sql;
    sql.run(
        "CREATE TABLE visit AS FROM (VALUES (1, 30), (1, 30), (1, 30), (2, 34), (3, 51), (4, 58), (NULL, 58)) t(id, "
        "age)");
    sql.run(
        "CREATE ANONYMIZATION_VIEW v ON (SELECT * FROM visit) WITH ANONYMIZATION_ID id ANONYMIZATION_QUASI_ID (age) K "
        "2");
    const SqlRows told = sql.run("EXPLAIN ANALYZE SELECT * FROM v");
    const auto value = [&](const std::string& what) {
        for (const auto& row : told)
            if (row[0] == what) return row[1];
        return std::string("nothing");
    };
    EXPECT_EQ(value("groups"), "2 of 4 persons (7 records); 0 as they are, 0 hidden");
    EXPECT_EQ(value("k_deviation"), "0");
}

// A declared key is believed, one that is not is looked at; a key of two columns names no person.
TEST(Persons, AreToldByAPrimaryKey) {
    const std::string view = " WITH ANONYMIZATION_ID id ANONYMIZATION_QUASI_ID (age) K 2 RECODE mondrian";
    SqlRunner sql;
    sql.run("CREATE TABLE one(id INTEGER PRIMARY KEY, age INTEGER)");
    sql.run("INSERT INTO one VALUES (1, 30), (2, 34), (3, 51), (4, 58)");
    sql.run("CREATE TABLE two(id INTEGER, n INTEGER, age INTEGER, PRIMARY KEY (id, n))");
    sql.run("INSERT INTO two VALUES (1, 1, 30), (1, 2, 34), (2, 1, 51), (2, 2, 58)");
    sql.run("CREATE ANONYMIZATION_VIEW one_av ON (SELECT * FROM one)" + view);
    sql.run("CREATE ANONYMIZATION_VIEW some_av ON (SELECT id, age FROM one WHERE age > 31)" + view);
    sql.run("CREATE ANONYMIZATION_VIEW two_av ON (SELECT * FROM two)" + view);
    sql.run("CREATE ANONYMIZATION_VIEW twice_av ON (SELECT a.id, a.age FROM one a JOIN one b ON a.id <= b.id)" + view);
    const auto labels = [&](const std::string& of) {
        return sql.sorted("SELECT label(age), count(*) FROM " + of + " GROUP BY ALL");
    };
    EXPECT_EQ(labels("one_av"), (SqlRows{{"[30, 34]", "2"}, {"[51, 58]", "2"}}));
    EXPECT_EQ(labels("some_av"), (SqlRows{{"*", "3"}}));
    EXPECT_EQ(labels("two_av"), (SqlRows{{"*", "4"}}));
    EXPECT_EQ(labels("twice_av"), (SqlRows{{"[30, 34]", "7"}, {"[51, 58]", "3"}}));
}

INSTANTIATE_TEST_SUITE_P(Settings, SeveralRecordsEach,
                         testing::Values(Setting{"best", ""}, Setting{"mondrian", "RECODE mondrian"},
                                         Setting{"datafly", "RECODE datafly"}, Setting{"optimal", "RECODE optimal"},
                                         Setting{"topdown", "RECODE topdown"}, Setting{"bottomup", "RECODE bottomup"},
                                         Setting{"blocks", "RECODE mondrian BLOCK 24"},
                                         Setting{"datafly_blocks", "RECODE datafly BLOCK 24"},
                                         Setting{"diverse", "REQUIRE l_diversity_distinct(l=2)", false, 2},
                                         Setting{"paper", "", true}),
                         [](const auto& setting) { return std::string(setting.param.name); });

}  // namespace persons_test
}  // namespace scrim::sql
