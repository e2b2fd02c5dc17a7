// Names of builders and parameters that were spelled otherwise once are taken, and written as they are spelled now.
#include "adapters/cli/cli.h"
#include "kernel/core/json.h"
#include "tests/cli/scratch_folder.h"

namespace scrim::testing {
namespace old_names_test {

class OldNamesTest : public CliTest {
protected:
    OldNamesTest() { folder_.write("t.csv", "age,disease\n30,flu\n31,gout\n40,flu\n44,gout\n"); }
};

TEST_F(OldNamesTest, ABuilder) {
    const Outcome built = run_scrim(
        "statdb build t.csv --qi age --sensitive disease --rows-are-persons -m 2 --builder neighbours -o p.statdb "
        "--json");
    ASSERT_EQ(built.code, cli::fine) << built.err;
    EXPECT_EQ(Json::parse(built.out)["builder"], "neighbors");
}

TEST_F(OldNamesTest, AParameterOfAnAlgorithm) {
    const Outcome made = run_scrim(
        "publish t.csv --qi age --sensitive disease --rows-are-persons --require k_anonymity(k=2) --algorithm "
        "optimal(neighbours=yes) --out r");
    ASSERT_EQ(made.code, cli::fine) << made.err;
    const std::string certificate = folder_.read("r/certificate.json");
    EXPECT_EQ(certificate.find("neighbour"), std::string::npos);
    EXPECT_EQ(run_scrim("verify r").code, cli::fine);
}

}  // namespace old_names_test
}  // namespace scrim::testing
