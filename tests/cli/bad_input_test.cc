// Bad days that no case file can describe: disks that are full, outputs that nobody reads, people who lose patience.
// (What is wrong with files, columns, policies and words is in tests/cases/refusals.)
#include "adapters/cli/cli.h"
#include "tests/cli/child.h"

#include <duckdb.h>

namespace scrim::testing {
namespace bad_input_test {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

class BadDayTest : public CliTest {
protected:
    BadDayTest() { folder_.write("t.csv", "age,disease\n20,flu\n20,cold\n"); }

    // 20,000 different values: a hierarchy of some 200 kB.
    void write_many_values() const {
        std::string text = "code\n";
        for (int i = 10'000; i < 30'000; ++i) text += std::to_string(i) + "\n";
        folder_.write("many.csv", text);
    }

    static void expect_full_output_said(const std::vector<std::string>& commands) {
        for (const std::string& command : commands)
            EXPECT_TRUE(is_refused(run_child(words_of(command), {.out = "/dev/full"}), {"output"})) << command;
    }
};

TEST_F(BadDayTest, DiskFullWhileWritingAHierarchyLeavesNoFile) {
    write_many_values();
    const Outcome outcome =
        run_child(words_of("hierarchy build code --data many.csv --flat -o code.csv"), {.largest_file = 4096});
    EXPECT_TRUE(is_refused(outcome, {"'code.csv'"}));
    EXPECT_THAT(folder_.files(), ElementsAre("many.csv", "t.csv"));
}

TEST_F(BadDayTest, DiskFullKeepsTheFileThatWasThere) {
    write_many_values();
    folder_.write("code.csv", "the one before\n");
    const Outcome outcome =
        run_child(words_of("hierarchy build code --data many.csv --flat -o code.csv"), {.largest_file = 4096});
    EXPECT_TRUE(is_refused(outcome, {"'code.csv'"}));
    EXPECT_EQ(folder_.read("code.csv"), "the one before\n");
    EXPECT_THAT(folder_.files(), ElementsAre("code.csv", "many.csv", "t.csv"));
}

TEST_F(BadDayTest, DiskFullWhileWritingTheDemonstration) {
    const Outcome outcome = run_child(words_of("demo --out demo"), {.largest_file = 65'536});
    EXPECT_TRUE(is_refused(outcome, {"demo/"}));
}

TEST_F(BadDayTest, FullStandardOutputIsSaid) {
    expect_full_output_said({"check t.csv --qi age --sensitive disease", "list models", "list metrics --json",
                             "hierarchy build age --data t.csv --flat"});
}

TEST_F(BadDayTest, FullStandardOutputOfHelpIsSaid) { expect_full_output_said({"--help", "check --help", "--version"}); }

// Where not even root may make files.
TEST_F(BadDayTest, FolderThatMayNotBeWritten) {
    EXPECT_TRUE(is_refused(run_scrim("hierarchy build age --data t.csv --flat -o /proc/age.csv"), {"'/proc/age.csv'"}));
}

TEST_F(BadDayTest, WritingOverTheInputIsSafe) {
    const std::string before = folder_.read("t.csv");
    const Outcome outcome = run_scrim("hierarchy build age --data t.csv --flat -o t.csv");
    if (outcome.code == cli::fine)
        EXPECT_EQ(folder_.read("t.csv"), "20;*\n");
    else
        EXPECT_EQ(folder_.read("t.csv"), before);
    EXPECT_THAT(folder_.files(), ElementsAre("t.csv"));
}

// Whatever a name holds, a message is one line.
TEST_F(BadDayTest, NamesWithLineBreaksStayOnOneLine) {
    folder_.write("two\nlines.csv", "age,\"disease\nand cure\"\n20,flu\n");
    const std::vector<std::vector<std::string>> commands = {
        {"check", "no\nsuch.csv", "--qi", "age"},
        {"check", "two\nlines.csv", "--qi", "age"},
        {"check", "t.csv", "--qi", "a\nge", "--sensitive", "disease"},
        {"check", "t.csv", "--qi", "a\nge", "--id", "a\nge"},
        {"check", "t.csv", "--qi", "age", "--sensitive", "disease", "--guard", "dis\nease=age"},
        {"check", "t.csv", "--qi", "age", "--sensitive", "disease", "--require", "k_ano\nnymity(k=2)"},
        {"check", "t.csv", "--qi", "age", "--sensitive", "disease", "--require", "k_anonymity(k=2, qid='a\nge')"},
        {"check", "t.csv", "--qi", "age=no\nhierarchy.csv", "--sensitive", "disease"},
        {"check", "t.csv", "--policy", "no\npolicy.yaml"},
        {"check", "t.csv", "--qi", "age", "--sensitive", "disease", "--risk-threshold", "0\n1"},
        {"check", "t.csv", "--un\nknown"},
        {"list", "models", "k\nanonymity"},
        {"hierarchy", "build", "a\nge", "--data", "t.csv", "--flat"},
        {"hierarchy", "build", "age", "--data", "t.csv", "--flat", "-o", "no\nfolder/age.csv"}};
    for (const auto& words : commands) EXPECT_TRUE(is_refused(run_scrim(words), {}));
}

// Ctrl-C, on work that would take far longer than the test waits.
class InterruptTest : public CliTest {
protected:
    // Exit code 130 and one line.
    void expect_stopped(const std::vector<std::string>& words, std::chrono::milliseconds after) const {
        const auto files = folder_.files();
        const Outcome outcome = run_child(words, {.interrupt_after = after});
        EXPECT_EQ(outcome.code, cli::interrupted) << outcome.err;
        EXPECT_THAT(outcome.out, IsEmpty());
        EXPECT_TRUE(outcome.err.starts_with("scrim: ")) << outcome.err;
        EXPECT_EQ(outcome.err.find('\n'), outcome.err.size() - 1) << outcome.err;
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
    const auto words = words_of("check large.csv --qi age --qi zip --qi job --sensitive disease");
    expect_stopped(words, 0ms);
    expect_stopped(words, 100ms);
}

TEST_F(InterruptTest, StopsWhileAHierarchyIsBuiltAndWritesNothing) {
    write_large_table();
    expect_stopped(words_of("hierarchy build zip --data large.csv --prefixes 1,2,3 -o zip.csv"), 0ms);
}

TEST_F(InterruptTest, StopsALongQueryOfADatabase) {
    duckdb_database database = nullptr;
    ASSERT_EQ(duckdb_open("t.db", &database), DuckDBSuccess);
    duckdb_close(&database);
    auto words = words_of("check t.db --qi a --sensitive s --query");
    words.push_back("SELECT i % 97 AS a, i % 7 AS s FROM range(2000000000) t(i)");
    expect_stopped(words, 300ms);
}

}  // namespace bad_input_test
}  // namespace scrim::testing
