// Differentially private releases: what they say, what verify recomputes, what it catches, and how they are paid for.
#include "tests/cli/forged.h"

#include "adapters/cli/cli.h"
#include "kernel/core/json.h"
#include "kernel/core/random.h"

#include <filesystem>
#include <functional>

namespace scrim::testing {
namespace publish_private_test {

using ::testing::HasSubstr;
using ::testing::Not;

const std::string table = "publish t.csv --policy t.yaml --out r";
const std::string bounds = "bounds='age 0..99 in 10'";

class PublishPrivateTest : public CliTest {
protected:
    PublishPrivateTest() {
        SeededRandom random(1);
        std::string rows = "name,age,city,disease\n";
        for (int row = 0; row < 300; ++row)
            rows += "n" + std::to_string(row) + "," + std::to_string(20 + random.below(40)) + "," +
                    "abc"[random.below(3)] + ",d" + std::to_string(random.below(4)) + "\n";
        folder_.write("t.csv", rows);
        folder_.write("city.csv", "a;*\nb;*\nc;*\nd;*\n");
        folder_.write("disease.csv", "d0;*\nd1;*\nd2;*\nd3;*\nd4;*\n");
        folder_.write("t.yaml",
                      "columns: {name: identifier, age: quasi_identifier, city: {role: quasi_identifier, hierarchy: "
                      "city.csv}, disease: {role: sensitive, hierarchy: disease.csv}}\n");
    }
    Outcome publish(const std::string& algorithm, const std::string& more = "") {
        std::vector<std::string> words = words_of(table + more);
        words.push_back("--algorithm");
        words.push_back(algorithm);
        return run_scrim(words);
    }
    Json certificate() { return Json::parse(folder_.read("r/certificate.json")); }
    void forge(const std::function<void(std::string& data, Json& certificate)>& change) {
        testing::forge(folder_, "r", "data.csv", change);
    }
    std::string verified() {
        const Outcome found = run_scrim("verify r");
        EXPECT_EQ(found.code, cli::does_not_hold);
        return found.out;
    }
};

TEST_F(PublishPrivateTest, SaysWhatItCostsAndIsConfirmed) {
    for (const std::string amount : {"epsilon=1", "epsilon=1, delta=1e-6", "rho=1/50"}) {
        const Outcome made = publish("dp_synthesize(" + amount + ", " + bounds + ")", " --force");
        ASSERT_EQ(made.code, cli::fine) << made.err;
        EXPECT_THAT(made.out, HasSubstr("differentially private"));
        EXPECT_THAT(made.out, Not(HasSubstr("no privacy model")));
        EXPECT_EQ(run_scrim("verify r").code, cli::fine) << run_scrim("verify r").out;
        EXPECT_EQ(run_scrim("verify r --original t.csv").code, cli::fine);
        const Json told = certificate();
        EXPECT_FALSE(told["records"].contains("original")) << "how many there are is not told";
        EXPECT_EQ(told["perturbation"]["kept"].size(), 0u);
        EXPECT_EQ(told["perturbation"]["privacy"]["domains"].size(), 3u);
        for (const char* key : {"unit", "neighbors", "mechanism", "public", "trust", "side_channels"})
            EXPECT_FALSE(told["perturbation"]["privacy"][key].get<std::string>().empty()) << key;
        EXPECT_THAT(folder_.read("r/report.html"), HasSubstr("Differential privacy"));
    }
}

TEST_F(PublishPrivateTest, ForgedCostsAreCaught) {
    const auto make = [&] {
        ASSERT_EQ(
            publish("dp_marginals(epsilon=1, delta=1e-6, marginals=[[age, city], [city, disease]], " + bounds + ")",
                    " --force")
                .code,
            cli::fine);
    };
    const auto privacy = [](Json& certificate) -> Json& { return certificate["perturbation"]["privacy"]; };
    make();
    forge([&](std::string&, Json& told) { privacy(told)["counts"][0]["variance"] = "3"; });
    EXPECT_THAT(verified(), HasSubstr("counts of age, city cost 1/6, and"));
    make();
    forge([&](std::string&, Json& told) { privacy(told)["counts"].push_back(privacy(told)["counts"][0]); });
    EXPECT_THAT(verified(), HasSubstr("more than"));
    make();
    forge([&](std::string&, Json& told) { privacy(told)["epsilon"] = "1/2"; });
    EXPECT_THAT(verified(), HasSubstr("does not imply epsilon 1/2"));
    make();
    forge([&](std::string&, Json& told) { told["perturbation"]["design"]["epsilon"] = "1/2"; });
    EXPECT_THAT(verified(), HasSubstr("the design says epsilon 1/2"));
    make();
    forge([&](std::string&, Json& told) { privacy(told)["total"] = "5"; });
    EXPECT_THAT(verified(), HasSubstr("does not imply"));
    make();
    forge([&](std::string&, Json& told) { privacy(told)["domains"][1]["values"] = 1; });
    EXPECT_THAT(verified(), HasSubstr("different values, of 1"));
    make();
    forge([&](std::string&, Json& told) { privacy(told)["domains"][0]["highest"] = "3"; });
    EXPECT_THAT(verified(), HasSubstr("outside 0 to 3"));
    make();
    forge([&](std::string&, Json& told) { privacy(told)["domains"].erase(2); });
    EXPECT_THAT(verified(), HasSubstr("what values 'disease' may have is not said"));
    make();
    forge([&](std::string&, Json& told) { privacy(told)["counts"][0]["cost"] = "0"; });
    EXPECT_THAT(verified(), HasSubstr("no exact number above 0"));
}

TEST_F(PublishPrivateTest, MayBeRequired) {
    const std::string required = " --require differential_privacy(epsilon=2) --force";
    const Outcome made = publish("dp_synthesize(" + bounds + ")", required);
    ASSERT_EQ(made.code, cli::fine) << made.err;
    EXPECT_THAT(made.out, HasSubstr("holds          differential_privacy(epsilon=2)"));
    EXPECT_EQ(certificate()["perturbation"]["privacy"]["total"], "2");
    EXPECT_EQ(run_scrim("verify r").code, cli::fine);
    EXPECT_TRUE(is_refused(publish("dp_synthesize(epsilon=3, " + bounds + ")", required), {"reach epsilon = 3"}));
    EXPECT_TRUE(is_refused(publish("dp_synthesize(epsilon=1, delta=1e-6, " + bounds + ")", required), {"required"}));
    EXPECT_TRUE(is_refused(publish("alpha_beta(keep=0.5, rate=0.1)", required), {"numbers of the mechanism"}));
    EXPECT_TRUE(is_refused(publish("rank_swap", required), {"states no chances", "dp_synthesize"}));
    forge([](std::string&, Json& told) { told["promises"][0]["reached"]["epsilon"]["exact"] = "1"; });
    EXPECT_NE(run_scrim("verify r").code, cli::fine);
    const Outcome bare = run_scrim(
        "check t.csv --id name --qi age,city --sensitive disease --require "
        "differential_privacy(epsilon=1)");
    EXPECT_EQ(bare.code, cli::does_not_hold);
    EXPECT_THAT(bare.out, HasSubstr("undecided"));
}

TEST_F(PublishPrivateTest, IsPaidBeforeItIsThere) {
    ASSERT_EQ(
        run_scrim("statdb build t.csv --id name --qi age,city --sensitive disease -m 2 --frameworks dp --out s").code,
        cli::fine);
    const std::string paid = " --ledger s --recipient ana";
    EXPECT_TRUE(
        is_refused(publish("dp_marginals(epsilon=0.6, " + bounds + ")", paid), {"nothing was granted to 'ana'"}));
    ASSERT_EQ(run_scrim("ledger grant s --recipient ana --epsilon 1").code, cli::fine);
    ASSERT_EQ(publish("dp_marginals(epsilon=0.6, " + bounds + ")", paid).code, cli::fine);
    EXPECT_THAT(run_scrim("ledger show s").out, HasSubstr("0.4"));
    // Another release is another price; what cannot be paid is not made.
    const Outcome more = publish("dp_marginals(epsilon=0.6, " + bounds + ")", paid + " --force --owner o.json");
    EXPECT_TRUE(is_refused(more, {"would cost epsilon 0.6, and 'ana' has 0.4 of 1 left"}));
    EXPECT_TRUE(is_refused(publish("dp_marginals(rho=0.01, " + bounds + ")", paid + " --force"), {"budget of 'ana'"}));
    EXPECT_TRUE(
        is_refused(publish("dp_marginals(epsilon=0.1, " + bounds + ")", " --force --ledger s"), {"--recipient"}));
    EXPECT_TRUE(is_refused(publish("rank_swap", paid + " --force"), {"only a differentially private release"}));
    EXPECT_TRUE(is_refused(
        publish("dp_marginals(epsilon=0.1, " + bounds + ")", " --force --ledger t.csv --recipient ana"), {"t.csv"}));
    // A ledger of other data.
    folder_.write("t.csv", folder_.read("t.csv") + "x,30,a,d1\n");
    EXPECT_TRUE(is_refused(publish("dp_marginals(epsilon=0.1, " + bounds + ")", paid + " --force"),
                           {"its ledger is about other data"}));
    EXPECT_THAT(run_scrim("ledger show s").out, HasSubstr("0.4")) << "and nothing was paid";
}

// Codes that look like numbers are sorted as what they are called.
TEST_F(PublishPrivateTest, CategoriesOfNumbersStayCategories) {
    folder_.write("c.csv", "code\n1\n2\n10\n20\n3\n");
    folder_.write("code.csv", "1;*\n2;*\n3;*\n10;*\n20;*\n");
    folder_.write("c.yaml",
                  "columns: {code: {role: quasi_identifier, type: category, hierarchy: code.csv}}\n"
                  "rows_are_persons: true\n");
    for (const char* algorithm : {"dp_marginals(epsilon=100)", "swap"}) {
        const Outcome made =
            run_scrim({"publish", "c.csv", "--policy", "c.yaml", "--algorithm", algorithm, "--out", "r", "--force"});
        EXPECT_EQ(made.code, cli::fine) << made.err;
        EXPECT_EQ(folder_.read("r/data.csv"), "code\n1\n10\n2\n20\n3\n");
    }
}

TEST_F(PublishPrivateTest, PeopleHaveSeveralRecords) {
    folder_.write("p.csv", "name,city\nx,a\nx,a\nx,b\ny,b\nz,c\n");
    folder_.write("policy.yaml",
                  "person: name\ncolumns: {name: identifier, city: {role: quasi_identifier, "
                  "hierarchy: city.csv}}\n");
    const Outcome made = run_scrim({"publish", "p.csv", "--policy", "policy.yaml", "--algorithm",
                                    "dp_marginals(epsilon=1, per_person=2)", "--out", "r"});
    ASSERT_EQ(made.code, cli::fine) << made.err;
    EXPECT_THAT(folder_.read("r/certificate.json"), HasSubstr("at most 2 records drawn by chance, are looked at"));
    EXPECT_EQ(run_scrim("verify r").code, cli::fine);
    folder_.write("policy.yaml",
                  "person: nome\ncolumns: {name: identifier, city: {role: quasi_identifier, "
                  "hierarchy: city.csv}}\n");
    EXPECT_TRUE(is_refused(run_scrim({"publish", "p.csv", "--policy", "policy.yaml", "--algorithm",
                                      "dp_marginals(epsilon=1)", "--out", "q"}),
                           {"nome"}));
}

}  // namespace publish_private_test
}  // namespace scrim::testing
