// Releases whose values were changed: what they say first, what verify recomputes, and what it catches.
#include "tests/cli/forged.h"

#include "adapters/cli/cli.h"
#include "kernel/core/json.h"
#include "kernel/core/random.h"

#include <filesystem>
#include <functional>
#include <map>

namespace scrim::testing {
namespace publish_perturbed_test {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

const std::string roles = " --id name --qi age,born,city --sensitive disease --insensitive ward";

class PublishPerturbedTest : public CliTest {
protected:
    PublishPerturbedTest() {
        SeededRandom random(1);
        std::string table = "name,age,born,city,disease,ward\n";
        for (int row = 0; row < 120; ++row)
            table += "n" + std::to_string(row) + "," + std::to_string(20 + random.below(40)) + ",19" +
                     std::to_string(50 + random.below(40)) + "-0" + std::to_string(1 + random.below(9)) + "-15," +
                     "abc"[random.below(3)] + ",d" + std::to_string(random.below(4)) + ",w" +
                     std::to_string(random.below(2)) + "\n";
        folder_.write("t.csv", table);
    }
    Outcome publish(const std::string& algorithm, const std::string& more = "") {
        std::vector<std::string> words = words_of("publish t.csv" + roles + " --out r --force" + more);
        words.push_back("--algorithm");
        words.push_back(algorithm);
        return run_scrim(words);
    }
    Json certificate() { return Json::parse(folder_.read("r/certificate.json")); }
    // Changes the data and the certificate, and makes the checksums fit again.
    void forge(const std::function<void(std::string& data, Json& certificate)>& change) {
        testing::forge(folder_, "r", "data.csv", change);
    }
    Outcome verify(const std::string& more = "") { return run_scrim("verify r" + more); }
};

TEST_F(PublishPerturbedTest, EveryMethodIsConfirmedWithItsOriginal) {
    for (const char* algorithm :
         {"noise", "noise(kind=correlated, columns=[age, born], amount=0.3)", "noise(kind=multiplicative, columns=age)",
          "swap", "swap(columns=disease, within=city, share=0.5)", "swap(together=yes)", "rank_swap(window=10%)",
          "pram(columns=[city, disease])", "pram(columns=city, matrix='0.8 0.1 0.1; 0 1 0; 1/3 1/3 1/3')",
          "randomized_response(retention=0.4)", "sample(fraction=1/4)"}) {
        const Outcome made = publish(algorithm);
        ASSERT_EQ(made.code, cli::fine) << algorithm << ": " << made.err;
        EXPECT_THAT(made.out, HasSubstr("Perturbed release: "));
        EXPECT_THAT(made.out, HasSubstr("no privacy model was required, and none is promised"));
        const std::string text = folder_.read("r/certificate.json");
        EXPECT_THAT(text, StartsWith("{\n  \"notice\": \"Perturbed release: "));
        EXPECT_THAT(folder_.read("r/report.html"), HasSubstr("Perturbed release: "));
        const Outcome alone = verify(), full = verify(" --original t.csv");
        EXPECT_EQ(alone.code, cli::fine) << algorithm << alone.out;
        EXPECT_EQ(full.code, cli::fine) << algorithm << full.out;
        EXPECT_THAT(full.out, HasSubstr("kept: ")) << algorithm;
    }
}

TEST_F(PublishPerturbedTest, AChangedMarginIsCaught) {
    ASSERT_EQ(publish("rank_swap(window=20%, columns=city)").code, cli::fine);
    // One record's city becomes another one; the first row is of the lowest age, and stays first.
    forge([](std::string& data, Json&) {
        const std::size_t line = data.find('\n') + 1, comma = data.find(',', data.find(',', line) + 1) + 1;
        data[comma] = data[comma] == 'a' ? 'b' : 'a';
    });
    const Outcome full = verify(" --original t.csv");
    EXPECT_EQ(full.code, cli::does_not_hold);
    EXPECT_THAT(full.out, HasSubstr("kept: how often each value of 'city' occurs"));
}

TEST_F(PublishPerturbedTest, WhatTheReleaseStatesOfItselfIsRecomputed) {
    ASSERT_EQ(publish("noise(columns=age)").code, cli::fine);
    forge([](std::string&, Json& certificate) {
        for (Json& kept : certificate["perturbation"]["kept"])
            if (kept["quantity"] == "mean") kept["released"] = "1/3";
    });
    const Outcome alone = verify();
    EXPECT_EQ(alone.code, cli::does_not_hold);
    EXPECT_THAT(alone.out, HasSubstr("the certificate says 1/3"));
    ASSERT_EQ(publish("noise(columns=age)").code, cli::fine);
    forge([](std::string&, Json& certificate) {
        for (Json& kept : certificate["perturbation"]["kept"])
            if (kept["quantity"] == "mean") {
                kept["factor"] = "2";  // noise may add up to nothing, so that the mean is exactly the original's
                kept["tolerance"] = "0";
            }
    });
    const Outcome full = verify(" --original t.csv");
    EXPECT_EQ(full.code, cli::does_not_hold);
    EXPECT_THAT(full.out, HasSubstr("further apart than 0"));
}

TEST_F(PublishPerturbedTest, ARecordThatIsNoneOfTheOriginalIsCaught) {
    ASSERT_EQ(publish("sample(fraction=1/2)").code, cli::fine);
    forge([](std::string& data, Json&) {
        const std::size_t line = data.find('\n') + 1;
        data.replace(line, 2, "11");  // younger than anybody
    });
    EXPECT_THAT(verify(" --original t.csv").out, HasSubstr("and 0 times in the original"));
}

TEST_F(PublishPerturbedTest, ANoticeIsTheFirstLine) {
    ASSERT_EQ(publish("swap").code, cli::fine);
    forge([](std::string&, Json& certificate) { certificate.erase("notice"); });
    EXPECT_THAT(verify().out, HasSubstr("its first line does not say what kind of release it is"));
}

TEST_F(PublishPerturbedTest, TransitionsAreForReaders) {
    ASSERT_EQ(publish("randomized_response(retention=1/3)").code, cli::fine);
    const Json told = certificate()["perturbation"];
    EXPECT_EQ(told["transitions"][0]["column"], "disease");
    EXPECT_EQ(told["transitions"][0]["retention"], "1/3");
    EXPECT_EQ(told["transitions"][0]["values"].size(), 4u);
    EXPECT_EQ(told["design"]["exp_epsilon(disease)"], "3");
    EXPECT_EQ(told["design"]["belief(disease)"], "1/2");
    forge([](std::string&, Json& certificate) { certificate["perturbation"]["transitions"][0]["values"].erase(0); });
    EXPECT_EQ(verify().code, cli::does_not_hold);
}

TEST_F(PublishPerturbedTest, AMatrixMayBeAFile) {
    folder_.write("m.csv", "city,a,b,c\na,1/2,1/2,0\nb,0,1,0\nc,0,0,1\n");
    EXPECT_EQ(publish("pram(columns=city, file=m.csv)").code, cli::fine);
    folder_.write("m.csv", "city,a,b,c\na,1/2,1/3,0\nb,0,1,0\nc,0,0,1\n");
    EXPECT_TRUE(is_refused(publish("pram(columns=city, file=m.csv)"), {"row of 'a'", "must add up to exactly 1"}));
    EXPECT_TRUE(is_refused(publish("pram(columns=city, file=none.csv)"), {"none.csv"}));
}

TEST_F(PublishPerturbedTest, PeopleAreDrawnTogether) {
    folder_.write("p.csv", "name,age,disease\na,30,x\na,30,y\nb,40,x\nb,40,x\nc,50,z\n");
    folder_.write("policy.yaml",
                  "person: name\ncolumns: {name: identifier, age: quasi_identifier, disease: sensitive}\n");
    const Outcome made = run_scrim("publish p.csv --policy policy.yaml --algorithm sample(fraction=2/3) --out s");
    EXPECT_EQ(made.code, cli::fine) << made.err;
    EXPECT_THAT(made.out, HasSubstr("2 of 3"));
    EXPECT_TRUE(is_refused(run_scrim("publish p.csv --policy policy.yaml --algorithm swap --out q"),
                           {"several records per person", "sample"}));
}

TEST_F(PublishPerturbedTest, WhatCannotBeServedIsRefused) {
    EXPECT_TRUE(is_refused(publish("noise", " --require k_anonymity(k=2)"), {"noise cannot certify k_anonymity"}));
    EXPECT_TRUE(is_refused(publish("noise(columns=city)"), {"'city' holds categories", "rank_swap"}));
    EXPECT_TRUE(is_refused(publish("rank_swap(window=500)"), {"larger than the table"}));
    EXPECT_TRUE(is_refused(publish("sample(fraction=2)"), {"at most 1"}));
    EXPECT_TRUE(is_refused(publish("swap", " --suppress 5%"), {"leaves no records out", "--suppress"}));
    EXPECT_TRUE(is_refused(publish("swap", " --minimize loss"), {"--minimize"}));
    EXPECT_TRUE(is_refused(publish("swap", " --target ward"), {"--target"}));
}

TEST_F(PublishPerturbedTest, ExactColumnsAreWatched) {
    std::string table = "age,disease,note\n";
    for (int row = 0; row < 50; ++row) table += "3" + std::to_string(row % 10) + ",x,n" + std::to_string(row) + "\n";
    folder_.write("u.csv", table);
    const std::string command =
        "publish u.csv --qi age --sensitive disease --insensitive note --algorithm swap --out u";
    EXPECT_TRUE(is_refused(run_scrim(command), {"'note' alone singles out"}));
    EXPECT_EQ(run_scrim(command + " --accept-exact note").code, cli::fine);
    ASSERT_EQ(publish("rank_swap(columns=age, window=10%)").code, cli::fine);
    EXPECT_THAT(publish("rank_swap(columns=age, window=10%)").out,
                HasSubstr("born, city: quasi-identifiers that were not changed"));
}

TEST_F(PublishPerturbedTest, OtherVerbsSayThatTheyCannot) {
    ASSERT_EQ(publish("swap").code, cli::fine);
    EXPECT_TRUE(is_refused(run_scrim("audit r"), {"perturbed release"}));
    const Outcome explored = run_scrim("publish t.csv" + roles + " --require k_anonymity(k=3) --explore");
    EXPECT_EQ(explored.code, cli::fine) << explored.err;
    EXPECT_THAT(explored.out, HasSubstr("rank_swap                  rank_swap cannot certify k_anonymity"));
}

TEST_F(PublishPerturbedTest, ExploreTellsWhatAppliesAndNoMore) {
    const std::string command = "publish t.csv" + roles + " --explore";
    const Json trials = Json::parse(run_scrim(command + " --require k_anonymity(k=3) --json").out)["trials"];
    std::map<std::string, Json> tried;
    for (const Json& trial : trials) tried[trial["algorithm"].get<std::string>()] = trial;
    // Classes that models were asked of, and no loss of spans.
    const Json& means = tried.at("microaggregate");
    EXPECT_TRUE(means.contains("classes") && means.contains("highest_risk")) << means;
    EXPECT_FALSE(means.contains("loss")) << means;
    EXPECT_TRUE(means["compared"].contains("k_marginal")) << means;
    EXPECT_TRUE(tried.at("noise").contains("refused"));
    // Nothing required: what certifies nothing is possible, and nothing else.
    const Json free = Json::parse(run_scrim(command + " --json").out)["trials"];
    std::size_t possible = 0;
    for (const Json& trial : free) {
        if (trial.contains("refused")) continue;
        ++possible;
        EXPECT_FALSE(trial.contains("loss") || trial.contains("classes") || trial.contains("highest_risk")) << trial;
    }
    EXPECT_GE(possible, 6u);
    EXPECT_FALSE(std::filesystem::exists("r"));
}

}  // namespace publish_perturbed_test
}  // namespace scrim::testing
