// Bad days that no case file can describe: disks that are full, outputs that nobody reads, people who lose patience.
// (What is wrong with files, columns, policies and words is in tests/cases/refusals.)
#include "cli/cli.h"
#include "engine/source.h"
#include "tests/cli/child.h"

#include <duckdb.h>

#include <unistd.h>

namespace scrim::testing {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

const std::vector<std::string> check_small = {"check", "t.csv", "--qi", "age", "--sensitive", "disease"};

class BadDayTest : public CliTest {
protected:
    BadDayTest() { folder_.write("t.csv", "age,disease\n20,flu\n20,cold\n"); }

    // 20,000 different values: a hierarchy of some 200 kB.
    void write_many_values() const {
        std::string text = "code\n";
        for (int i = 10'000; i < 30'000; ++i) text += std::to_string(i) + "\n";
        folder_.write("many.csv", text);
    }
};

TEST_F(BadDayTest, DiskFullWhileWritingAHierarchyLeavesNoFile) {
    write_many_values();
    const Outcome outcome = run_child({"hierarchy", "build", "code", "--data", "many.csv", "--flat", "-o", "code.csv"},
                                      {.out = {}, .largest_file = 4096, .interrupt_after = {}});
    EXPECT_TRUE(is_refused(outcome, {"'code.csv'"}));
    EXPECT_THAT(folder_.files(), ElementsAre("many.csv", "t.csv"));
}

TEST_F(BadDayTest, DiskFullKeepsTheFileThatWasThere) {
    write_many_values();
    folder_.write("code.csv", "the one before\n");
    const Outcome outcome = run_child({"hierarchy", "build", "code", "--data", "many.csv", "--flat", "-o", "code.csv"},
                                      {.out = {}, .largest_file = 4096, .interrupt_after = {}});
    EXPECT_TRUE(is_refused(outcome, {"'code.csv'"}));
    EXPECT_EQ(folder_.read("code.csv"), "the one before\n");
    EXPECT_THAT(folder_.files(), ElementsAre("code.csv", "many.csv", "t.csv"));
}

TEST_F(BadDayTest, DiskFullWhileWritingTheDemonstration) {
    const Outcome outcome = run_child({"demo", "--out", "demo"}, {.out = {}, .largest_file = 65'536, .interrupt_after = {}});
    EXPECT_TRUE(is_refused(outcome, {"demo/"}));
}

TEST_F(BadDayTest, FullStandardOutputIsSaid) {
    std::vector<std::vector<std::string>> commands = {
        check_small, {"list", "models"}, {"list", "metrics", "--json"}, {"hierarchy", "build", "age", "--data", "t.csv", "--flat"},
        {"--help"},  {"check", "--help"}, {"--version"}};
    for (const auto& words : commands)
        EXPECT_TRUE(is_refused(run_child(words, {.out = "/dev/full", .largest_file = {}, .interrupt_after = {}}), {"output"}))
            << words[0] << " " << words.back();
}

TEST_F(BadDayTest, FolderThatMayNotBeWritten) {
    if (::geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
    std::filesystem::create_directory("closed");
    std::filesystem::permissions("closed", std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
    EXPECT_TRUE(is_refused(run_scrim({"hierarchy", "build", "age", "--data", "t.csv", "--flat", "-o", "closed/age.csv"}),
                           {"'closed/age.csv'"}));
}

TEST_F(BadDayTest, WritingOverTheInputIsSafe) {
    const std::string before = folder_.read("t.csv");
    const Outcome outcome = run_scrim({"hierarchy", "build", "age", "--data", "t.csv", "--flat", "-o", "t.csv"});
    if (outcome.code == cli::fine)
        EXPECT_EQ(folder_.read("t.csv"), "20;*\n");
    else
        EXPECT_EQ(folder_.read("t.csv"), before);
    EXPECT_THAT(folder_.files(), ElementsAre("t.csv"));
}

// Ctrl-C, on work that would take far longer than the test waits.
class InterruptTest : public CliTest {
protected:
    // Exit code 130 and one line.
    void expect_stopped(const std::vector<std::string>& words, std::chrono::milliseconds after) const {
        const auto files = folder_.files();
        const Outcome outcome = run_child(words, {.out = {}, .largest_file = {}, .interrupt_after = after});
        EXPECT_EQ(outcome.code, cli::interrupted) << outcome.err;
        EXPECT_THAT(outcome.out, IsEmpty());
        EXPECT_TRUE(outcome.err.starts_with("scrim: ") && outcome.err.find('\n') == outcome.err.size() - 1) << outcome.err;
        EXPECT_EQ(folder_.files(), files);
    }

    void write_large_table() const {
        std::string text = "age,zip,job,disease\n";
        std::uint64_t state = 1;
        for (int row = 0; row < 1'500'000; ++row) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            text += std::to_string(state >> 33 & 0xffff) + "," + std::to_string(state >> 40) + ",j" +
                    std::to_string(state >> 50 & 0xfff) + ",d" + std::to_string(state >> 45 & 0xff) + "\n";
        }
        folder_.write("large.csv", text);
    }
};

TEST_F(InterruptTest, StopsACheckOfALargeFile) {
    write_large_table();
    const std::vector<std::string> words = {"check", "large.csv", "--qi", "age", "--qi", "zip", "--qi", "job", "--sensitive", "disease"};
    expect_stopped(words, 0ms);
    expect_stopped(words, 100ms);
}

TEST_F(InterruptTest, StopsWhileAHierarchyIsBuiltAndWritesNothing) {
    write_large_table();
    expect_stopped({"hierarchy", "build", "zip", "--data", "large.csv", "--prefixes", "1,2,3", "-o", "zip.csv"}, 0ms);
}

TEST_F(InterruptTest, StopsALongQueryOfADatabase) {
    duckdb_database database = nullptr;
    ASSERT_EQ(duckdb_open("t.db", &database), DuckDBSuccess);
    duckdb_close(&database);
    expect_stopped({"check", "t.db", "--query", "SELECT i % 97 AS a, i % 7 AS s FROM range(2000000000) t(i)", "--qi", "a", "--sensitive", "s"},
                   300ms);
}

}  // namespace
}  // namespace scrim::testing
