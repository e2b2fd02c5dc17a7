// Where a release may be put.
#include "tests/cli/scratch_folder.h"

#include <filesystem>

namespace scrim::testing {
namespace publish_place_test {

class PublishPlaceTest : public CliTest {
protected:
    PublishPlaceTest() { folder_.write("t.csv", "age,disease\n20,flu\n20,cold\n"); }
    static Outcome publish_to(const std::string& out, bool force) {
        std::vector<std::string> words =
            words_of("publish t.csv --qi age --sensitive disease --require k_anonymity(k=2) --out");
        words.push_back(out);
        if (force) words.push_back("--force");
        return run_scrim(words);
    }
};

TEST_F(PublishPlaceTest, MustHaveANameOfItsOwn) {
    std::filesystem::create_directory(folder_.path("sub"));
    const auto before = folder_.files();
    for (const bool force : {false, true}) {
        EXPECT_TRUE(is_refused(publish_to("", force), {"no folder", "--out"}));
        for (const char* out : {".", "./", "/", "//", "..", "sub/..", "sub/.", "../"})
            EXPECT_TRUE(is_refused(publish_to(out, force), {"a folder of its own", std::string("'") + out + "'"}))
                << out;
    }
    EXPECT_EQ(folder_.files(), before);
    EXPECT_TRUE(std::filesystem::is_empty(folder_.path("sub")));
}

// Somebody who publishes again hears of the folder first, not of the owner's file beside it.
TEST_F(PublishPlaceTest, SaysFirstThatTheFolderIsThere) {
    EXPECT_EQ(publish_to("release", false).code, 0);
    EXPECT_TRUE(is_refused(publish_to("release", false), {"'release' is there already", "--force"}));
    std::filesystem::remove_all(folder_.path("release"));
    folder_.write("release.owner.json", "not ours");
    EXPECT_TRUE(is_refused(publish_to("release", false), {"the owner's file 'release.owner.json' is there already"}));
}

TEST_F(PublishPlaceTest, MayEndInSlashes) {
    EXPECT_EQ(publish_to("sub//", false).code, 0);
    EXPECT_TRUE(std::filesystem::exists(folder_.path("sub/certificate.json")));
    EXPECT_TRUE(std::filesystem::exists(folder_.path("sub.owner.json")));
}

}  // namespace publish_place_test
}  // namespace scrim::testing
