// A series survives whatever ends its maker: killed at any moment, out of disk, two at once.
#include "tests/cli/child.h"
#include "tests/rounds.h"

#include "adapters/cli/cli.h"
#include "kernel/core/json.h"
#include "kernel/core/random.h"

#include <filesystem>
#include <thread>

namespace scrim::testing {
namespace republish_crash_test {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class RepublishCrashTest : public CliTest {
protected:
    void write_version(int version) const {
        SeededRandom random(static_cast<std::uint64_t>(version) + 1);
        std::string table = "id,age,zip,disease\n";
        for (int person = version * 100; person < version * 100 + 3000; ++person)
            table += std::to_string(person) + "," + std::to_string(20 + person % 61) + "," +
                     std::to_string(1000 + person % 97) + ",d" + std::to_string(person % 11) + "\n";
        folder_.write("now.csv", table);
    }
    std::vector<std::string> command(bool first) const {
        std::vector<std::string> words{"republish", "now.csv", "--series", "series"};
        if (first)
            for (const char* word : {"--person", "id", "--id", "id", "--qi", "age", "--qi", "zip", "--sensitive",
                                     "disease", "--method", "m_invariance", "-m", "5"})
                words.emplace_back(word);
        return words;
    }
    std::size_t visible() const {
        std::size_t number = 0;
        while (fs::exists("series/public/" + std::to_string(number + 1))) ++number;
        return number;
    }
};

// At any moment of the time that it takes, which depends on the build and on what else the machine does.
TEST_F(RepublishCrashTest, KilledAtAnyMoment) {
    SeededRandom random(11);
    write_version(0);
    const auto start = std::chrono::steady_clock::now();
    ASSERT_EQ(run_child(command(true)).code, cli::fine);
    const std::chrono::milliseconds whole =
        std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start);
    fs::remove_all("series");
    const int trials = rounds(10);
    int killed = 0;
    std::size_t releases = 0;
    for (int round = 0; round < trials; ++round) {
        write_version(round);
        const bool first = !fs::exists("series/owner/current");
        ChildOptions options;
        options.kill_after = std::chrono::milliseconds(random.below(static_cast<std::uint64_t>(whole.count()) + 1));
        killed += run_child(command(first), options).code != cli::fine;
        ASSERT_GE(visible(), releases);
        // A release may be recorded and not visible yet, never the other way round.
        const bool any = fs::exists("series/owner/current");
        const std::size_t recorded =
            any ? Json::parse(folder_.read("series/owner/current"))["release"].get<std::size_t>() : 0;
        EXPECT_TRUE(recorded == visible() || recorded == visible() + 1) << recorded << " " << visible();
        releases = visible();
        if (round % 5 != 4) continue;
        // Whoever comes next finishes it and goes on.
        ASSERT_EQ(run_child(command(!any)).code, cli::fine);
        ASSERT_EQ(run_child({"verify", "series"}).code, cli::fine);
        releases = visible();
        EXPECT_GE(releases, recorded + 1);
    }
    EXPECT_GT(killed, trials / 4);
    EXPECT_GT(releases, 0u);
    for (const auto& entry : fs::directory_iterator("series/public")) {
        const std::string name = entry.path().filename().string();
        EXPECT_TRUE(name == "report.html" || name.find_first_not_of("0123456789") == std::string::npos) << name;
    }
}

TEST_F(RepublishCrashTest, DiskFull) {
    write_version(0);
    ChildOptions small;
    small.largest_file = 20'000;
    const Outcome refused = run_child(command(true), small);
    EXPECT_EQ(refused.code, cli::bad_input) << refused.err;
    EXPECT_FALSE(fs::exists("series"));
    ASSERT_EQ(run_child(command(true)).code, cli::fine);
    write_version(1);
    EXPECT_EQ(run_child(command(false), small).code, cli::bad_input);
    EXPECT_EQ(visible(), 1u);
    EXPECT_EQ(run_child({"verify", "series"}).code, cli::fine);
    ASSERT_EQ(run_child(command(false)).code, cli::fine);
    EXPECT_EQ(visible(), 2u);
}

TEST_F(RepublishCrashTest, StoppedOnRequest) {
    write_version(0);
    ASSERT_EQ(run_child(command(true)).code, cli::fine);
    write_version(1);
    ChildOptions options;
    options.interrupt_after = std::chrono::milliseconds(20);
    const Outcome outcome = run_child(command(false), options);
    if (outcome.code != cli::fine) {
        EXPECT_FALSE(fs::exists("series/owner/staged"));
    }
    EXPECT_EQ(run_child({"verify", "series"}).code, cli::fine);
}

TEST_F(RepublishCrashTest, OneAtATime) {
    write_version(0);
    ASSERT_EQ(run_child(command(true)).code, cli::fine);
    write_version(1);
    std::vector<Outcome> outcomes(4);
    {
        std::vector<std::jthread> threads;
        for (Outcome& outcome : outcomes) threads.emplace_back([&] { outcome = run_child(command(false)); });
    }
    std::size_t made = 0;
    for (const Outcome& outcome : outcomes) {
        made += outcome.code == cli::fine;
        if (outcome.code != cli::fine) {
            EXPECT_THAT(outcome.err, HasSubstr("another process"));
        }
    }
    EXPECT_GE(made, 1u);
    EXPECT_EQ(visible(), 1 + made);
    EXPECT_EQ(run_child({"verify", "series"}).code, cli::fine);
}

}  // namespace republish_crash_test
}  // namespace scrim::testing
