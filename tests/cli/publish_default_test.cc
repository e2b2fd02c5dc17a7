// Which algorithm is taken where none is named, what is said about it, and of which columns nothing is left.
#include "tests/cli/scratch_folder.h"

#include "adapters/cli/cli.h"
#include "kernel/core/json.h"
#include "kernel/core/random.h"

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
    EXPECT_EQ(algorithm("--require k_anonymity(k=4)"), "mondrian");
    EXPECT_EQ(algorithm("--require k_anonymity(k=4) --minimize loss"), "mondrian");
    EXPECT_EQ(algorithm("--require k_anonymity(k=4) --minimize discernibility"), "optimal");
    EXPECT_EQ(algorithm("--require k_anonymity(k=4) --target outcome"), "topdown");
    EXPECT_EQ(algorithm("--require k_anonymity(k=4) --target outcome --minimize classification"), "optimal");
    EXPECT_EQ(algorithm("--require k_anonymity(k=4) --suppress 5%"), "optimal");
    EXPECT_EQ(algorithm("--require m_confidentiality(m=2)"), "anatomy");
    EXPECT_EQ(algorithm("--require k_map(k=2) --population people.csv"), "mondrian");
}

TEST_F(PublishDefaultTest, SaysWhichAndWhy) {
    const auto notes = [&](const std::string& more) {
        return published("--require k_anonymity(k=4) " + more)["notes"].dump();
    };
    EXPECT_THAT(notes(""), HasSubstr("no algorithm was named, so mondrian"));
    EXPECT_THAT(notes("--suppress 5%"), HasSubstr("optimal was chosen (mondrian leaves no records out)"));
    EXPECT_THAT(notes("--algorithm mondrian"), Not(HasSubstr("no algorithm was named")));
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
