// Bad days: the power goes, the disk is full, somebody presses Ctrl-C. A release is whole and true, or not there.
#include "tests/cli/child.h"
#include "tests/cli/scratch_folder.h"

#include "adapters/cli/cli.h"
#include "kernel/core/random.h"

#include <filesystem>

namespace scrim::testing {
namespace release_crash_test {

using namespace std::chrono_literals;

class ReleaseCrashTest : public CliTest {
protected:
    ReleaseCrashTest() {
        SeededRandom random(7);
        std::string table = "age,zip,disease\n";
        for (int row = 0; row < 3000; ++row)
            table += std::to_string(20 + random.below(60)) + "," + std::to_string(10000 + random.below(90)) + "," +
                     "disease" + std::to_string(random.below(9)) + "\n";
        folder_.write("t.csv", table);
    }

    std::vector<std::string> publish(std::vector<std::string> more = {}) const {
        std::vector<std::string> words = words_of(
            "publish t.csv --qi age --qi zip --sensitive disease --require k_anonymity(k=5) "
            "--require l_diversity_distinct(l=2) --algorithm mondrian --out release");
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }

    bool released() const { return std::filesystem::exists(folder_.path("release")); }
    void expect_true_release() const {
        const Outcome verified = run_scrim("verify release --original t.csv");
        EXPECT_EQ(verified.code, cli::fine) << verified.out << verified.err;
    }
    void clear() const {
        for (const auto& entry : std::filesystem::directory_iterator("."))
            if (entry.path().filename() != "t.csv") std::filesystem::remove_all(entry.path());
    }
};

TEST_F(ReleaseCrashTest, AKillAtAnyMomentLeavesNoHalfRelease) {
    int finished = 0, killed = 0;
    SeededRandom random(8);
    for (int round = 0; round < 30; ++round) {
        ChildOptions options;
        options.kill_after = std::chrono::milliseconds(random.below(300));
        const Outcome outcome = run_child(publish(), options);
        outcome.code == cli::fine ? ++finished : ++killed;
        if (released())
            expect_true_release();
        else
            EXPECT_NE(outcome.code, cli::fine);
        clear();
    }
    EXPECT_GT(killed, 0);
    // Afterwards everything goes on as if nothing had happened.
    EXPECT_EQ(run_child(publish()).code, cli::fine) << finished;
    expect_true_release();
}

TEST_F(ReleaseCrashTest, WhileReplacingTheOldOrTheNewReleaseIsThere) {
    ASSERT_EQ(run_child(publish()).code, cli::fine);
    SeededRandom random(9);
    for (int round = 0; round < 15; ++round) {
        ChildOptions options;
        options.kill_after = std::chrono::milliseconds(random.below(300));
        run_child(publish({"--force"}), options);
        ASSERT_TRUE(released());
        expect_true_release();
    }
}

TEST_F(ReleaseCrashTest, CtrlCAndOtherSignalsLeaveNothing) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        ChildOptions options;
        options.interrupt_after = 5ms;
        options.signal = signal;
        const Outcome outcome = run_child(publish(), options);
        if (outcome.code != cli::fine) {  // else too fast for us
            EXPECT_EQ(outcome.code, 128 + signal) << outcome.err;
            EXPECT_TRUE(outcome.err.starts_with("scrim: ")) << outcome.err;
            EXPECT_EQ(folder_.files(), std::vector<std::string>{"t.csv"}) << signal;
        }
        clear();
    }
}

TEST_F(ReleaseCrashTest, NohupIsHeeded) {
    const auto before = std::signal(SIGHUP, SIG_IGN);  // which a child inherits
    ChildOptions options;
    options.interrupt_after = 5ms;
    options.signal = SIGHUP;
    const Outcome outcome = run_child(publish(), options);
    std::signal(SIGHUP, before);
    EXPECT_EQ(outcome.code, cli::fine) << outcome.err;
    expect_true_release();
}

TEST_F(ReleaseCrashTest, AFullDiskIsOneLineAndLeavesNothing) {
    for (const std::size_t bytes : {300u, 2'000u, 12'000u}) {
        ChildOptions options;
        options.largest_file = bytes;
        const Outcome outcome = run_child(publish(), options);
        EXPECT_TRUE(is_refused(outcome, {"cannot write"})) << bytes;
        EXPECT_EQ(folder_.files(), std::vector<std::string>{"t.csv"}) << bytes;
    }
}

TEST_F(ReleaseCrashTest, AnExistingFolderIsRefusedAndUntouched) {
    ASSERT_EQ(run_scrim(publish()).code, cli::fine);
    const std::string before = folder_.read("release/certificate.json");
    EXPECT_TRUE(is_refused(run_scrim(publish()), {"release", "--force"}));
    EXPECT_EQ(folder_.read("release/certificate.json"), before);
    EXPECT_EQ(run_scrim(publish({"--force"})).code, cli::fine);
    // What is no release is not replaced, whatever is said.
    clear();
    std::filesystem::create_directory(folder_.path("release"));
    folder_.write("release/thesis.txt", "years of work");
    EXPECT_TRUE(is_refused(run_scrim(publish({"--force"})), {"no release"}));
    EXPECT_EQ(folder_.read("release/thesis.txt"), "years of work");
}

TEST_F(ReleaseCrashTest, TheOwnersFileIsTheOwnersAlone) {
    ASSERT_EQ(run_scrim(publish()).code, cli::fine);
    const auto mode = std::filesystem::status(folder_.path("release.owner.json")).permissions();
    EXPECT_EQ(mode & std::filesystem::perms::mask,
              std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

}  // namespace release_crash_test
}  // namespace scrim::testing
