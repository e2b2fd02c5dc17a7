// Records that arrive after a release by condense: taken in by the groups that its owner's file keeps.
#include "tests/cli/scratch_folder.h"

#include "adapters/cli/cli.h"
#include "kernel/core/json.h"
#include "kernel/core/random.h"

#include <filesystem>

namespace scrim::testing {
namespace publish_condensed_test {

using ::testing::HasSubstr;

class PublishCondensedTest : public CliTest {
protected:
    PublishCondensedTest() {
        SeededRandom random(5);
        const auto table = [&](int rows) {
            std::string text = "age,pay\n";
            for (int row = 0; row < rows; ++row)
                text += std::to_string(20 + random.below(40)) + "," + std::to_string(1000 + random.below(3000)) + "\n";
            return text;
        };
        folder_.write("a.csv", table(50));
        folder_.write("b.csv", table(9));
        folder_.write("few.csv", table(2));
        folder_.write("gaps.csv", "age,pay\n20,\n30,1000\n,2000\n");
    }
    Outcome publish(const std::string& table, const std::string& algorithm, const std::string& out,
                    const std::string& more = "") {
        std::vector<std::string> words =
            words_of("publish " + table + " --rows-are-persons --qi age,pay --out " + out + more);
        words.push_back("--algorithm");
        words.push_back(algorithm);
        return run_scrim(words);
    }
};

TEST_F(PublishCondensedTest, TakesInRecordsThatArrive) {
    ASSERT_EQ(publish("a.csv", "condense(r=3)", "first").code, cli::fine);
    // The file keeps moments and no record.
    const Json owner = Json::parse(folder_.read("first.owner.json"));
    EXPECT_EQ(owner["condensed"]["r"], 3);
    for (const Json& group : owner["condensed"]["groups"]) EXPECT_GE(group["records"].get<int>(), 3);
    const Outcome second = publish("b.csv", "condense(after=first.owner.json)", "second");
    ASSERT_EQ(second.code, cli::fine) << second.err;
    const Json certificate = Json::parse(folder_.read("second/certificate.json"));
    EXPECT_EQ(certificate["records"]["released"], 59);
    EXPECT_EQ(certificate["records"]["original"], 9);
    EXPECT_EQ(certificate["perturbation"]["design"]["arrived"], "9");
    EXPECT_THAT(certificate["not_promised"].dump(), HasSubstr("Arrivals: the records before are known by"));
    EXPECT_EQ(run_scrim("verify second --original b.csv").code, cli::fine);
    // And again, after the groups of the second.
    EXPECT_EQ(publish("b.csv", "condense(r=3, after=second.owner.json)", "third").code, cli::fine);
    EXPECT_EQ(Json::parse(folder_.read("third/certificate.json"))["records"]["released"], 68);
}

TEST_F(PublishCondensedTest, Refusals) {
    ASSERT_EQ(publish("a.csv", "condense(r=3)", "first").code, cli::fine);
    const auto refused = [&](const std::string& table, const std::string& algorithm, const std::string& part,
                             const std::string& more = "") {
        EXPECT_TRUE(is_refused(publish(table, algorithm, "no", more), {part}));
        EXPECT_FALSE(std::filesystem::exists("no"));
    };
    refused("few.csv", "condense(after=first.owner.json)", "2 records arrive, and at least 3 must come together");
    refused("b.csv", "condense(r=4, after=first.owner.json)", "at least 3 records; leave r out");
    refused("gaps.csv", "condense(after=first.owner.json)", "a record that arrives lacks its value of column");
    refused("b.csv", "condense(columns=age, after=first.owner.json)", "these columns alone can be released");
    refused("b.csv", "condense(after=first/certificate.json)", "no owner's file");
    refused("b.csv", "condense(after=none.json)", "none.json");
    ASSERT_EQ(publish("a.csv", "rank_swap(window=5)", "swapped").code, cli::fine);
    refused("b.csv", "condense(after=swapped.owner.json)", "kept no groups");
}

}  // namespace publish_condensed_test
}  // namespace scrim::testing
