// scrim query from the command line: releases of every form, tables of other tools, samples, and bad input.
#include "tests/cli/scratch_folder.h"

#include "adapters/cli/cli.h"
#include "kernel/core/json.h"
#include "kernel/core/random.h"

namespace scrim::testing {
namespace cli_query_test {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class QueryTest : public CliTest {
protected:
    QueryTest() {
        SeededRandom random(9);
        std::string table = "name,age,sex,ill\n";
        for (int row = 0; row < 60; ++row) {
            const std::uint64_t age = 20 + random.below(30), ill = random.below(4);
            under_30_ += age < 30;
            table += "n" + std::to_string(row) + "," + std::to_string(age) + (random.below(2) ? ",f,d" : ",m,d") +
                     std::to_string(ill) + "\n";
        }
        folder_.write("t.csv", table);
    }
    Outcome publish(const std::string& more) {
        return run_scrim("publish t.csv --id name --qi age,sex --sensitive ill --out r --force " + more);
    }
    Outcome ask(const std::string& sql, const std::string& more = "", const std::string& release = "r") {
        std::vector<std::string> words{"query", release, sql};
        for (const std::string& word : words_of(more)) words.push_back(word);
        return run_scrim(words);
    }
    Json answer(const std::string& sql, const std::string& more = "", const std::string& release = "r") {
        const Outcome outcome = ask(sql, more + " --json", release);
        EXPECT_EQ(outcome.code, cli::fine) << outcome.err;
        return outcome.code == cli::fine ? Json::parse(outcome.out) : Json();
    }
    static const Json& value(const Json& json) { return json["answers"][0]["rows"][0]["values"][0]; }
    static double end(const Json& bound) { return bound["value"].get<double>(); }

    std::uint64_t under_30_ = 0;
};

// The truth is between the ends, whatever the form.
TEST_F(QueryTest, TheTruthIsInTheInterval) {
    for (const char* how : {"--require k_anonymity(k=4) --algorithm mondrian", "--require k_anonymity(k=4)",
                            "--require l_diversity_distinct(l=2) --algorithm anatomy",
                            "--require k_anonymity(k=4) --algorithm datafly --suppress 10%"}) {
        ASSERT_EQ(publish(how).code, cli::fine) << how;
        const Json found = value(answer("SELECT COUNT(*) FROM r WHERE age < 30"));
        const Json& sure = found.contains("original") ? found["original"] : found["released"];
        EXPECT_LE(end(sure["lower"]), static_cast<double>(under_30_)) << how;
        EXPECT_GE(end(sure["upper"]), static_cast<double>(under_30_)) << how;
        EXPECT_FALSE(found.contains("estimate")) << how;
    }
}

TEST_F(QueryTest, SamplesAreScaledUp) {
    ASSERT_EQ(publish("--algorithm sample(fraction=50%)").code, cli::fine);
    const Json found = value(answer("SELECT COUNT(*) FROM r WHERE age < 30"));
    EXPECT_EQ(found["estimate"]["value"].get<double>(), 2 * end(found["released"]["lower"]));
    EXPECT_GT(found["estimate"]["standard_error"].get<double>(), 0);
    const Outcome text = ask("SELECT COUNT(*) FROM r");
    EXPECT_THAT(text.out, StartsWith("exactly 30, expected 30   (30 records, perturbed)\n"));
    EXPECT_THAT(text.out, HasSubstr("of whom the records stand for: about 60, standard error 0\n"));
    EXPECT_THAT(ask("SELECT sex, COUNT(*) FROM r GROUP BY sex").out, HasSubstr("stands for"));
}

// People who are drawn with all their records are no simple sample of records.
TEST_F(QueryTest, SamplesOfPeopleAreNot) {
    std::string table = "id,age,ill\n";
    for (int row = 0; row < 40; ++row) table += std::to_string(row / 2) + "," + std::to_string(20 + row % 9) + ",flu\n";
    folder_.write("visits.csv", table);
    ASSERT_EQ(run_scrim("publish visits.csv --id id --qi age --sensitive ill --person id --algorithm "
                        "sample(fraction=50%) --out people")
                  .code,
              cli::fine);
    EXPECT_FALSE(value(answer("SELECT COUNT(*) FROM r WHERE age < 25", "", "people")).contains("estimate"));
}

TEST_F(QueryTest, WeightsOfATable) {
    folder_.write("survey.csv", "age,w\n20,10\n30,30.5\n40,10\n");
    const Json found = value(answer("SELECT COUNT(*) FROM t WHERE age < 35", "--sample-weight w", "survey.csv"));
    EXPECT_EQ(found["estimate"]["value"].get<double>(), 40.5);
    folder_.write("survey.yaml", "columns: {age: quasi_identifier}\ndefault: insensitive\nsample_weight: w\n");
    EXPECT_EQ(value(answer("SELECT COUNT(*) FROM t", "--policy survey.yaml", "survey.csv"))["estimate"]["value"], 50.5);
    folder_.write("wrong.csv", "age,w\n20,10\n30,0\n");
    EXPECT_TRUE(is_refused(ask("SELECT COUNT(*) FROM t", "--sample-weight w", "wrong.csv"), {"'w'", "not 0"}));
    EXPECT_TRUE(is_refused(ask("SELECT COUNT(*) FROM t", "--sample-weight v", "wrong.csv"), {"'v'"}));
}

// Nothing but the number of records is asked for.
TEST_F(QueryTest, CountsAllRecordsWithoutAnyColumn) {
    EXPECT_THAT(ask("SELECT COUNT(*) FROM t", "", "t.csv").out, StartsWith("exactly 60, expected 60   (60 records)\n"));
    ASSERT_EQ(publish("--require k_anonymity(k=4) --algorithm mondrian").code, cli::fine);
    EXPECT_THAT(ask("SELECT COUNT(*) FROM r").out, StartsWith("exactly 60, expected 60   (60 records, generalized)\n"));
    EXPECT_THAT(ask("SELECT COUNT(*) FROM r WHERE NOT (age < 30 OR age >= 30)").out, StartsWith("exactly 0"));
}

TEST_F(QueryTest, ManyQueriesAreReadFromAFile) {
    ASSERT_EQ(publish("--require k_anonymity(k=4) --algorithm mondrian").code, cli::fine);
    folder_.write("two.sql", "SELECT COUNT(*) FROM r; SELECT AVG(age) FROM r;\n");
    const Outcome two = run_scrim("query r --file two.sql --json");
    ASSERT_EQ(two.code, cli::fine) << two.err;
    EXPECT_EQ(Json::parse(two.out)["answers"].size(), 2u);
    folder_.write("wrong.sql", "SELECT COUNT(*) FROM r;\nSELECT COUNT(*) FROM r WHERE agee = 3;\n");
    const Outcome wrong = run_scrim("query r --file wrong.sql");
    EXPECT_TRUE(is_refused(wrong, {"query 2", "'agee'", "'age'"}));
    EXPECT_EQ(wrong.out, "") << "nothing is answered if one is wrong";
}

TEST_F(QueryTest, RefusesInOneLine) {
    ASSERT_EQ(publish("--require k_anonymity(k=4) --algorithm mondrian").code, cli::fine);
    EXPECT_TRUE(is_refused(ask("SELECT COUNT(*) FROM r WHERE"), {"column"}));
    EXPECT_TRUE(is_refused(ask("SELECT SUM(sex) FROM r"), {"'sex'"}));
    EXPECT_TRUE(is_refused(ask("SELECT COUNT(*) FROM r", "", "nowhere"), {"'nowhere'"}));
    EXPECT_TRUE(is_refused(ask("SELECT COUNT(*) FROM r", "--file q.sql"), {"--file"}));
    EXPECT_TRUE(is_refused(run_scrim("query r"), {"--file"}));
    EXPECT_TRUE(is_refused(run_scrim("query r --file none.sql"), {"'none.sql'"}));
    EXPECT_TRUE(is_refused(ask("SELECT COUNT(*) FROM r", "--hierarchy age"), {"COLUMN=FILE"}));
    EXPECT_TRUE(is_refused(ask("SELECT COUNT(*) FROM r", "--sample-weight age"), {"certificate"}));
}

}  // namespace cli_query_test
}  // namespace scrim::testing
