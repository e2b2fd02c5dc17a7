// Which algorithm is taken where none is named, what is said about it, and of which columns nothing is left.
#include "tests/cli/scratch_folder.h"

#include "adapters/cli/cli.h"
#include "kernel/core/json.h"
#include "kernel/core/random.h"
#include "kernel/recode/recoder.h"

#include <filesystem>

namespace scrim::testing {
namespace publish_default_test {

using ::testing::HasSubstr;
using ::testing::Not;

class PublishDefaultTest : public CliTest {
protected:
    PublishDefaultTest() {
        SeededRandom random(1);
        std::string table = "age,zip,disease,outcome\n", people = "age,zip\n";
        for (int row = 0; row < 200; ++row) {
            const std::string age = std::to_string(20 + random.below(50)), zip = std::to_string(100 + random.below(90));
            const std::string both = age + "," + zip;
            const std::uint64_t disease = random.below(4);
            table += both + ",d" + std::to_string(disease) + (random.below(2) ? ",good\n" : ",bad\n");
            people += both + "\n" + both + "\n";
        }
        folder_.write("t.csv", table);
        folder_.write("people.csv", people);
    }
    // What publish tells, as JSON.
    Json published(const std::string& more) {
        std::filesystem::remove_all(folder_.path("release"));
        std::filesystem::remove(folder_.path("release.owner.json"));
        const Outcome outcome = run_scrim(
            "publish t.csv --qi age --qi zip --sensitive disease --insensitive outcome --accept-exact "
            "outcome --out release --json " +
            more);
        EXPECT_EQ(outcome.code, cli::fine) << outcome.err;
        return outcome.code == cli::fine ? Json::parse(outcome.out) : Json();
    }
    std::string algorithm(const std::string& more) { return published(more)["made"]["algorithm"].get<std::string>(); }
};

TEST_F(PublishDefaultTest, ServesWhatIsAsked) {
    EXPECT_EQ(algorithm("--require k_anonymity(k=4)"), "cluster");
    EXPECT_EQ(algorithm("--require k_anonymity(k=4) --minimize loss"), "cluster");
    EXPECT_EQ(algorithm("--require k_anonymity(k=4) --minimize discernibility"), "optimal");
    EXPECT_EQ(algorithm("--require k_anonymity(k=4) --target outcome"), "infogain_mondrian");
    EXPECT_EQ(algorithm("--require k_anonymity(k=4) --target outcome --minimize loss"), "topdown");
    EXPECT_EQ(algorithm("--require k_anonymity(k=4) --target outcome --minimize classification"), "optimal");
    EXPECT_EQ(algorithm("--require m_confidentiality(m=2)"), "anatomy");
    EXPECT_EQ(algorithm("--require k_map(k=2) --population people.csv"), "mondrian");
}

// How many records may be left out is a limit: who leaves none out keeps it, unless nothing holds without.
TEST_F(PublishDefaultTest, LeavesRecordsOutOnlyWhereNothingHoldsWithout) {
    const Json made = published("--require k_anonymity(k=4) --suppress 5%");
    EXPECT_EQ(made["made"]["algorithm"], "cluster");
    EXPECT_EQ(made["made"]["suppressed"], 0);
    EXPECT_EQ(algorithm("--require k_anonymity(k=4) --suppress 100% --max-level age=0"), "optimal");
    // Five of eight have d1, so half of them at most only without those of one age.
    folder_.write("t.csv",
                  "age,zip,disease,outcome\n1,1,d1,x\n1,1,d1,x\n1,1,d1,x\n1,1,d1,x\n2,1,d1,x\n2,1,d2,x\n2,1,d2,x\n"
                  "2,1,d3,x\n");
    EXPECT_EQ(algorithm("--require confidence_bounding(h=0.5) --suppress 50%"), "optimal");
}

// Which of the two loses less depends on what is required.
TEST_F(PublishDefaultTest, LosesNoMoreThanAnotherQuickOne) {
    bool other = false;
    for (const std::string model :
         {"l_diversity_distinct(l=3)", "t_closeness_equal(t=0.08)", "beta_likeness_enhanced(beta=0.3)"}) {
        const auto loss = [&](const std::string& more) {
            return published("--require k_anonymity(k=4) " + model + more)["made"]["loss"].get<double>();
        };
        const Json made = published("--require k_anonymity(k=4) " + model);
        const double mondrian = loss(" --algorithm mondrian"), cluster = loss(" --algorithm cluster");
        EXPECT_EQ(made["made"]["loss"].get<double>(), std::min(mondrian, cluster)) << model;
        other |= made["made"]["algorithm"] == "mondrian";
        EXPECT_EQ(mondrian < cluster, made["made"]["algorithm"] == "mondrian") << model;
        EXPECT_EQ(mondrian < cluster, made["notes"].dump().find(" of cluster; --explore") != std::string::npos)
            << model;
    }
    EXPECT_TRUE(other) << "no requirement here under which the second one is better";
}

TEST_F(PublishDefaultTest, SaysWhichAndWhy) {
    const auto notes = [&](const std::string& more) {
        return published("--require k_anonymity(k=4) " + more)["notes"].dump();
    };
    EXPECT_THAT(notes(""), HasSubstr("no algorithm was named, so cluster was chosen: it loses least; --explore"));
    EXPECT_THAT(notes("--suppress 100% --max-level age=0"),
                HasSubstr("so optimal was chosen: it examines every generalization by itself, for any metric (cluster "
                          "leaves no records out); --explore"));
    EXPECT_THAT(notes("--target outcome"), HasSubstr("(cluster does not look at the target 'outcome')"));
    EXPECT_THAT(notes("--algorithm mondrian"), Not(HasSubstr("no algorithm was named")));
}

// The same release as that of who names it, and one name in all that is written about it.
TEST_F(PublishDefaultTest, IsTheAlgorithmOfReportAndCertificate) {
    for (const std::string more : {"", " --target outcome", " --minimize discernibility"}) {
        const std::string name = algorithm("--require k_anonymity(k=4)" + more),
                          data = folder_.read("release/data.csv");
        EXPECT_EQ(Json::parse(folder_.read("release/certificate.json"))["algorithm"]["name"], name);
        EXPECT_THAT(folder_.read("release/report.html"), HasSubstr(recode::find_recoder(name)->title));
        EXPECT_EQ(algorithm("--require k_anonymity(k=4)" + more + " --algorithm " + name), name);
        EXPECT_EQ(folder_.read("release/data.csv"), data);
    }
}

// Without hierarchies a column is printed as it is or not at all by full-domain generalization.
TEST_F(PublishDefaultTest, HintsAtLessLossAndNamesLostColumns) {
    const Json made = published("--require k_anonymity(k=4) --algorithm optimal");
    EXPECT_THAT(made["notes"].dump(), HasSubstr("mondrian would lose"));
    ASSERT_EQ(made["lost_columns"].size(), 2u);
    EXPECT_EQ(made["lost_columns"][0]["column"], "age");
    EXPECT_THAT(made["lost_columns"].dump(), HasSubstr("no hierarchy"));
    EXPECT_TRUE(published("--require k_anonymity(k=4) --algorithm mondrian")["lost_columns"].empty());
    const Outcome check =
        run_scrim("check release/data.csv --qi age --qi zip --sensitive disease --insensitive outcome");
    EXPECT_THAT(check.out, Not(HasSubstr("in every record")));
}

// The distribution of the original is not in the files: who has the original can check it, others are told so.
TEST_F(PublishDefaultTest, TheOriginalsDistributionIsVerifiedWithTheOriginal) {
    published("--require t_closeness_equal(t=0.3,against=original) --suppress 20% --algorithm optimal");
    const Outcome alone = run_scrim("verify release");
    EXPECT_EQ(alone.code, cli::fine) << alone.out;
    EXPECT_THAT(alone.out, HasSubstr("compares with the distribution in the original: give --original"));
    const Outcome both = run_scrim("verify release --original t.csv");
    EXPECT_EQ(both.code, cli::fine) << both.out;
    EXPECT_THAT(both.out, HasSubstr("ok    t_closeness_equal(t=0.3, against=original)"));
    std::string other = folder_.read("t.csv");
    for (std::size_t at = 0; (at = other.find(",d1", at)) != std::string::npos; ++at) other[at + 2] = '2';
    folder_.write("other.csv", other);
    EXPECT_EQ(run_scrim("verify release --original other.csv").code, cli::does_not_hold);
}

}  // namespace publish_default_test
}  // namespace scrim::testing
