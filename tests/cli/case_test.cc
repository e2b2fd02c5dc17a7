// Runs every case of tests/cases (see case_file.h).
#include "kernel/core/json.h"
#include "tests/cli/case_file.h"
#include "tests/cli/scratch_folder.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <set>

namespace scrim::testing {
namespace case_test {

namespace fs = std::filesystem;

struct Cases {
    std::vector<CaseRun> runs;
    std::vector<std::string> mistakes;  // of the case files themselves
};

Cases load_cases() {
    Cases cases;
    const fs::path root = fs::path(SCRIM_SOURCE_DIR) / "tests" / "cases";
    std::vector<fs::path> paths;
    for (const auto& entry : fs::recursive_directory_iterator(root))
        if (entry.path().extension() == ".case") paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    for (const fs::path& path : paths) {
        std::ifstream stream(path, std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(stream), {}};
        auto runs = parse_case(text, fs::relative(path, root).replace_extension().string());
        if (!runs) {
            cases.mistakes.push_back(path.string() + ": " + runs.error().message);
            continue;
        }
        std::move(runs->begin(), runs->end(), std::back_inserter(cases.runs));
    }
    return cases;
}

const Cases& all_cases() {
    static const Cases cases = load_cases();
    return cases;
}

// The value at "models.k_anonymity.reached.k.value" or "requirements.0.holds".
const Json* find(const Json& root, std::string_view path) {
    const Json* at = &root;
    while (!path.empty()) {
        const std::string step(path.substr(0, path.find('.')));
        path.remove_prefix(std::min(path.size(), step.size() + 1));
        if (at->is_array()) {
            const std::size_t index = std::stoul(step);
            if (index >= at->size()) return nullptr;
            at = &(*at)[index];
        } else {
            const auto found = at->find(step);
            if (found == at->end()) return nullptr;
            at = &*found;
        }
    }
    return at;
}

// Half a unit of the last digit written: 0.00005 for "1.7548".
double tolerance_of(const std::string& number) {
    const auto point = number.find('.');
    const auto digits = point == std::string::npos ? 0 : number.size() - point - 1;
    return 0.5 * std::pow(10.0, -static_cast<double>(digits));
}

void expect_json(const Json& json, const JsonExpectation& expected) {
    const Json* found = find(json, expected.path);
    if (expected.kind == JsonExpectation::Kind::absent) {
        EXPECT_EQ(found, nullptr) << expected.path << " should not be there";
        return;
    }
    ASSERT_NE(found, nullptr) << expected.path << " is not there";
    if (expected.kind == JsonExpectation::Kind::near) {
        ASSERT_TRUE(found->is_number()) << expected.path << " is " << found->dump();
        EXPECT_NEAR(found->get<double>(), std::stod(expected.value), tolerance_of(expected.value)) << expected.path;
        return;
    }
    // The order of an object's keys does not matter here.
    const auto wanted = nlohmann::json::parse(expected.value, nullptr, false);
    ASSERT_FALSE(wanted.is_discarded()) << "the case expects " << expected.value << ", which is no JSON";
    EXPECT_EQ(nlohmann::json::parse(found->dump()), wanted) << expected.path;
}

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
