// The power goes while a materialized view is maintained: the file opens, the view is true, and nobody who was shown
// before is shown more narrowly.
#include "tests/cli/child.h"
#include "tests/sql/adversary.h"

#include <sstream>
#include <utility>

namespace scrim::testing {
namespace sql_crash_test {

class SqlCrashTest : public CliTest {
protected:
    SqlCrashTest() {
        sql::SqlRunner sql("people.db");
        for (const std::string& statement : sql::people_sql({})) sql.run(statement);
        sql.run("CREATE TABLE done(step INTEGER)");
    }

    // Changes of people, each with a mark that is committed with it.
    void write_program(int round) {
        sql::RandomChanges changes(100 + static_cast<std::uint64_t>(round),
                                   static_cast<std::uint64_t>(1000 * (round + 1)));
        std::string program;
        for (int step = 0; step < steps; ++step) {
            program += "BEGIN;\n";
            for (std::uint64_t left = changes.random().below(4); left > 0; --left)
                program += changes.change_of_people() + ";\n";
            // Identifiers near those that are there.
            program += format("UPDATE person SET age = {}, choice = {} WHERE id % 7 = {};\n",
                              changes.random().below(16), 2 + changes.random().below(5), changes.random().below(7));
            program += format("INSERT INTO done VALUES ({});\n", round * steps + step);
            program += changes.random().below(10) == 0 ? "ROLLBACK;\n" : "COMMIT;\n";
            if (step % 4 == 0) program += shown_sql;
            if (step % 20 == 19) program += "CHECKPOINT;\n";
        }
        folder_.write("program.sql", program);
    }

    // What an adversary has by then: the lines that were out before the power went.
    void show_to(sql::Adversary& adversary) {
        const std::string text = folder_.read("shown.csv");
        std::istringstream lines(text.substr(0, text.rfind('\n') + 1));
        for (std::string line; std::getline(lines, line);) {
            std::vector<std::string> cells;
            std::istringstream stream(line);
            for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
            if (cells.size() != 5 || cells[0] != "shown") continue;
            adversary.see(cells[1], {cells[2], cells[3]}, std::stoi(cells[4]));
            ++shown_;
        }
    }

    static constexpr int steps = 400;
    static constexpr const char* shown_sql =
        "SELECT 'shown', v.oid, coalesce(label(v.age), 'NULL'), coalesce(label(v.city), 'NULL'), coalesce(w.k, "
        "1000000) FROM v JOIN "
        "person p ON v.oid = p.id LEFT JOIN wish w ON p.choice = w.choice;\n";
    int shown_ = 0;
};

TEST_F(SqlCrashTest, AKillAtAnyMomentLeavesAViewThatIsTrueAndNoNarrower) {
    sql::Adversary adversary;
    SeededRandom random(3);
    int advanced = 0;
    std::string last = "0";
    for (int round = 0; advanced < 12 && round < 60; ++round) {
        write_program(round);
        ChildOptions options;
        options.kill_after = std::chrono::milliseconds(30 + random.below(static_cast<std::uint64_t>(300 + 20 * round)));
        options.out = folder_.path("shown.csv");
        folder_.write("shown.csv", "");
        const Outcome outcome = run_child({"sql", "people.db", "--csv", "--file", "program.sql"}, options);
        ASSERT_TRUE(outcome.code == 128 + SIGKILL || outcome.code == 0) << outcome.err;

        const Result<SqlDatabase> opened = SqlDatabase::open({.path = "people.db", .threads = 2});
        ASSERT_TRUE(opened.ok()) << opened.error().message;
        sql::SqlRunner sql(*opened, "");
        show_to(adversary);
        adversary.look(sql);
        ASSERT_EQ(adversary.findings(), sql::Adversary::nothing()) << "round " << round;
        const std::string now = sql.value("SELECT count(*) FROM done");
        if (outcome.code != 0 && std::exchange(last, now) != now) ++advanced;
        // It goes on as if nothing had happened.
        sql.run(format("INSERT INTO person VALUES ({}, 3, 'c1', 'd1', 4)", 500 + round));
        sql.run(format("DELETE FROM person WHERE id % 23 = {}", round % 23));
        adversary.look(sql);
        ASSERT_EQ(adversary.findings(), sql::Adversary::nothing()) << "round " << round;
    }
    EXPECT_EQ(advanced, 12) << "the power went too early too often";
    EXPECT_GT(shown_, 0);
}

}  // namespace sql_crash_test
}  // namespace scrim::testing
