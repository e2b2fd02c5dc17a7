// What every verb owes its user: help with an example, lists that programs can read and that agree with the rest.
#include "adapters/cli/cli.h"
#include "kernel/core/json.h"
#include "kernel/core/text.h"
#include "scrim/catalogue.h"
#include "tests/cli/scratch_folder.h"

#include <set>

namespace scrim::testing {
namespace verbs_test {

using ::testing::HasSubstr;

class VerbsTest : public CliTest {};

TEST_F(VerbsTest, EveryVerbHasHelpWithAnExample) {
    for (const std::string words : {"check", "publish", "verify", "hierarchy check", "hierarchy build", "list models",
                                    "list algorithms", "list metrics", "demo"}) {
        const std::string verb = "scrim " + words;
        const Outcome outcome = run_scrim(words + " --help");
        EXPECT_EQ(outcome.code, cli::fine) << verb;
        EXPECT_EQ(outcome.err, "") << verb;
        EXPECT_THAT(outcome.out, HasSubstr("Example")) << verb;
        EXPECT_THAT(outcome.out.substr(outcome.out.find("Example")), HasSubstr(verb));
        EXPECT_THAT(outcome.out, HasSubstr("Usage: " + verb)) << "the usage line shows how the verb is called";
    }
}

// A flag that takes one text leaves the table's path alone.
TEST_F(VerbsTest, ThePathMayFollowAnyFlag) {
    folder_.write("t.csv", "age,disease\n20,flu\nNA,cold\n");
    const Outcome outcome = run_scrim("check --qi age --sensitive disease --null NA t.csv");
    EXPECT_EQ(outcome.code, cli::fine) << outcome.err;
    folder_.write("u.csv", "20,flu\n20,cold\n");
    EXPECT_EQ(run_scrim("check --qi column1 --sensitive column2 --no-header u.csv").code, cli::fine);
    EXPECT_EQ(run_scrim("check --help").out.find("{false}"), std::string::npos);
}

TEST_F(VerbsTest, HelpOfTheProgramNamesEveryVerb) {
    const Outcome outcome = run_scrim("--help");
    EXPECT_EQ(outcome.code, cli::fine);
    for (const char* verb : {"check", "publish", "verify", "hierarchy", "list", "demo"})
        EXPECT_THAT(outcome.out, HasSubstr(verb));
}

TEST_F(VerbsTest, VersionIsOneLine) {
    const Outcome outcome = run_scrim("--version");
    EXPECT_EQ(outcome.code, cli::fine);
    EXPECT_TRUE(outcome.out.starts_with("scrim ") && outcome.out.find('\n') == outcome.out.size() - 1) << outcome.out;
}

TEST_F(VerbsTest, ModelsOfTheListAreThoseOfACheck) {
    folder_.write("t.csv", "age,disease\n20,flu\n20,cold\n");
    const Outcome list = run_scrim("list models --json");
    const Outcome check = run_scrim("check t.csv --qi age --sensitive disease --json");
    ASSERT_EQ(list.code, cli::fine);
    ASSERT_EQ(check.code, cli::fine) << check.err;
    std::set<std::string> listed, reported;
    const Json models = Json::parse(list.out)["models"], report = Json::parse(check.out);
    for (const Json& model : models) {
        listed.insert(model["name"].get<std::string>());
        EXPECT_FALSE(model["citation"].get<std::string>().empty()) << model["name"];
        EXPECT_FALSE(model["promise"].get<std::string>().empty()) << model["name"];
        EXPECT_FALSE(model["limits"].get<std::string>().empty()) << model["name"];
        EXPECT_FALSE(model["parameters"].empty()) << model["name"];
    }
    for (const char* key : {"models", "not_applicable"})
        for (const auto& [name, value] : report[key].items())
            EXPECT_TRUE(reported.insert(name).second) << name << " is there twice";
    EXPECT_EQ(listed, reported);
}

// By name: a model's JSON holds every parameter that was measured, and those that have a default, but for choices.
TEST_F(VerbsTest, ParametersOfTheListAreThoseOfACheck) {
    folder_.write("t.csv", "age,salary,guard\n20,100,100\n20,200,\n");
    folder_.write("salary.csv", "100;*\n200;*\n");
    const Outcome check =
        run_scrim("check t.csv --qi age --sensitive salary=salary.csv --guard salary=guard --population t.csv --json");
    ASSERT_EQ(check.code, cli::fine) << check.err;
    const Json report = Json::parse(check.out);
    // This table has all that models need, but a table does not show how its classes were formed.
    for (const ModelInfo* model : list_models()) {
        const bool unseen = model->traits.needs_blind || model->traits.of_mechanism;
        EXPECT_EQ(report["not_applicable"].contains(model->name), unseen) << model->name;
        if (unseen) continue;
        for (const Parameter& parameter : model->parameters)
            if (parameter.bound != Parameter::Bound::given ||
                (!parameter.default_value.empty() && parameter.choices.empty())) {
                const char* part = parameter.bound == Parameter::Bound::given ? "given" : "reached";
                EXPECT_TRUE(report["models"][model->name][part].contains(parameter.name))
                    << model->name << "." << parameter.name;
            }
    }
}

TEST_F(VerbsTest, MetricsOfTheListAreThoseOfACheckWithItsOriginal) {
    // Two columns of numbers, for their correlation, and enough people to train a classifier on.
    std::string people = "age,income,disease\n";
    for (int i = 0; i < 30; ++i)
        people += format("{},{},{}\n", 20 + i % 7, 100 + i * i % 50, i % 7 < 3 ? "flu" : "cold");
    folder_.write("t.csv", people);
    const Outcome list = run_scrim("list metrics --json");
    const Outcome check = run_scrim("check t.csv --qi age --qi income --sensitive disease --original t.csv --json");
    ASSERT_EQ(check.code, cli::fine) << check.err;
    std::set<std::string> listed, reported;
    const Json metrics = Json::parse(list.out)["metrics"], report = Json::parse(check.out);
    for (const Json& metric : metrics) listed.insert(metric["name"].get<std::string>());
    for (const auto& [name, value] : report["metrics"].items()) {
        reported.insert(name);
        EXPECT_FALSE(value["normalization"].get<std::string>().empty()) << name;
        EXPECT_TRUE(value["lower_is_better"].is_boolean()) << name;
    }
    EXPECT_EQ(listed, reported);
}

TEST_F(VerbsTest, EveryModelCanBeReadInFull) {
    for (const ModelInfo* model : list_models()) {
        const Outcome outcome = run_scrim("list models " + model->name);
        EXPECT_EQ(outcome.code, cli::fine);
        EXPECT_THAT(outcome.out, HasSubstr(model->title));
        for (const Parameter& parameter : model->parameters)
            EXPECT_THAT(outcome.out, HasSubstr(parameter.name)) << model->name;
    }
}

TEST_F(VerbsTest, OneModelAsJsonIsThatModel) {
    const Outcome outcome = run_scrim("list models k_anonymity --json");
    ASSERT_EQ(outcome.code, cli::fine) << outcome.err;
    const Json json = Json::parse(outcome.out);
    EXPECT_EQ(json["models"].size(), 1u) << "the other models were not asked for";
    EXPECT_EQ(json["models"][0]["name"], "k_anonymity");
}

TEST_F(VerbsTest, OutputForPeopleNamesEveryModelAndRequirement) {
    folder_.write("t.csv", "age,disease\n20,flu\n20,cold\n21,flu\n21,flu\n");
    const Outcome outcome = run_scrim("check t.csv --qi age --sensitive disease --require l_diversity_distinct(l=2)");
    EXPECT_EQ(outcome.code, cli::does_not_hold);
    EXPECT_EQ(outcome.err, "");
    for (const ModelInfo* model : list_models()) EXPECT_THAT(outcome.out, HasSubstr("  " + model->name));
    EXPECT_THAT(outcome.out, HasSubstr("FAILS  l_diversity_distinct(l=2)"));
}

}  // namespace verbs_test
}  // namespace scrim::testing
