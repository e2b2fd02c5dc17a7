// Sessions beside each other: everybody sees one state of the data, writers take turns, nobody waits for ever.
#include "tests/sql/adversary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <future>
#include <iostream>
#include <thread>
#include <utility>

namespace scrim::sql {
namespace concurrent_test {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

// Runs them all at once; a deadlock ends the program.
void together(const std::vector<std::function<void()>>& tasks) {
    const auto deadline = std::chrono::steady_clock::now() + 60s;
    std::vector<std::future<void>> running;
    for (const auto& task : tasks) running.push_back(std::async(std::launch::async, task));
    for (auto& task : running)
        if (task.wait_until(deadline) != std::future_status::ready) {
            std::cerr << "the sessions wait for each other" << std::endl;
            std::_Exit(1);
        }
}

class ConcurrentTest : public ::testing::Test {
protected:
    ConcurrentTest() {
        for (const std::string& statement : people_sql({})) owner_.run(statement);
        owner_.run(
            "CREATE ANONYMIZATION_VIEW logical ON (SELECT id, age, city, choice FROM person) WITH ANONYMIZATION_ID id "
            "ANONYMIZATION_QUASI_ID (age DGH_NAME age_dgh, city DGH_NAME city_dgh) K 3");
    }
    SqlRunner another(const std::string& grantee = "") { return {owner_.database(), grantee}; }
    void expect_good() {
        Adversary adversary;
        adversary.look(owner_);
        EXPECT_EQ(adversary.findings(), Adversary::nothing());
    }
    // Runs statements as one transaction, again and again until nobody is in the way. How often that was the case.
    static int insist(SqlRunner& sql, const std::vector<std::string>& statements) {
        for (int refused = 0;; ++refused) {
            bool done = true;
            sql.run("BEGIN");
            for (const std::string& statement : statements) {
                const auto result = sql.try_run(statement);
                if (result) continue;
                EXPECT_THAT(result.error().message, HasSubstr("try again")) << statement;
                done = false;
                break;
            }
            sql.run(done ? "COMMIT" : "ROLLBACK");
            if (done) return refused;
            std::this_thread::sleep_for(1ms);
        }
    }
    static std::string insert(int id) {
        return format("INSERT INTO person VALUES ({}, {}, 'c{}', 'd1', {})", id, id % 16, id % 5, id % 7);
    }

    SqlRunner owner_;
};

TEST_F(ConcurrentTest, AReaderSeesOneState) {
    std::atomic<bool> writing{true};
    std::atomic<int> states{0};
    const auto write = [&] {
        SqlRunner sql = another();
        RandomChanges changes(7, 60);
        for (int i = 0; i < 60; ++i) {
            sql.run("BEGIN");
            for (int j = 0; j < 3; ++j) sql.run(changes.change_of_people());
            sql.run(i % 4 == 3 ? "ROLLBACK" : "COMMIT");
        }
        writing = false;
    };
    const auto read = [&](const std::string& view) {
        SqlRunner sql = another();
        std::string last;
        do {
            sql.run("BEGIN");
            const std::string people = sql.value("SELECT count(*) FROM person");
            EXPECT_EQ(sql.value("SELECT count(*) FROM " + view), people);
            if (view == "v") {
                Adversary adversary;
                adversary.look(sql);
                EXPECT_EQ(adversary.findings(), Adversary::nothing());
            } else {
                EXPECT_EQ(
                    sql.value(
                        "SELECT count(*) FROM (SELECT label(age) AS a, label(city) AS c, count(*) AS n FROM logical "
                        "GROUP BY ALL) WHERE n < 3 AND NOT (a = 'any' AND c = 'all')"),
                    "0");
            }
            EXPECT_EQ(sql.value("SELECT count(*) FROM " + view), people);
            sql.run("COMMIT");
            if (people != std::exchange(last, people)) ++states;
        } while (writing);
    };
    together({write, [&] { read("v"); }, [&] { read("logical"); }, [&] { read("v"); }});
    EXPECT_GT(states, 6) << "the readers have seen too few states to tell anything";
    expect_good();
}

TEST_F(ConcurrentTest, TheSecondWriterIsRefusedAndMayTryAgain) {
    SqlRunner first = another(), second = another();
    first.run("BEGIN");
    first.run(insert(100));
    const auto refused = second.try_run(insert(101));
    ASSERT_FALSE(refused.ok());
    EXPECT_THAT(refused.error().message, HasSubstr("another session is changing"));
    EXPECT_THAT(refused.error().message, HasSubstr("try again"));
    EXPECT_EQ(second.value("SELECT count(*) FROM v"), "60") << "reading is not refused";
    first.run("COMMIT");
    second.run(insert(101));
    EXPECT_EQ(first.value("SELECT count(*) FROM v"), "62");

    // One that began before somebody else committed does not know what was published.
    second.run("BEGIN");
    EXPECT_EQ(second.value("SELECT count(*) FROM v"), "62");
    first.run(insert(102));
    EXPECT_FALSE(second.try_run(insert(103)).ok());
    second.run("ROLLBACK");
    second.run(insert(103));

    // Whoever gives up lets others in.
    first.run("BEGIN");
    first.run(insert(104));
    first.run("ROLLBACK");
    second.run(insert(104));
    EXPECT_EQ(first.value("SELECT count(*) FROM v"), "65");
    expect_good();
}

TEST_F(ConcurrentTest, ASessionThatEndsLetsOthersIn) {
    {
        SqlRunner leaving = another();
        leaving.run("BEGIN");
        leaving.run(insert(100));
    }
    owner_.run(insert(100));
    EXPECT_EQ(owner_.value("SELECT count(*) FROM v"), "61");
    expect_good();
}

TEST_F(ConcurrentTest, WritersTakeTurns) {
    constexpr int rounds = 25;
    const auto write = [&](int first_id) {
        SqlRunner sql = another();
        for (int i = 0; i < rounds; ++i) {
            const int id = first_id + 2 * i;
            insist(sql, i % 3 == 0 ? std::vector{insert(id) + " RETURNING id", insert(id + 1)}
                                   // the whole view is read again
                                   : std::vector{insert(id), insert(id + 1)});
        }
    };
    together({[&] { write(1000); }, [&] { write(2000); }, [&] { write(3000); }});
    EXPECT_EQ(owner_.value("SELECT count(*) FROM person"), std::to_string(60 + 3 * 2 * rounds));
    expect_good();
}

// A writer may begin before another one commits, and change after it: it must not build on what it has not seen. Each
// writer brings people who make a group of their own; one of them has the whole view read again.
TEST_F(ConcurrentTest, AWriterWhoComesBetweenIsRefused) {
    constexpr int rounds = 60;
    std::barrier round(3);
    const auto write = [&](int who) {
        SqlRunner sql = another();
        SeededRandom random(static_cast<std::uint64_t>(who));
        for (int i = 0; i < rounds; ++i) {
            round.arrive_and_wait();
            std::this_thread::sleep_for(std::chrono::microseconds(random.below(who == 0 ? 1000 : 6000)));
            std::string rows;
            const std::uint64_t age = random.below(16), city = random.below(5);
            for (int j = 0; j < 4; ++j)
                rows += format("{}({}, {}, 'c{}', 'd1', 4)", j ? ", " : "", 1000 + i * 20 + who * 10 + j, age, city);
            const auto done = sql.try_run("INSERT INTO person VALUES " + rows + (who == 0 ? "" : " RETURNING id"));
            if (!done) {
                EXPECT_THAT(done.error().message, HasSubstr("try again"));
            }
            round.arrive_and_wait();
        }
    };
    const auto watch = [&] {
        Adversary adversary;
        for (int i = 0; i < rounds; ++i) {
            round.arrive_and_wait();
            round.arrive_and_wait();
            adversary.look(owner_);
        }
        EXPECT_EQ(adversary.findings(), Adversary::nothing());
    };
    together({[&] { write(0); }, [&] { write(1); }, watch});
}

TEST_F(ConcurrentTest, AViewIsDroppedBesideAWriter) {
    SqlRunner writer = another();
    writer.run("BEGIN");
    writer.run(insert(100));
    const bool dropped = owner_.try_run("DROP ANONYMIZATION_VIEW v").ok();
    (void)writer.try_run("COMMIT");
    if (!dropped) owner_.run("DROP ANONYMIZATION_VIEW v");
    EXPECT_EQ(owner_.value("SELECT count(*) FROM scrim.edition_members"), "0");
    owner_.run(view_sql("MATERIALIZED"));
    expect_good();
}

TEST_F(ConcurrentTest, AViewIsMadeBesideAWriter) {
    owner_.run("DROP ANONYMIZATION_VIEW v");
    SqlRunner writer = another();
    writer.run("BEGIN");
    writer.run(insert(100));
    const bool made = owner_.try_run(view_sql("MATERIALIZED")).ok();
    (void)writer.try_run("COMMIT");
    if (!made) owner_.run(view_sql("MATERIALIZED"));
    expect_good();
}

TEST_F(ConcurrentTest, WithoutMaterializedViewsWritersNeedNotWait) {
    owner_.run("DROP ANONYMIZATION_VIEW v");
    SqlRunner first = another(), second = another();
    first.run("BEGIN");
    first.run(insert(100));
    second.run("BEGIN");
    second.run(insert(101));
    EXPECT_EQ(first.value("SELECT count(*) FROM logical"), "61");
    EXPECT_EQ(second.value("SELECT count(*) FROM logical"), "61");
    first.run("COMMIT");
    EXPECT_EQ(second.value("SELECT count(*) FROM logical"), "61");
    second.run("COMMIT");
    EXPECT_EQ(owner_.value("SELECT count(*) FROM logical"), "62");
}

TEST_F(ConcurrentTest, AnalystsBesideAnOwnerWhoRevokesAndDrops) {
    for (const char* view : {"v", "logical"}) owner_.run(format("GRANT SELECT ON ANONYMIZATION_VIEW {} TO ana", view));
    std::atomic<bool> changing{true};
    std::atomic<int> answers{0}, refusals{0};
    const auto change = [&] {
        SqlRunner sql = another();
        for (int i = 0; i < 12; ++i) {
            sql.run("REVOKE SELECT ON ANONYMIZATION_VIEW v FROM ana");
            sql.run("GRANT SELECT ON ANONYMIZATION_VIEW v TO ana");
            sql.run("DROP ANONYMIZATION_VIEW v");
            std::this_thread::sleep_for(1ms);
            sql.run(view_sql(i % 2 == 0 ? "" : "MATERIALIZED"));
            std::this_thread::sleep_for(1ms);
            sql.run("GRANT SELECT ON ANONYMIZATION_VIEW v TO ana");
        }
        changing = false;
    };
    const auto analyze = [&] {
        SqlRunner sql = another("ana");
        do {
            EXPECT_EQ(sql.value("SELECT count(*) FROM logical"), "60");
            const auto rows = sql.try_run("SELECT count(*), count(id) FROM v WHERE age >= 0");
            EXPECT_TRUE(rows.ok() || rows.error().kind == Error::Kind::input) << rows.error().message;
            rows.ok() ? ++answers : ++refusals;
            EXPECT_FALSE(sql.try_run("SELECT count(*) FROM person").ok());
        } while (changing);
    };
    const auto come_and_go = [&] {
        do EXPECT_EQ(another("ana").value("SELECT count(*) FROM logical"), "60");
        while (changing);
    };
    together({change, analyze, analyze, come_and_go});
    EXPECT_GT(answers, 0);
    EXPECT_GT(refusals, 0);
    EXPECT_EQ(another("ana").value("SELECT count(*) FROM v"), "60");
    // What was granted is asked at every statement, also of a session that was open before.
    SqlRunner open = another("ana");
    EXPECT_EQ(open.value("SELECT count(*) FROM v"), "60");
    owner_.run("REVOKE SELECT ON ANONYMIZATION_VIEW v FROM ana");
    EXPECT_FALSE(open.try_run("SELECT count(*) FROM v").ok());
}

}  // namespace concurrent_test
}  // namespace scrim::sql
