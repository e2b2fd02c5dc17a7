// Releases beside their originals, from the command line: check --original, publish --explore, workloads.
#include "tests/cli/scratch_folder.h"

#include "adapters/cli/cli.h"
#include "kernel/core/json.h"
#include "kernel/core/random.h"

namespace scrim::testing {
namespace cli_compare_test {

using ::testing::HasSubstr;

class CompareTest : public CliTest {
protected:
    // Ages with a job that follows from them; the release adds 2 to every age.
    CompareTest() {
        std::string table = "age,sex,job\n", moved = table;
        SeededRandom random(5);
        for (int i = 0; i < 300; ++i) {
            const std::uint64_t age = 20 + random.below(40);
            const std::string rest =
                std::string(random.below(2) ? ",m," : ",f,") + (age < 40 ? "pupil" : "teacher") + "\n";
            table += std::to_string(age) + rest;
            moved += std::to_string(age + 2) + rest;
        }
        folder_.write("people.csv", table);
        folder_.write("moved.csv", moved);
        folder_.write("counts.sql", "age BETWEEN 20 AND 29\nsex = 'f' AND job = 'teacher'\n");
    }
    static constexpr const char* roles = " --qi age sex --sensitive job";

    Json metrics(const std::string& command) {
        const Outcome outcome = run_scrim(command + " --json");
        EXPECT_EQ(outcome.code, cli::fine) << outcome.err;
        return Json::parse(outcome.out)["metrics"];
    }
};

TEST_F(CompareTest, ChecksAPerturbedTable) {
    const Json found = metrics("check moved.csv" + std::string(roles) + " --original people.csv --workload counts.sql");
    EXPECT_EQ(found["query_error"]["details"]["queries"], 2);
    EXPECT_GT(found["query_error"]["value"].get<double>(), 0) << "20 and 21 are gone";
    EXPECT_GT(found["classifier"]["value"].get<double>(), 0.85);
    EXPECT_EQ(found["classifier"]["references"]["original"], 1.0);
    EXPECT_LT(found["k_marginal"]["value"].get<double>(), 1000);
    EXPECT_GT(found["il1s"]["value"].get<double>(), 0.1);
    EXPECT_FALSE(found.contains("correlation_deviation")) << "age is the only number";
    EXPECT_FALSE(found.contains("ncp")) << "there are no generalized values";
    const Json itself = metrics("check people.csv" + std::string(roles) + " --original people.csv");
    EXPECT_EQ(itself["query_error"]["value"], 0.0);
    EXPECT_EQ(itself["query_error"]["details"]["queries"], 1000);
    EXPECT_EQ(itself["il1s"]["value"], 0.0);
    const Outcome text = run_scrim("check moved.csv" + std::string(roles) + " --original people.csv");
    EXPECT_THAT(text.out, HasSubstr("original naive bayes"));
    EXPECT_THAT(text.out, HasSubstr("metrics that charge generalized values are not measured: column 'age'"));
}

TEST_F(CompareTest, ExploresEveryForm) {
    const std::string command =
        "publish people.csv" + std::string(roles) +
        " --rows-are-persons --require l_diversity_distinct(l=2) --workload counts.sql --explore";
    const Outcome outcome = run_scrim(command + " --json");
    ASSERT_EQ(outcome.code, cli::fine) << outcome.err;
    std::size_t compared = 0;
    const Json trials = Json::parse(outcome.out)["trials"];
    for (const Json& trial : trials) {
        if (trial.contains("refused")) continue;
        ++compared;
        const Json& found = trial["compared"];
        for (const char* name : {"query_error", "classifier", "k_marginal", "il1s", "unique_exact_matches"})
            EXPECT_TRUE(found.contains(name)) << trial["algorithm"] << " " << name;
        // Quasi-identifiers of anatomized and permuted releases are exact, so counts of ages are right.
        if (trial["algorithm"] == "anatomy" || trial["algorithm"] == "permutation") {
            EXPECT_NEAR(found["il1s"]["value"].get<double>(), 0, 1e-9) << "shares of records add up";
            EXPECT_EQ(found["unique_exact_matches"]["value"], 1.0);
            EXPECT_GT(found["query_error"]["value"].get<double>(), 0.0) << "who teaches is not told";
        }
    }
    EXPECT_GE(compared, 5u);
    // Equal but for the times, and for what is searched by chance.
    const auto without_chance = [](const std::string& text) {
        Json json = Json::parse(text);
        for (Json& trial : json["trials"]) {
            trial.erase("seconds");
            if (trial["algorithm"] == "genetic") trial = nullptr;
        }
        return json;
    };
    EXPECT_EQ(without_chance(outcome.out), without_chance(run_scrim(command + " --json").out));
    EXPECT_THAT(run_scrim(command).out, HasSubstr("beside the original"));
}

// What publish takes by itself, unless a workload says what the release is for; and publish makes it.
TEST_F(CompareTest, RecommendsByPurpose) {
    const std::string publish = "publish people.csv" + std::string(roles) + " --rows-are-persons ";
    const auto explored = [&](const std::string& more) {
        const Outcome outcome = run_scrim(publish + more + " --explore --json");
        EXPECT_EQ(outcome.code, cli::fine) << outcome.err;
        return Json::parse(outcome.out);
    };
    for (const std::string more :
         {"--require k_anonymity(k=4)", "--require k_anonymity(k=4) --target job",
          "--require k_anonymity(k=4) --minimize discernibility", "--require l_diversity_distinct(l=2)"}) {
        const Json report = explored(more);
        const std::string name = report["recommended"]["algorithm"];
        const Outcome made = run_scrim(publish + more + " --force --out release --json");
        ASSERT_EQ(made.code, cli::fine) << more << made.err;
        EXPECT_THAT(Json::parse(made.out)["notes"].dump(), HasSubstr("so " + name + " was chosen: ")) << more;
        const std::string because = report["recommended"]["because"];
        EXPECT_THAT(Json::parse(made.out)["notes"].dump(), HasSubstr(because.substr(0, 12))) << more;
        // Who predicts the target better is told, and nobody else is said to.
        std::map<std::string, double> predicted;
        for (const Json& trial : report["trials"])
            if (!trial.contains("refused") && trial["algorithm"] != "genetic" && trial["algorithm"] != "anatomy")
                predicted[trial["algorithm"]] = trial["compared"]["classifier"]["value"];
        const auto best = std::max_element(predicted.begin(), predicted.end(),
                                           [](const auto& a, const auto& b) { return a.second < b.second; });
        const bool better = more.find("--target") != std::string::npos && best->second > predicted[name];
        EXPECT_EQ(because.find("is better on this table") != std::string::npos, better) << more << because;
        if (better) EXPECT_THAT(because, HasSubstr("; " + best->first + " is better"));
    }
    const Json report = explored("--require k_anonymity(k=4) --workload counts.sql");
    double least = 1e9, recommended = 0;
    for (const Json& trial : report["trials"]) {
        if (trial.contains("refused") || trial["algorithm"] == "genetic") continue;
        const double error = trial["compared"]["query_error"]["value"];
        least = std::min(least, error);
        if (trial["algorithm"] == report["recommended"]["algorithm"]) recommended = error;
    }
    EXPECT_EQ(recommended, least);
    EXPECT_THAT(report["recommended"]["because"].get<std::string>(), HasSubstr("query_error"));
    EXPECT_FALSE(explored("--require k_anonymity(k=4) --algorithm mondrian").contains("recommended"));
}

TEST_F(CompareTest, WritesWhatItTriedAsAPageForTheOwner) {
    const std::string command = "publish people.csv" + std::string(roles) + " --rows-are-persons ";
    const Outcome outcome = run_scrim(command + "--require k_anonymity(k=4) --explore --html explore.html");
    ASSERT_EQ(outcome.code, cli::fine) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("\nRecommended: cluster: it loses least\n  (--algorithm cluster)\n"));
    const std::string page = folder_.read("explore.html");
    for (const char* part :
         {"<h1>cluster is recommended</h1>", "<svg", ">mondrian</text>", ">k_<wbr />marginal<", "</html>"})
        EXPECT_THAT(page, HasSubstr(part));
    EXPECT_TRUE(
        is_refused(run_scrim(command + "--require k_anonymity(k=4) --out release --html a.html"), {"--explore"}));
    EXPECT_EQ(run_scrim(command + "--require k_anonymity(k=301) --explore --html none.html").code, cli::does_not_hold);
    EXPECT_THAT(folder_.read("none.html"), HasSubstr("No algorithm can"));
}

// Ages from 20 to 59, of which nobody has some: what is made small is what explore measures, over all ages between.
TEST_F(CompareTest, AnswersTheWorkloadBetterThanMondrian) {
    std::string table = "age,sex,job\n";
    SeededRandom random(6);
    for (int i = 0; i < 200; ++i)
        table += std::to_string(20 + 3 * random.below(14)) + (random.below(2) ? ",m," : ",f,") +
                 (random.below(3) ? "pupil\n" : "teacher\n");
    folder_.write("people.csv", table);
    folder_.write("counts.sql", "age BETWEEN 27 AND 40 AND sex = 'f'\nage > 50 AND job = 'teacher'\nage < 24\n");
    const std::string publish = "publish people.csv" + std::string(roles) +
                                " --rows-are-persons --require k_anonymity(k=9) --workload counts.sql ";
    const Outcome explored = run_scrim(publish + "--explore --json");
    ASSERT_EQ(explored.code, cli::fine) << explored.err;
    std::map<std::string, double> errors;
    const Json trials = Json::parse(explored.out)["trials"];
    for (const Json& trial : trials)
        if (trial.contains("compared"))
            errors[trial["algorithm"]] = trial["compared"]["query_error"]["value"].get<double>();
    EXPECT_LT(errors.at("workload_mondrian"), 0.7 * errors.at("mondrian"));
    const Outcome made = run_scrim(publish + "--out release --json");
    ASSERT_EQ(made.code, cli::fine) << made.err;
    const Json report = Json::parse(made.out);
    EXPECT_EQ(report["made"]["algorithm"], "workload_mondrian");
    EXPECT_THAT(report["notes"].dump(), HasSubstr("it makes the workload's counts most exact"));
    const Json found =
        metrics("check release/data.csv" + std::string(roles) + " --original people.csv --workload counts.sql");
    EXPECT_NEAR(found["query_error"]["value"].get<double>(), errors.at("workload_mondrian"), 1e-9);
}

TEST_F(CompareTest, RefusesBadWorkloads) {
    const std::string check = "check moved.csv" + std::string(roles) + " --workload ";
    EXPECT_TRUE(is_refused(run_scrim(check + "random"), {"--original"}));
    const std::string beside = "check moved.csv" + std::string(roles) + " --original people.csv --workload ";
    EXPECT_TRUE(is_refused(run_scrim(beside + "none.sql"), {"none.sql"}));
    folder_.write("empty.sql", "-- nothing\n");
    EXPECT_TRUE(is_refused(run_scrim(beside + "empty.sql"), {"'empty.sql' holds no query"}));
    folder_.write("wrong.sql", "age < 30\nwage < 30\n");
    EXPECT_TRUE(is_refused(run_scrim(beside + "wrong.sql"), {"line 2", "'wage'", "did you mean 'age'"}));
    EXPECT_TRUE(is_refused(run_scrim(beside + "random(n=0)"), {"random(n=0)", "1"}));
    const std::string publish = "publish people.csv" + std::string(roles) + " --require k_anonymity(k=2) ";
    const std::string made = publish + "--out release --workload counts.sql";
    EXPECT_TRUE(is_refused(run_scrim(made + " --algorithm cluster"),
                           {"cluster does not look at the workload: workload_mondrian does", "--explore"}));
    EXPECT_TRUE(is_refused(run_scrim(made + " --minimize discernibility"), {"does not minimize discernibility"}));
    EXPECT_TRUE(is_refused(
        run_scrim("publish people.csv" + std::string(roles) + " --out release --workload counts.sql --algorithm swap"),
        {"swap does not look at the workload"}));
    EXPECT_TRUE(is_refused(run_scrim(publish + "--out release --algorithm workload_mondrian"),
                           {"workload_mondrian needs a workload", "--workload"}));
    EXPECT_TRUE(is_refused(run_scrim(publish + "--out release --workload wrong.sql"), {"line 2", "'wage'"}));
    EXPECT_TRUE(is_refused(run_scrim(publish + "--explore --workload wrong.sql"), {"'wage'"}));
    EXPECT_TRUE(is_refused(run_scrim(publish + "--explore --minimize query_error"), {"query_error", "--explore"}));
}

}  // namespace cli_compare_test
}  // namespace scrim::testing
