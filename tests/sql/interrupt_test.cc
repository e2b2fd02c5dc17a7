// Statements that nobody waits for any more: they end wherever they are, and the session goes on.
#include "tests/sql/sql_runner.h"

#include <atomic>
#include <chrono>

namespace scrim::sql {
namespace interrupt_test {

// Is over a while after its first question.
class Impatient final : public Progress {
public:
    bool cancelled() const override {
        const auto now = std::chrono::steady_clock::now();
        return now > start_ + std::chrono::milliseconds(50);
    }

private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// It takes days.
const char* const endless =
    "(SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE (a.range * b.range + a.range) % 7 = 3)";

class InterruptTest : public ::testing::Test {
protected:
    InterruptTest() {
        run("CREATE TABLE person AS SELECT range AS id, range % 50 AS age FROM range(1000)");
        make_view("quick", "SELECT id, age FROM person");
        make_view("slow", std::string("SELECT id, age FROM person WHERE age > -") + endless);
    }
    void make_view(const std::string& name, const std::string& query) {
        run("CREATE ANONYMIZATION_VIEW " + name + " ON (" + query +
            ") WITH ANONYMIZATION_ID id ANONYMIZATION_QUASI_ID (age) K 5");
        run("GRANT SELECT ON ANONYMIZATION_VIEW " + name + " TO ana");
    }
    void run(const std::string& sql) {
        CollectingSink sink;
        const auto ran = owner_.run(sql, sink, no_progress());
        ASSERT_TRUE(ran.ok()) << sql << ": " << ran.error().message;
    }
    static void expect_given_up(SqlSession& session, const std::string& sql) {
        CollectingSink sink;
        Impatient progress;
        const auto ran = session.run(sql, sink, progress);
        ASSERT_FALSE(ran.ok()) << sql;
        EXPECT_EQ(ran.error().kind, Error::Kind::cancelled) << sql << ": " << ran.error().message;
        CollectingSink again;
        const auto quick = session.run("SELECT count(*) FROM quick", again, no_progress());
        ASSERT_TRUE(quick.ok()) << "after " << sql << ": " << quick.error().message;
        EXPECT_EQ(again.rows, (SqlRows{{"1000"}})) << sql;
    }

    SqlDatabase database_ = *SqlDatabase::open({.path = "", .threads = 2});
    SqlSession owner_ = *database_.session();
};

TEST_F(InterruptTest, WhileAViewIsMade) {
    SqlSession ana = *database_.session("ana");
    for (SqlSession* session : {&owner_, &ana})
        for (const char* sql :
             {"SELECT * FROM slow", "SELECT count(*) FROM slow WHERE age = 3", "PREPARE p AS SELECT * FROM slow"})
            expect_given_up(*session, sql);
    expect_given_up(owner_, "EXPLAIN SELECT * FROM slow");
}

TEST_F(InterruptTest, BeforeTheFirstRowAndBetweenRows) {
    SqlSession ana = *database_.session("ana");
    const std::string pairs = " FROM quick a, quick b, quick c, quick d, quick e";
    for (SqlSession* session : {&owner_, &ana})
        for (const std::string& sql :
             {"SELECT count(*)" + pairs + " WHERE label(a.age) || label(b.age) || label(c.age) = 'x'",
              "SELECT 1" + pairs + " WHERE label(a.age) || label(b.age) || label(c.age) = 'x'"})
            expect_given_up(*session, sql);
}

TEST_F(InterruptTest, AStatementOfATransaction) {
    run("BEGIN");
    CollectingSink sink;
    Impatient progress;
    EXPECT_FALSE(owner_.run("SELECT * FROM slow", sink, progress).ok());
    const auto more = owner_.run("SELECT count(*) FROM quick", sink, no_progress());
    ASSERT_FALSE(more.ok());
    EXPECT_NE(more.error().message.find("ROLLBACK"), std::string::npos) << more.error().message;
    run("ROLLBACK");
    run("SELECT count(*) FROM quick");
}

}  // namespace interrupt_test
}  // namespace scrim::sql
