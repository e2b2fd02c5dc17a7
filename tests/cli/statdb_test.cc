// The statistical database as a user meets it.
#include "tests/cli/scratch_folder.h"

#include "adapters/cli/cli.h"
#include "kernel/core/json.h"
#include "kernel/core/random.h"

#include <algorithm>
#include <filesystem>

namespace scrim::testing {
namespace statdb_test {

using ::testing::HasSubstr;

class StatdbTest : public CliTest {
protected:
    void SetUp() override {
        CliTest::SetUp();
        SeededRandom random(1);
        std::string table = "age,sex,job,salary,name\n";
        for (int row = 0; row < 600; ++row) {
            ages_.push_back(20 + static_cast<int>(random.below(50)));
            sexes_.push_back(random.below(2) ? "m" : "f");
            salaries_.push_back(1000 + 250 * static_cast<int>(random.below(12)));
            table += std::to_string(ages_.back()) + "," + sexes_.back() + ",job" + std::to_string(random.below(5)) +
                     "," + std::to_string(salaries_.back()) + ",n" + std::to_string(row) + "\n";
        }
        folder_.write("people.csv", table);
        folder_.write("job.csv", "job0;office;*\njob1;office;*\njob2;office;*\njob3;field;*\njob4;field;*\n");
        folder_.write("policy.yaml",
                      "columns:\n  age: quasi_identifier\n  sex: quasi_identifier\n"
                      "  job: {role: quasi_identifier, hierarchy: job.csv}\n  salary: sensitive\n  name: identifier\n");
    }
    void build(const std::string& more = "") {
        const Outcome outcome = run_scrim("statdb build people.csv --policy policy.yaml -m 4 --out p.statdb" + more);
        ASSERT_EQ(outcome.code, cli::fine) << outcome.err;
    }
    Outcome ask(const std::string& question, const std::string& more = "") {
        std::vector<std::string> words{"statdb", "query", "p.statdb", question};
        for (const std::string& word : words_of(more)) words.push_back(word);
        return run_scrim(words);
    }
    Json answer(const std::string& question, const std::string& more = "") {
        const Outcome outcome = ask(question, " --json" + more);
        EXPECT_EQ(outcome.code, cli::fine) << outcome.err;
        return Json::parse(outcome.out, nullptr, false);
    }
    // The answer to a question for one number.
    Json interval(const std::string& question, const std::string& more = "") {
        const Json json = answer(question, more);
        EXPECT_EQ(json["rows"].size(), 1u);
        EXPECT_EQ(json["rows"][0]["values"].size(), 1u);
        return json["rows"][0]["values"][0];
    }
    void expect_refused(const std::string& question, const std::string& why, const std::string& more = "") {
        const Outcome outcome = ask(question, more);
        EXPECT_EQ(outcome.code, cli::bad_input) << question;
        EXPECT_THAT(outcome.err, HasSubstr(why));
        EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    }

    std::vector<int> ages_, salaries_;
    std::vector<std::string> sexes_;
};

TEST_F(StatdbTest, AnswersHoldTheTruthInEveryFramework) {
    build(" --baselines");
    int truth = 0;
    for (std::size_t i = 0; i < ages_.size(); ++i) truth += ages_[i] >= 30 && ages_[i] <= 45 && salaries_[i] < 2000;
    for (const char* framework : {"anatomy", "generalization", "static_anatomy", "static_generalization"}) {
        const Json json = answer("SELECT COUNT(*) FROM StatDB WHERE age BETWEEN 30 AND 45 AND salary < 2000",
                                 std::string(" --framework ") + framework);
        const Json& found = json["rows"][0]["values"][0];
        const int lower = found["lower"]["value"].get<int>(), upper = found["upper"]["value"].get<int>();
        EXPECT_LE(lower, truth) << framework;
        EXPECT_GE(upper, truth) << framework;
        EXPECT_LT(lower, upper) << framework;
        EXPECT_EQ(found["lower"]["exact"], std::to_string(lower)) << framework;
        EXPECT_EQ(json["guarantee"]["framework"], framework);
        EXPECT_EQ(json["guarantee"]["m"], 4);
        EXPECT_TRUE(json["guarantee"]["sure"].get<bool>());
        EXPECT_EQ(json["records"], 600);
        EXPECT_FALSE(json["guarantee"]["against"].get<std::string>().empty());
    }
    const Json guessed = answer("SELECT COUNT(*) FROM StatDB WHERE salary < 2000", " --framework perturbation");
    EXPECT_FALSE(guessed["guarantee"]["sure"].get<bool>());
    EXPECT_EQ(guessed["guarantee"]["confidence"], 0.8);
    EXPECT_EQ(guessed["sql"], "SELECT COUNT(*) FROM StatDB WHERE salary < 2000");
}

TEST_F(StatdbTest, GroupsAndAggregates) {
    build();
    const Json json =
        answer("SELECT sex, COUNT(*), SUM(salary), AVG(salary), MIN(salary), MAX(salary) FROM StatDB GROUP BY sex");
    ASSERT_EQ(json["rows"].size(), 2u);
    for (const Json& row : json["rows"]) {
        int count = 0, sum = 0, least = 1 << 30, most = 0;
        for (std::size_t i = 0; i < sexes_.size(); ++i) {
            if (sexes_[i] != row["groups"][0].get<std::string>()) continue;
            ++count;
            sum += salaries_[i];
            least = std::min(least, salaries_[i]);
            most = std::max(most, salaries_[i]);
        }
        EXPECT_EQ(row["values"][0]["lower"]["value"], count);
        EXPECT_EQ(row["values"][0]["upper"]["value"], count);
        const auto within = [&](std::size_t which, double truth) {
            EXPECT_LE(row["values"][which]["lower"]["value"].get<double>(), truth) << json["values"][which];
            EXPECT_GE(row["values"][which]["upper"]["value"].get<double>(), truth) << json["values"][which];
        };
        within(1, sum);
        within(2, static_cast<double>(sum) / count);
        within(3, least);
        within(4, most);
    }
    const Outcome levels = ask("SELECT level(job, 1), COUNT(*) FROM StatDB GROUP BY level(job, 1)");
    EXPECT_THAT(levels.out, HasSubstr("office"));
    EXPECT_THAT(levels.out, HasSubstr("field"));
    EXPECT_EQ(interval("SELECT COUNT(*) FROM StatDB WHERE job = 'office' OR job = 'field'")["lower"]["value"], 600);
}

TEST_F(StatdbTest, BatchesGiveOneAnswerALineOrOneObject) {
    build();
    folder_.write(
        "q.sql",
        "SELECT COUNT(*) FROM StatDB WHERE salary < 2000;\nSELECT COUNT(*)\n  FROM StatDB WHERE sex = 'm;f';\n");
    const Outcome outcome = run_scrim("statdb query p.statdb --file q.sql --json");
    ASSERT_EQ(outcome.code, cli::fine) << outcome.err;
    const Json answers = Json::parse(outcome.out, nullptr, false)["answers"];
    ASSERT_EQ(answers.size(), 2u);
    EXPECT_EQ(answers[0], answer("SELECT COUNT(*) FROM StatDB WHERE salary < 2000"));
    folder_.write("lines.sql", "SELECT COUNT(*) FROM StatDB\nSELECT COUNT(*) FROM StatDB WHERE salary < 2000\n");
    const Outcome text = run_scrim("statdb query p.statdb --file lines.sql");
    EXPECT_THAT(text.out, ::testing::StartsWith("exactly 600   (m = 4, anatomy)\n"));
    EXPECT_EQ(std::count(text.out.begin(), text.out.end(), '\n'), 2);
    folder_.write("bad.sql", "SELECT COUNT(*) FROM StatDB;\nSELECT name FROM StatDB;\n");
    const Outcome refused = run_scrim("statdb query p.statdb --file bad.sql");
    EXPECT_EQ(refused.code, cli::bad_input);
    EXPECT_EQ(refused.out, "");  // all or nothing
    EXPECT_THAT(refused.err, HasSubstr("question 2"));
}

TEST_F(StatdbTest, CommentsAndQuotesDoNotEndQuestions) {
    build();
    folder_.write(
        "q.sql",
        "-- don't; count\nSELECT COUNT(*) FROM StatDB -- everybody; or\nWHERE age < 0 /* ; */ AND sex <> ';' ;\n"
        "-- the end\n");
    const Outcome outcome = run_scrim("statdb query p.statdb --file q.sql");
    EXPECT_EQ(outcome.out, "exactly 0   (m = 4, anatomy)\n") << outcome.err;
    EXPECT_EQ(run_scrim("statdb query p.statdb --file .").code, cli::bad_input);
}

// Numbers of any length are exact, or refused.
TEST_F(StatdbTest, LongNumbersStayExact) {
    SeededRandom random(2);
    std::string table = "age,s\n";
    std::vector<std::pair<int, long double>> rows;
    for (int row = 0; row < 400; ++row) {
        std::string digits = "0.";
        for (int i = 0; i < 18; ++i) digits += static_cast<char>('0' + random.below(10));
        digits += static_cast<char>('1' + random.below(9));
        const int age = static_cast<int>(random.below(50));
        const bool missing = random.below(5) == 0;
        table += std::to_string(age) + "," + (missing ? "" : digits) + "\n";
        if (!missing) rows.emplace_back(age, std::stold(digits));
    }
    folder_.write("long.csv", table);
    for (int built = 0; built < 3; ++built) {
        ASSERT_EQ(run_scrim("statdb build long.csv --qi age --sensitive s -m 4 --out p.statdb --force").code,
                  cli::fine);
        for (int lo = 0; lo < 40; lo += 3) {
            long double sum = 0;
            int count = 0;
            for (const auto& [age, s] : rows)
                if (age >= lo && age <= lo + 10 && s > 0.1L) {
                    sum += s;
                    ++count;
                }
            const std::string where =
                " FROM StatDB WHERE s > 0.1 AND age BETWEEN " + std::to_string(lo) + " AND " + std::to_string(lo + 10);
            const Json avg = interval("SELECT AVG(s)" + where);
            EXPECT_LE(avg["lower"]["value"].get<double>(), static_cast<double>(sum / count));
            EXPECT_GE(avg["upper"]["value"].get<double>(), static_cast<double>(sum / count));
        }
    }
    std::string large = "age,s\n";
    for (int row = 0; row < 40; ++row)
        large += std::to_string(row) + ",9" + std::string(34, '0') + std::to_string(100 + row) + "\n";
    folder_.write("large.csv", large);
    ASSERT_EQ(run_scrim("statdb build large.csv --qi age --sensitive s -m 4 --out p.statdb --force").code, cli::fine);
    EXPECT_THAT(ask("SELECT SUM(s) FROM StatDB").err, HasSubstr("more digits"));
    EXPECT_EQ(interval("SELECT MIN(s) FROM StatDB")["lower"]["exact"], "9" + std::string(34, '0') + "100");
}

TEST_F(StatdbTest, DatesAndMissingGroupsKeepTheirForm) {
    folder_.write("days.json", [&] {
        std::string lines;
        for (int row = 0; row < 40; ++row)
            lines += std::string("{\"sex\": ") +
                     (row % 4 == 0   ? "null"
                      : row % 4 == 1 ? "\"NULL\""
                                     : "\"f\"") +
                     ", \"day\": \"2024-02-" + std::to_string(10 + row % 10) + "\"}\n";
        return lines;
    }());
    ASSERT_EQ(run_scrim("statdb build days.json --qi sex --sensitive day -m 2 --out p.statdb").code, cli::fine);
    const Json day = interval("SELECT MIN(day) FROM StatDB");
    EXPECT_EQ(day["lower"]["exact"], "2024-02-10");
    EXPECT_TRUE(day["lower"]["value"].is_null());
    const Json rows = answer("SELECT sex, COUNT(*) FROM StatDB GROUP BY sex")["rows"];
    ASSERT_EQ(rows.size(), 3u);
    EXPECT_EQ(rows[0]["groups"][0], "NULL");
    EXPECT_TRUE(rows[2]["groups"][0].is_null());
    EXPECT_THAT(ask("SELECT sex, COUNT(*) FROM StatDB GROUP BY sex").out, HasSubstr("'NULL'"));
    expect_refused("SELECT COUNT(*) AS n, MIN(day) AS n FROM StatDB", "two columns of the answer are named 'n'");
    const Json clash = answer("SELECT sex AS lower, COUNT(*) FROM StatDB GROUP BY sex")["rows"];
    EXPECT_EQ(clash[1]["groups"][0], "f");
}

TEST_F(StatdbTest, ReplacesNothingButStatisticalDatabases) {
    for (const char* file : {"policy.yaml", "people.csv", "job.csv"}) {
        const std::string before = folder_.read(file);
        const Outcome outcome =
            run_scrim(std::string("statdb build people.csv --policy policy.yaml -m 4 --force --out ") + file);
        EXPECT_EQ(outcome.code, cli::bad_input) << file;
        EXPECT_THAT(outcome.err, HasSubstr("no statistical database"));
        EXPECT_EQ(folder_.read(file), before);
    }
    build();
    build(" --force");
    const Outcome only =
        run_scrim("statdb build people.csv --policy policy.yaml -m 4 --out g.statdb --frameworks generalization");
    EXPECT_THAT(only.out, HasSubstr("'age' has no hierarchy"));
}

TEST_F(StatdbTest, TheFileIsPrivateAndExplainsItself) {
    build();
    const auto mode = std::filesystem::status(folder_.path("p.statdb")).permissions();
    EXPECT_EQ(mode & std::filesystem::perms::mask,
              std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    const Outcome info = run_scrim("statdb info p.statdb");
    EXPECT_THAT(info.out, HasSubstr("600 records"));
    EXPECT_THAT(info.out, HasSubstr("salary"));
    EXPECT_THAT(ask("SELECT COUNT(*) FROM StatDB WHERE salary = 1000", " --explain").out, HasSubstr("looked at"));
}

TEST_F(StatdbTest, RefusesWithOneLine) {
    build(" --frameworks anatomy");
    expect_refused("SELECT COUNT(*) FROM StatDB WHERE agee > 3", "did you mean 'age'");
    expect_refused("SELECT COUNT(*) FROM StatDB WHERE age > 'old'", "age");
    expect_refused("SELECT COUNT(*) FROM StatDB WHERE age > 3 OR salary > 3", "mixes the sensitive attribute");
    expect_refused("SELECT * FROM StatDB", "*");
    expect_refused("DROP TABLE StatDB", "DROP");
    expect_refused("SELECT COUNT(*) FROM people", "StatDB");
    expect_refused("SELECT COUNT(*) FROM StatDB", "answers by anatomy only", " --framework generalization");
    expect_refused("SELECT COUNT(*) FROM StatDB", "build it with --baselines", " --framework perturbation");
    expect_refused("SELECT COUNT(*) FROM StatDB", "there is no framework 'magic'", " --framework magic");
    const Json nobody = interval("SELECT COUNT(*) FROM StatDB WHERE age > 1000 AND salary = 1000");
    EXPECT_EQ(nobody["lower"]["value"], 0);
    EXPECT_EQ(nobody["upper"]["value"], 0);
}

TEST_F(StatdbTest, RefusesToBuildWhatCannotBeProtected) {
    const auto refused = [&](const std::string& command, const std::string& why) {
        const Outcome outcome = run_scrim(command);
        EXPECT_EQ(outcome.code, cli::bad_input) << command;
        EXPECT_THAT(outcome.err, HasSubstr(why));
        EXPECT_FALSE(std::filesystem::exists(folder_.path("x.statdb")));
    };
    refused("statdb build people.csv --policy policy.yaml -m 40 --out x.statdb", "the largest possible m is");
    refused("statdb build people.csv --policy policy.yaml -m 1 --out x.statdb", "m must be at least 2");
    refused("statdb build people.csv --policy policy.yaml -m 4 --builder x --out x.statdb", "there is no builder");
    refused("statdb build people.csv --policy policy.yaml -m 4 --builder one_by_one --strata 4 --out x.statdb",
            "--strata");
    folder_.write("empty.csv", "age,sex,job,salary,name\n");
    refused("statdb build empty.csv --policy policy.yaml -m 4 --out x.statdb", "no rows");
    folder_.write("two.yaml",
                  "columns: {age: quasi_identifier, sex: quasi_identifier, job: sensitive, salary: sensitive, name: "
                  "identifier}\n");
    refused("statdb build people.csv --policy two.yaml -m 2 --out x.statdb", "one sensitive attribute");
    folder_.write("twice.csv", folder_.read("people.csv") + "30,m,job1,1000,n7\n");
    refused("statdb build twice.csv --policy policy.yaml --person name -m 4 --out x.statdb",
            "one record for each person");
    refused("statdb build twice.csv --policy policy.yaml -m 4 --out x.statdb", "'name' repeats");
    build();
    EXPECT_THAT(run_scrim("statdb build people.csv --policy policy.yaml -m 4 --out p.statdb").err,
                HasSubstr("--force"));
}

TEST_F(StatdbTest, RefusesDamagedFiles) {
    build();
    std::string bytes = folder_.read("p.statdb");
    folder_.write("cut.statdb", bytes.substr(0, bytes.size() / 2));
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 4);
    folder_.write("flipped.statdb", bytes);
    folder_.write("other.statdb", "age,sex\n1,2\n");
    for (const char* file : {"cut.statdb", "flipped.statdb", "other.statdb", "missing.statdb"}) {
        const Outcome outcome = run_scrim(std::string("statdb info ") + file);
        EXPECT_EQ(outcome.code, cli::bad_input) << file;
        EXPECT_THAT(outcome.err, HasSubstr(file));
    }
}

}  // namespace statdb_test
}  // namespace scrim::testing
