// Noisy answers and their ledger as a user meets them.
#include "tests/cli/scratch_folder.h"

#include "adapters/cli/cli.h"
#include "kernel/core/json.h"

#include <filesystem>

namespace scrim::testing {
namespace ledger_test {

using ::testing::HasSubstr;

class LedgerCliTest : public CliTest {
protected:
    void SetUp() override {
        CliTest::SetUp();
        std::string table = "age,salary\n";
        for (int row = 0; row < 200; ++row)
            table += std::to_string(20 + row % 40) + "," + std::to_string(1000 + 100 * (row % 10)) + "\n";
        folder_.write("people.csv", table);
        ASSERT_EQ(build().code, cli::fine);
    }
    Outcome build(const std::string& more = "") {
        return run_scrim(
            "statdb build people.csv --qi age --sensitive salary -m 4 --frameworks anatomy,dp --out p.statdb" + more);
    }
    void grant(const std::string& how) {
        const Outcome outcome = run_scrim("ledger grant p.statdb " + how);
        ASSERT_EQ(outcome.code, cli::fine) << outcome.err;
    }
    Outcome ask(const std::string& more, const std::string& question = "SELECT COUNT(*) FROM StatDB WHERE age < 40") {
        std::vector<std::string> words{"statdb", "query", "p.statdb", question, "--framework", "dp"};
        for (const std::string& word : words_of(more)) words.push_back(word);
        return run_scrim(words);
    }
    void expect_refused(const Outcome& outcome, const std::string& why) {
        EXPECT_EQ(outcome.code, cli::bad_input);
        EXPECT_EQ(outcome.out, "");
        EXPECT_THAT(outcome.err, HasSubstr(why));
    }
};

TEST_F(LedgerCliTest, AnswersArePaidForAndRepeatedForNothing) {
    grant("--recipient ana --epsilon 1");
    EXPECT_EQ(ask(" --recipient ana --epsilon 0.4 --cost").out, "costs epsilon 0.4; 1 of 1 left\n");
    const Outcome first = ask(" --recipient ana --epsilon 0.4 --json");
    ASSERT_EQ(first.code, cli::fine) << first.err;
    const Json json = Json::parse(first.out);
    EXPECT_EQ(json["price"]["left"], "0.6");
    const Json value = json["rows"][0]["values"][0];
    EXPECT_NEAR(value["estimate"]["value"].get<double>(), 100, 80);  // e^-32 of answers are further away
    EXPECT_LE(value["lower"]["value"].get<double>(), value["estimate"]["value"].get<double>());
    // In other words, and with another confidence: the same noise.
    const Outcome again = ask(" --recipient ana --epsilon 2/5 --confidence 80% --json",
                              "SELECT COUNT(*) FROM StatDB WHERE NOT age >= 40");
    ASSERT_EQ(again.code, cli::fine) << again.err;
    const Json same = Json::parse(again.out);
    EXPECT_EQ(same["rows"][0]["values"][0]["estimate"], value["estimate"]);
    EXPECT_EQ(same["price"]["again"], true);
    EXPECT_EQ(same["price"]["left"], "0.6");
    EXPECT_THAT(ask(" --recipient ana --epsilon 0.4 --cost").out, HasSubstr("costs nothing"));
    EXPECT_THAT(ask(" --recipient ana --epsilon 0.4 --explain").out,
                HasSubstr("promise     whether any one person is"));
    expect_refused(ask(" --recipient ana --epsilon 0.7"), "this would cost epsilon 0.7, and 'ana' has 0.6 of 1 left");
}

TEST_F(LedgerCliTest, GroupsCostAsMuchAsOneCount) {
    grant("--recipient ana --epsilon 1");
    const Outcome outcome = ask(" --recipient ana --epsilon 1 --json", "SELECT age, COUNT(*) FROM StatDB GROUP BY age");
    ASSERT_EQ(outcome.code, cli::fine) << outcome.err;
    const Json json = Json::parse(outcome.out);
    EXPECT_EQ(json["rows"].size(), 40u);
    EXPECT_EQ(json["price"]["left"], "0");
}

TEST_F(LedgerCliTest, SumsNeedBounds) {
    grant("--recipient lab --epsilon 1 --delta 1e-6");
    expect_refused(ask(" --recipient lab --rho 0.01", "SELECT SUM(salary) FROM StatDB"), "--lowest");
    const Outcome outcome = ask(" --recipient lab --rho 0.01 --lowest 0 --highest 2000 --json",
                                "SELECT SUM(salary), AVG(salary) FROM StatDB");
    ASSERT_EQ(outcome.code, cli::fine) << outcome.err;
    const Json json = Json::parse(outcome.out);
    EXPECT_NEAR(json["rows"][0]["values"][0]["estimate"]["value"].get<double>(), 290'000, 200'000);
    EXPECT_EQ(json["noise"], "discrete Gaussian");
    EXPECT_THAT(json["says"], HasSubstr("zero-concentrated"));
}

TEST_F(LedgerCliTest, NobodyAsksWithoutABudgetOrALedger) {
    expect_refused(ask(" --recipient ana --epsilon 0.1"), "nothing was granted to 'ana'");
    expect_refused(ask(" --epsilon 0.1"), "nobody is named; say who with --recipient");
    expect_refused(ask(" --recipient ana"), "how much to spend");
    EXPECT_EQ(run_scrim({"statdb", "query", "p.statdb", "SELECT COUNT(*) FROM StatDB", "--epsilon", "1"}).code,
              cli::bad_input);
    expect_refused(run_scrim("ledger grant p.statdb --recipient ana --epsilon 1 --delta 0.1"), "below 1/200");
    expect_refused(run_scrim("ledger grant p.statdb --recipient ana"), "say how much is granted");
    expect_refused(run_scrim("ledger close p.statdb --recipient ana"), "nothing was granted");
    std::filesystem::remove("p.statdb.ledger");
    expect_refused(ask(" --recipient ana --epsilon 0.1"), "is missing");
    expect_refused(run_scrim("ledger show p.statdb"), "is missing");
}

TEST_F(LedgerCliTest, ALedgerIsNeverReplaced) {
    grant("--recipient ana --epsilon 1");
    ASSERT_EQ(ask(" --recipient ana --epsilon 1").code, cli::fine);
    expect_refused(build(" --force"), "is never replaced");
    EXPECT_THAT(run_scrim("ledger show p.statdb").out, HasSubstr("ana        epsilon 1  1"));
    // Of other data.
    ASSERT_EQ(run_scrim("statdb build people.csv --qi age --sensitive salary -m 5 --frameworks dp --out q.statdb").code,
              cli::fine);
    std::filesystem::copy_file("p.statdb.ledger", "q.statdb.ledger", std::filesystem::copy_options::overwrite_existing);
    expect_refused(run_scrim("ledger show q.statdb"), "about other data");
}

class SeveralRecordsTest : public LedgerCliTest {
protected:
    void SetUp() override {
        LedgerCliTest::SetUp();
        // A hundred people with one record, and one with a thousand.
        std::string table = "who,age,cost\n";
        for (int person = 0; person < 100; ++person) table += "p" + std::to_string(person) + ",30,10\n";
        for (int visit = 0; visit < 1000; ++visit) table += "many,60,90\n";
        folder_.write("visits.csv", table);
    }
    Outcome make(const std::string& more) {
        return run_scrim("statdb build visits.csv --id who --qi age --sensitive cost --out p2.statdb " + more);
    }
};

TEST_F(SeveralRecordsTest, OnlySomeOfEachPersonCount) {
    expect_refused(make("--person who --frameworks dp"), "--contributions");
    expect_refused(make("--person who --frameworks dp,anatomy -m 2 --contributions 2"), "protected by noise only");
    expect_refused(make("--rows-are-persons --frameworks dp --contributions 2"), "the person's column");
    expect_refused(make("--person nobody --frameworks dp --contributions 2"), "nobody");
    expect_refused(make("--person age --frameworks dp --contributions 2"), "cannot be asked about");
    const Outcome made = make("--person who --frameworks dp --contributions 3");
    ASSERT_EQ(made.code, cli::fine) << made.err;
    EXPECT_THAT(made.out,
                HasSubstr("103 records, answered with noise only\nof 101 people, each with at most 3 records; "
                          "1 person has more, drawn at random, and 997 records were left out"));
    expect_refused(run_scrim("ledger grant p2.statdb --recipient ana --epsilon 1 --delta 1/101"), "below 1/101");
    ASSERT_EQ(run_scrim("ledger grant p2.statdb --recipient ana --epsilon 100").code, cli::fine);
    const Outcome asked = run_scrim({"statdb", "query", "p2.statdb", "SELECT COUNT(*) FROM StatDB", "--framework", "dp",
                                     "--recipient", "ana", "--epsilon", "30", "--json"});
    ASSERT_EQ(asked.code, cli::fine) << asked.err;
    const Json json = Json::parse(asked.out);
    EXPECT_NEAR(json["rows"][0]["values"][0]["estimate"]["value"].get<double>(), 103, 3);  // e^-30 are further away
    EXPECT_THAT(json["notes"][0], HasSubstr("at most 3 records of each person count"));
    // What it answers is of these people only with noise.
    expect_refused(run_scrim({"statdb", "query", "p2.statdb", "SELECT COUNT(*) FROM StatDB"}), "for a price");
    expect_refused(run_scrim({"statdb", "query", "p2.statdb", "SELECT COUNT(*) FROM StatDB", "--framework", "anatomy"}),
                   "answers by dp only");
}

TEST_F(LedgerCliTest, QuantilesComeWithIntervals) {
    grant("--recipient ana --epsilon 300");
    expect_refused(ask(" --recipient ana --epsilon 1", "SELECT MEDIAN(salary) FROM StatDB"), "needs bounds");
    expect_refused(ask(" --recipient ana --rho 1 --lowest 0 --highest 2000", "SELECT MAX(salary) FROM StatDB"),
                   "no Gaussian noise");
    expect_refused(
        ask(" --recipient ana --epsilon 1 --lowest 0 --highest 2000", "SELECT QUANTILE(salary, 1) FROM StatDB"),
        "above 0 and below 1");
    expect_refused(run_scrim({"statdb", "query", "p.statdb", "SELECT MEDIAN(salary) FROM StatDB"}), "no quantiles");
    const std::string sql = "SELECT QUANTILE(salary, 0.45), MIN(salary), MAX(salary) FROM StatDB";
    const Outcome asked = ask(" --recipient ana --epsilon 250 --lowest 0 --highest 5000 --json", sql);
    ASSERT_EQ(asked.code, cli::fine) << asked.err;
    const Json json = Json::parse(asked.out);
    EXPECT_EQ(json["noise"], "exponential mechanism");
    const auto end = [&](int value, const char* name) {
        return json["rows"][0]["values"][value][name]["value"].get<double>();
    };
    // Twenty people have each of 1000, 1100 … 1900; others than the true values have a chance below 10^-7.
    EXPECT_EQ(end(0, "estimate"), 1400);
    EXPECT_LE(end(0, "lower"), 1400);
    EXPECT_GE(end(0, "upper"), 1400);
    EXPECT_EQ(end(1, "lower"), 0);
    EXPECT_EQ(end(1, "upper"), 1000);
    EXPECT_EQ(end(2, "lower"), 1900);
    EXPECT_EQ(end(2, "upper"), 5000);
    // Aimed with another confidence, it is another question.
    const std::string cost = " --recipient ana --epsilon 250 --lowest 0 --highest 5000 --cost";
    EXPECT_THAT(ask(cost, sql).out, HasSubstr("costs nothing"));
    expect_refused(ask(cost + " --confidence 90%", sql), "this would cost");
}

TEST_F(LedgerCliTest, ClosedAccountsStayClosed) {
    grant("--recipient ana --epsilon 1");
    EXPECT_THAT(run_scrim("ledger close p.statdb --recipient ana").out, HasSubstr("closed"));
    expect_refused(ask(" --recipient ana --epsilon 0.1"), "is closed");
    expect_refused(run_scrim("ledger grant p.statdb --recipient ana --epsilon 1"), "stays so");
}

// The other doors of the file do not answer with noise, nor this one without.
TEST_F(LedgerCliTest, EachFrameworkKeepsToItsOwn) {
    ASSERT_EQ(run_scrim("statdb build people.csv --qi age --sensitive salary -m 4 --out a.statdb").code, cli::fine);
    EXPECT_FALSE(std::filesystem::exists("a.statdb.ledger"));
    expect_refused(run_scrim("ledger show a.statdb"), "was not built to answer with noise");
    ASSERT_EQ(run_scrim("statdb build people.csv --qi age --sensitive salary -m 4 --frameworks dp --out d.statdb").code,
              cli::fine);
    expect_refused(run_scrim({"statdb", "query", "d.statdb", "SELECT COUNT(*) FROM StatDB"}), "answers for a price");
    expect_refused(run_scrim({"statdb", "query", "d.statdb", "SELECT COUNT(*) FROM StatDB", "--framework", "anatomy"}),
                   "answers by dp only");
}

}  // namespace ledger_test
}  // namespace scrim::testing
