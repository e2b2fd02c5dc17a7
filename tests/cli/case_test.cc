// Runs every case of tests/cases (see case_file.h).
#include "tests/cli/cases.h"
#include "tests/cli/scratch_folder.h"

#include <set>

namespace scrim::testing {
namespace case_test {

namespace fs = std::filesystem;

class CaseTest : public ::testing::TestWithParam<CaseRun> {};

TEST_P(CaseTest, Holds) {
    const CaseRun& run = GetParam();
    const ScratchFolder folder;
    std::set<std::string> expected_files;
    for (const std::string& name : run.folders) fs::create_directory(folder.path(name)), expected_files.insert(name);
    for (const auto& [name, content] : run.files) folder.write(name, content), expected_files.insert(name);
    for (const auto& [name, content] : run.writes) expected_files.insert(name);

    const Outcome outcome = run_scrim(run.words);

    if (run.refused) {
        EXPECT_TRUE(is_refused(outcome, *run.refused));
    } else {
        EXPECT_EQ(outcome.code, run.exit_code) << outcome.err;
        EXPECT_EQ(outcome.err, "");
    }
    for (const std::string& text : run.prints) EXPECT_THAT(outcome.out, ::testing::HasSubstr(text));
    if (!run.json.empty()) {
        const Json json = Json::parse(outcome.out, nullptr, false);
        ASSERT_TRUE(json.is_object()) << "standard output is not one JSON object: " << outcome.out;
        for (const JsonExpectation& expectation : run.json) expect_json(json, expectation);
    }
    for (const auto& [name, content] : run.writes) EXPECT_EQ(folder.read(name), content) << name;
    EXPECT_THAT(folder.files(), ::testing::ElementsAreArray(expected_files)) << "only what was asked for is left";
}

INSTANTIATE_TEST_SUITE_P(Cases, CaseTest, ::testing::ValuesIn(all_cases().runs),
                         [](const auto& test) { return test.param.name; });

TEST(CaseFiles, AreAllWellFormed) {
    EXPECT_THAT(all_cases().mistakes, ::testing::IsEmpty());
    EXPECT_GE(all_cases().runs.size(), 100u) << "cases went missing";
}

TEST(CaseFiles, MistakesInThemAreFound) {
    for (const char* text :
         {"", "# only a comment\n", "check x.csv\n", "--- json\na = 1\n", "--- run\ncheck x.csv\n", "--- run t\n'x\n",
          "--- run t\nx\n--- jsn\n", "--- run t\nx\n--- json\na: 1\n", "--- bytes b\n\\q\n--- run t\nx\n"})
        EXPECT_FALSE(parse_case(text, "t").ok()) << text;
}

}  // namespace case_test
}  // namespace scrim::testing
