// Materialized views against somebody who keeps every version: whoever stays is never shown more narrowly.
#include "tests/sql/adversary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <set>

namespace scrim::sql {
namespace materialized_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// A database file that is gone afterwards.
class DatabaseFile {
public:
    DatabaseFile() {
        std::string folder = (std::filesystem::temp_directory_path() / "scrim-sql-XXXXXX").string();
        folder_ = ::mkdtemp(folder.data());
    }
    ~DatabaseFile() { std::filesystem::remove_all(folder_); }
    DatabaseFile(const DatabaseFile&) = delete;
    DatabaseFile& operator=(const DatabaseFile&) = delete;
    std::string path() const { return (folder_ / "people.db").string(); }

private:
    std::filesystem::path folder_;
};

// Random statements, some in transactions, some undone, the file opened again now and then.
Adversary::Findings watch(const PeopleOptions& options, int steps) {
    const DatabaseFile file;
    auto sql = std::make_unique<SqlRunner>(file.path());
    for (const std::string& statement : people_sql(options)) sql->run(statement);
    RandomChanges changes(options.seed, static_cast<std::uint64_t>(options.people));
    Adversary adversary;
    adversary.look(*sql);
    for (int step = 0; step < steps; ++step) {
        const std::uint64_t kind = changes.random().below(12);
        if (kind < 5) {
            sql->run(changes.change_of_people());
        } else if (kind < 7) {
            sql->run(changes.change_of_wishes());
        } else if (kind < 11) {
            sql->run("BEGIN");
            const std::uint64_t last = 1 + changes.random().below(5);
            for (std::uint64_t i = 0; i <= last; ++i) {
                sql->run(i == last ? changes.change_of_wishes() : changes.change_of_people());
                if (changes.random().below(3) == 0) sql->run("SELECT count(*) FROM v");
            }
            sql->run(kind == 10 ? "ROLLBACK" : "COMMIT");
        } else {
            sql.reset();
            sql = std::make_unique<SqlRunner>(file.path());
        }
        adversary.look(*sql);
    }
    return adversary.findings();
}

TEST(Materialized, NeverSaysMoreAboutWhoeverStays) {
    EXPECT_EQ(watch({.seed = 1}, 60), Adversary::nothing());
    EXPECT_EQ(watch({.people = 1, .seed = 2}, 45), Adversary::nothing());
    EXPECT_EQ(watch({.dgh = false, .seed = 3}, 45), Adversary::nothing());
}

TEST(Materialized, WhichALogicalViewDoes) {
    const Adversary::Findings findings = watch({.kind = "", .seed = 1}, 30);
    EXPECT_GT(findings.narrowed, 0);
    EXPECT_EQ(findings.alone + findings.untrue + findings.miscounted + findings.named, 0) << findings;
}

// Two values, of which now and then one is left: "*" stays "*".
TEST(Materialized, StaysAsCoarseWhereOneValueIsLeft) {
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
        SeededRandom random(seed);
        const DatabaseFile file;
        auto sql = std::make_unique<SqlRunner>(file.path());
        sql->run("CREATE TABLE person(id INTEGER, age DOUBLE)");
        sql->run("INSERT INTO person VALUES (1, 1.0), (2, 2.0)");
        sql->run(
            "CREATE MATERIALIZED ANONYMIZATION_VIEW v ON (SELECT id, age, id AS oid FROM person) WITH ANONYMIZATION_ID "
            "id ANONYMIZATION_QUASI_ID (age) K 2");
        std::set<std::string> hidden;
        int left_alone = 0;
        for (int step = 0; step < 30; ++step) {
            const std::uint64_t kind = random.below(6);
            if (kind < 2)
                sql->run(format("INSERT INTO person VALUES ({0}, {1}), ({0} + 1, {1})", 10 + 2 * step, 1 + kind));
            else if (kind < 4)
                sql->run(format("DELETE FROM person WHERE age = {} AND id <> 1", kind - 1));
            else if (kind == 4)
                sql->run(format("UPDATE person SET age = {} WHERE id % 5 = {}", 1 + random.below(2), random.below(5)));
            else
                sql.reset(), sql = std::make_unique<SqlRunner>(file.path());
            left_alone += sql->value("SELECT count(DISTINCT age) AS n FROM person") == "1";
            for (const auto& row : sql->run("SELECT oid::VARCHAR, label(age) FROM v")) {
                if (row[1] == "*") hidden.insert(row[0]);
                EXPECT_EQ(row[1] == "*", hidden.contains(row[0])) << "seed " << seed << ", " << row[0] << " " << row[1];
            }
        }
        EXPECT_GT(left_alone, 3);
    }
}

class MaterializedTest : public ::testing::Test {
protected:
    MaterializedTest() { make({}); }
    void make(const PeopleOptions& options) {
        for (const std::string& statement : people_sql(options)) sql_.run(statement);
        adversary_.look(sql_);
    }
    void expect_good() {
        adversary_.look(sql_);
        EXPECT_EQ(adversary_.findings(), Adversary::nothing());
    }
    std::string refusal(const std::string& statement) {
        const auto done = sql_.try_run(statement);
        EXPECT_FALSE(done.ok()) << statement;
        return done ? "" : done.error().message;
    }
    std::string stored_rows() {
        return sql_.value(
            "SELECT (SELECT count(*) FROM scrim.editions) + (SELECT count(*) FROM scrim.edition_groups) + (SELECT "
            "count(*) FROM scrim.edition_members) AS n");
    }

    SqlRunner sql_;
    Adversary adversary_;
};

TEST_F(MaterializedTest, AnIdentifierNamesOneRecord) {
    EXPECT_THAT(refusal("INSERT INTO person VALUES (5, 1, 'c1', 'd1', 3)"), HasSubstr("twice"));
    EXPECT_THAT(refusal("INSERT INTO person VALUES (900, 1, 'c1', 'd1', 3), (900, 2, 'c2', 'd1', 3)"),
                HasSubstr("twice"));
    EXPECT_THAT(refusal("UPDATE person SET id = 6 WHERE id = 5"), HasSubstr("twice"));
    EXPECT_EQ(sql_.value("SELECT count(*) FROM person"), "60");
    sql_.run("CREATE TABLE twice AS SELECT * FROM person UNION ALL SELECT * FROM person");
    EXPECT_THAT(refusal("CREATE MATERIALIZED ANONYMIZATION_VIEW w ON (SELECT * FROM twice) WITH ANONYMIZATION_ID id "
                        "ANONYMIZATION_QUASI_ID (age) K 2"),
                HasSubstr("twice"));
    expect_good();
}

TEST_F(MaterializedTest, EveryRecordHasAnIdentifier) {
    EXPECT_THAT(refusal("INSERT INTO person VALUES (NULL, 1, 'c1', 'd1', 3)"),
                HasSubstr("identifier for every record"));
    EXPECT_THAT(refusal("UPDATE person SET id = NULL WHERE id = 5"), HasSubstr("identifier for every record"));
    EXPECT_EQ(sql_.value("SELECT count(*) FROM person"), "60");
    expect_good();
}

TEST_F(MaterializedTest, RecordsOutsideTheViewNeedNone) {
    sql_.run("DROP ANONYMIZATION_VIEW v");
    sql_.run(
        "CREATE MATERIALIZED ANONYMIZATION_VIEW w ON (SELECT id, age, choice FROM person WHERE city = 'c1') WITH "
        "ANONYMIZATION_ID id ANONYMIZATION_QUASI_ID (age) choice REFERENCES wish(k)");
    const std::string before = sql_.value("SELECT count(*) FROM w");
    sql_.run("INSERT INTO person VALUES (NULL, 1, 'c2', 'd1', 3)");
    EXPECT_EQ(sql_.value("SELECT count(*) FROM w"), before);
    EXPECT_THAT(refusal("UPDATE person SET city = 'c1' WHERE id IS NULL"), HasSubstr("identifier for every record"));
}

// A transaction whose view could not be kept must not be committed.
TEST_F(MaterializedTest, WhatCannotBeMaintainedIsNotCommitted) {
    sql_.run("BEGIN");
    sql_.run("INSERT INTO person VALUES (900, 1, 'c1', 'd1', 3), (5, 1, 'c1', 'd1', 3)");
    EXPECT_THAT(refusal("SELECT count(*) FROM v"), HasSubstr("twice"));
    (void)sql_.try_run("COMMIT");
    EXPECT_EQ(sql_.value("SELECT count(*) FROM person"), "60");
    expect_good();
}

TEST_F(MaterializedTest, ALaterUpdateInATransactionCounts) {
    const auto both = [&](const std::string& first, const std::string& second) {
        sql_.run("BEGIN");
        sql_.run(first);
        sql_.run(second);
        sql_.run("COMMIT");
        expect_good();
    };
    sql_.run("UPDATE person SET choice = 2 WHERE id < 10");
    expect_good();
    for (int id = 0; id < 10; ++id)
        both(format("UPDATE person SET age = 3, city = 'c1' WHERE id = {}", id),
             format("UPDATE person SET age = 15, city = 'c4' WHERE id = {}", id));
    both("UPDATE person SET choice = 3 WHERE id < 10", "UPDATE person SET choice = 6 WHERE id < 10");
    both("INSERT INTO person VALUES (900, 3, 'c1', 'd1', 2)", "UPDATE person SET age = 15, city = 'c4' WHERE id = 900");
    both("UPDATE person SET age = 3 WHERE id < 40", "UPDATE person SET age = 12 WHERE id < 40");
}

TEST_F(MaterializedTest, WhoeverGoesAndComesBackWithinATransactionHasStayed) {
    sql_.run("CREATE TEMP TABLE kept AS SELECT id, age, city, disease, 2 AS choice FROM person");
    sql_.run("BEGIN");
    sql_.run("DELETE FROM person");
    sql_.run("INSERT INTO person SELECT * FROM kept");
    sql_.run("COMMIT");
    expect_good();
}

TEST_F(MaterializedTest, WhoeverLeavesTheViewAndComesBackWithinATransactionHasStayed) {
    sql_.run("DROP ANONYMIZATION_VIEW v");
    sql_.run(
        "CREATE MATERIALIZED ANONYMIZATION_VIEW v ON (SELECT id, age, city, disease, choice, id AS oid FROM person "
        "WHERE "
        "disease <> 'gone') WITH ANONYMIZATION_ID id ANONYMIZATION_QUASI_ID (age DGH_NAME age_dgh, city DGH_NAME "
        "city_dgh) "
        "choice REFERENCES wish(k)");
    adversary_.forget();
    expect_good();
    sql_.run("BEGIN");
    sql_.run("UPDATE person SET disease = 'gone', choice = 2");
    sql_.run("UPDATE person SET disease = 'd1'");
    sql_.run("COMMIT");
    expect_good();
}

TEST_F(MaterializedTest, EveryFormOfChangeIsFollowed) {
    sql_.run("PREPARE enter AS INSERT INTO person VALUES ($1, $2, 'c2', 'd1', 3)");
    for (const char* values : {"(900, 1)", "(901, 15)"}) sql_.run(format("EXECUTE enter{}", values));
    expect_good();
    EXPECT_THAT(refusal("EXECUTE enter(900, 1)"), HasSubstr("twice"));
    sql_.run("PREPARE leave AS DELETE FROM person WHERE id = $1");
    sql_.run("EXECUTE leave(900)");
    expect_good();
    EXPECT_THAT(sql_.run("INSERT INTO person VALUES (902, 7, 'c0', 'd1', 4) RETURNING id"),
                ElementsAre(ElementsAre("902")));
    expect_good();
    sql_.run("UPDATE person SET id = id + 10000 WHERE id % 3 = 0");
    expect_good();
    sql_.run(
        "MERGE INTO person USING (SELECT 4 AS i) AS s ON person.id = s.i WHEN MATCHED THEN UPDATE SET age = 0, city = "
        "'c4'");
    expect_good();
    sql_.run("UPDATE person SET age = 1, city = 'c0' FROM wish WHERE person.choice = wish.choice AND wish.k = 5");
    expect_good();
    (void)sql_.try_run("EXPLAIN ANALYZE INSERT INTO person VALUES (903, 7, 'c0', 'd1', 4)");
    expect_good();
    sql_.run("TRUNCATE person");
    expect_good();
    sql_.run("INSERT INTO person SELECT i, i % 16, 'c' || (i % 5), 'd', i % 7 FROM range(2000, 2050) t(i)");
    expect_good();
}

TEST_F(MaterializedTest, ATableOfTheSameNameElsewhereIsAnother) {
    sql_.run("CREATE SCHEMA elsewhere");
    sql_.run("CREATE TABLE elsewhere.person AS SELECT * FROM person");
    sql_.run("INSERT INTO elsewhere.person VALUES (900, 1, 'c1', 'd1', 3), (5, 1, 'c1', 'd1', 3)");
    sql_.run("DELETE FROM elsewhere.person WHERE id < 30");
    expect_good();
    sql_.run("CREATE OR REPLACE TABLE elsewhere.person (name VARCHAR)");
    sql_.run("INSERT INTO elsewhere.person VALUES ('Ann')");
    sql_.run("ATTACH ':memory:' AS other");
    sql_.run("CREATE TABLE other.person AS SELECT * FROM person");
    sql_.run("UPDATE other.person SET age = 3");
    expect_good();
}

TEST_F(MaterializedTest, AJoinIsReadAgain) {
    sql_.run("CREATE TABLE place(id INTEGER, city VARCHAR)");
    sql_.run("INSERT INTO place SELECT id, city FROM person");
    sql_.run("DROP ANONYMIZATION_VIEW v");
    sql_.run(
        "CREATE MATERIALIZED ANONYMIZATION_VIEW v ON (SELECT p.id, p.age, l.city, p.disease, p.choice, p.id AS oid "
        "FROM person "
        "p JOIN place l ON p.id = l.id) WITH ANONYMIZATION_ID id ANONYMIZATION_QUASI_ID (age DGH_NAME age_dgh, city "
        "DGH_NAME city_dgh) choice REFERENCES wish(k)");
    adversary_.forget();
    expect_good();
    const auto both = [&](const std::string& first, const std::string& second) {
        sql_.run("BEGIN");
        sql_.run(first);
        sql_.run(second);
        sql_.run("COMMIT");
        expect_good();
    };
    both("DELETE FROM place WHERE id % 7 = 3", "DELETE FROM person WHERE id % 7 = 3");
    both("UPDATE place SET city = 'c4' WHERE id % 5 = 0", "UPDATE person SET city = 'c4' WHERE id % 5 = 0");
    both("INSERT INTO person VALUES (900, 3, 'c1', 'd1', 4)", "INSERT INTO place VALUES (900, 'c1')");
    EXPECT_THAT(refusal("INSERT INTO place VALUES (900, 'c3')"), HasSubstr("twice"));
    expect_good();
}

TEST_F(MaterializedTest, HierarchiesMayGrow) {
    EXPECT_THAT(refusal("INSERT INTO person VALUES (900, 16, 'c1', 'd1', 3)"), HasSubstr("age"));
    sql_.run("INSERT INTO DGH age_dgh ('16', '14 to 15'), ('any', 'anything')");
    expect_good();
    sql_.run("INSERT INTO DGH city_dgh ('c5', 'north'), ('north', 'all')");
    sql_.run("INSERT INTO person VALUES (900, 3, 'c5', 'd1', 3), (901, 9, 'c5', 'd1', 3), (902, 9, 'c5', 'd1', 3)");
    EXPECT_EQ(sql_.value("SELECT count(*) FROM v"), "63");
    EXPECT_EQ(sql_.value("SELECT count(*) FROM v WHERE oid >= 900 AND label(city) NOT IN ('c5', 'north', 'all')"), "0");
}

TEST_F(MaterializedTest, ProfilesMayChange) {
    sql_.run("UPDATE wish SET k = 20 WHERE choice = 3");
    expect_good();
    sql_.run("UPDATE wish SET k = 2");
    expect_good();  // nobody's labels come back
    sql_.run("DELETE FROM wish WHERE choice = 4");
    expect_good();
    sql_.run("INSERT INTO wish VALUES (4, 2), (7, 2)");
    expect_good();  // hidden is hidden
    EXPECT_THAT(refusal("UPDATE wish SET k = -1 WHERE choice = 2"), HasSubstr("negative"));
    expect_good();
}

TEST_F(MaterializedTest, RefreshBeginsAnew) {
    sql_.run("UPDATE wish SET k = 1000 WHERE k >= 2");
    const char* hidden = "SELECT count(*) FROM v WHERE label(age) = 'any' AND label(city) = 'all'";
    const std::string most = sql_.value(hidden);
    sql_.run("UPDATE wish SET k = 2 WHERE k >= 2");
    EXPECT_EQ(sql_.value(hidden), most);
    sql_.run("REFRESH ANONYMIZATION_VIEW v");
    EXPECT_LT(std::stoi(sql_.value(hidden)), std::stoi(most));
    adversary_.forget();
    expect_good();
    sql_.run("DELETE FROM person WHERE id % 4 = 1");
    expect_good();
}

TEST_F(MaterializedTest, WhatIsStoredIsNotChangedByHand) {
    EXPECT_THAT(refusal("DELETE FROM scrim.edition_members"), HasSubstr("scrim"));
    (void)sql_.try_run("PREPARE p AS DELETE FROM scrim.edition_members");
    (void)refusal("EXECUTE p");
    expect_good();
}

TEST_F(MaterializedTest, ADroppedViewLeavesNothing) {
    EXPECT_NE(stored_rows(), "0");
    sql_.run("BEGIN");
    sql_.run("DROP ANONYMIZATION_VIEW v");
    sql_.run("ROLLBACK");
    expect_good();
    sql_.run("DROP ANONYMIZATION_VIEW v");
    EXPECT_EQ(stored_rows(), "0");
    sql_.run(view_sql("MATERIALIZED"));
    adversary_.forget();
    expect_good();
    sql_.run("DROP DGH age_dgh CASCADE");
    EXPECT_EQ(stored_rows(), "0");
}

}  // namespace materialized_test
}  // namespace scrim::sql
