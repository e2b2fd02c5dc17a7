#include "methods/ledger/ledger.h"

#include "kernel/core/random.h"
#include "methods/files/file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <set>
#include <thread>

namespace scrim::ledger {
namespace ledger_test {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

class LedgerTest : public ::testing::Test {
protected:
    LedgerTest() : path_(::testing::TempDir() + "scrim_ledger_" + std::to_string(::getpid())) { fs::remove(path_); }
    ~LedgerTest() override { fs::remove(path_); }

    std::shared_ptr<Ledger> open() {
        auto ledger = Ledger::open(path_, "data");
        EXPECT_TRUE(ledger.ok()) << (ledger ? "" : ledger.error().message);
        return ledger ? *ledger : nullptr;
    }
    std::shared_ptr<Ledger> fresh(const Ratio& epsilon) {
        EXPECT_TRUE(Ledger::create(path_, "data").ok());
        auto ledger = open();
        EXPECT_TRUE(ledger->grant("ana", *noise::Budget::pure(epsilon)).ok());
        return ledger;
    }
    std::string text() { return *files::read_file(path_); }
    void rewrite(const std::string& text) { std::ofstream(path_, std::ios::binary | std::ios::trunc) << text; }

    std::string path_;
};

Purchase buy(const std::string& question, int tenths = 1, const std::string& recipient = "ana") {
    return {recipient, question, noise::Cost::pure(BigRatio(tenths, 10))};
}

auto say(std::string answer) {
    return [answer = std::move(answer)]() -> Result<std::string> { return answer; };
}

TEST_F(LedgerTest, AnswersAreBoughtOnceAndKept) {
    {
        const auto ledger = fresh(Ratio(1));
        const auto paid = ledger->pay(buy("how many?\twith\n\\ \"odd\" bytes", 3), say("a\tb\nc\\d\re"));
        ASSERT_TRUE(paid.ok());
        EXPECT_FALSE(paid->again);
    }
    const auto ledger = open();
    const auto paid = ledger->pay(buy("how many?\twith\n\\ \"odd\" bytes", 3), say("another"));
    ASSERT_TRUE(paid.ok());
    EXPECT_TRUE(paid->again);
    EXPECT_EQ(paid->answer, "a\tb\nc\\d\re");
    const auto accounts = ledger->accounts();
    ASSERT_TRUE(accounts.ok());
    EXPECT_EQ(accounts->front().left(), BigRatio(7, 10));
    EXPECT_EQ(accounts->front().answers, 1u);
}

TEST_F(LedgerTest, NothingIsComputedBeyondTheBudget) {
    const auto ledger = fresh(Ratio(1));
    for (int i = 0; i < 10; ++i) ASSERT_TRUE(ledger->pay(buy(std::to_string(i)), say("yes")).ok());
    bool computed = false;
    const auto refused = ledger->pay(buy("one more"), [&]() -> Result<std::string> {
        computed = true;
        return std::string();
    });
    ASSERT_FALSE(refused.ok());
    EXPECT_FALSE(computed);
    EXPECT_THAT(refused.error().message, HasSubstr("this would cost epsilon 0.1, and 'ana' has 0 of 1 left"));
    ASSERT_TRUE(ledger->grant("ana", *noise::Budget::pure(Ratio(1, 10))).ok());
    EXPECT_TRUE(ledger->pay(buy("one more"), say("yes")).ok());
}

TEST_F(LedgerTest, EveryRecipientHasTheirOwn) {
    const auto ledger = fresh(Ratio(1, 10));
    EXPECT_FALSE(ledger->pay(buy("q", 1, "bob"), say("no")).ok());
    ASSERT_TRUE(ledger->grant("bob", *noise::Budget::concentrated(Ratio(1, 200))).ok());
    // The answer to somebody else's question is not theirs.
    ASSERT_TRUE(ledger->pay(buy("q"), say("ana's")).ok());
    const auto paid = ledger->pay(buy("q", 1, "bob"), say("bob's"));
    ASSERT_TRUE(paid.ok());
    EXPECT_EQ(paid->answer, "bob's");
    EXPECT_FALSE(ledger->pay(buy("r", 1, "bob"), say("no")).ok());
    EXPECT_THAT(ledger->grant("bob", *noise::Budget::pure(Ratio(1))).error().message, HasSubstr("one of rho"));
    const Purchase gaussian{"ana", "g", noise::Cost::concentrated(BigRatio(1, 1000))};
    EXPECT_THAT(ledger->pay(gaussian, say("no")).error().message, HasSubstr("Gaussian"));
}

TEST_F(LedgerTest, AClosedAccountStaysClosed) {
    const auto ledger = fresh(Ratio(1));
    ASSERT_TRUE(ledger->close("ana").ok());
    EXPECT_THAT(ledger->pay(buy("q"), say("no")).error().message, HasSubstr("closed"));
    EXPECT_FALSE(ledger->grant("ana", *noise::Budget::pure(Ratio(1))).ok());
    EXPECT_FALSE(ledger->close("ana").ok());
    EXPECT_THAT(ledger->close("anna").error().message, HasSubstr("did you mean 'ana'?"));
    EXPECT_FALSE(open()->pay(buy("q"), say("no")).ok());
}

TEST_F(LedgerTest, AFailureOfTheAnswerCostsNothing) {
    const auto ledger = fresh(Ratio(1));
    EXPECT_FALSE(ledger->pay(buy("q"), []() -> Result<std::string> { return cancelled_error(); }).ok());
    EXPECT_EQ(ledger->accounts()->front().left(), 1);
}

TEST_F(LedgerTest, TwoOpenLedgersAreOne) {
    const auto one = fresh(Ratio(1, 10)), other = open();
    ASSERT_TRUE(one->pay(buy("q"), say("yes")).ok());
    const auto again = other->pay(buy("q"), say("no"));
    ASSERT_TRUE(again.ok());
    EXPECT_EQ(again->answer, "yes");
    EXPECT_FALSE(other->pay(buy("r"), say("no")).ok());
}

TEST_F(LedgerTest, ItIsReadableForTheOwnerAlone) {
    (void)fresh(Ratio(1));
    struct stat status {};
    ASSERT_EQ(::stat(path_.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777, 0600u);
}

TEST_F(LedgerTest, NothingIsCreatedOverAnother) {
    (void)fresh(Ratio(1));
    EXPECT_THAT(Ledger::create(path_, "data").error().message, HasSubstr("never replaced"));
    EXPECT_THAT(Ledger::open(path_, "other data").error().message, HasSubstr("about other data"));
    fs::remove(path_);
    EXPECT_THAT(Ledger::open(path_, "data").error().message, HasSubstr("missing"));
}

// Any byte that is changed and any shortening is found, or changes nothing of what was granted and spent.
TEST_F(LedgerTest, DamageIsRefused) {
    {
        const auto ledger = fresh(Ratio(1));
        for (int i = 0; i < 3; ++i) ASSERT_TRUE(ledger->pay(buy(std::to_string(i)), say("yes")).ok());
    }
    const std::string sound = text();
    const auto refused = [&](const std::string& damaged) {
        rewrite(damaged);
        const auto opened = Ledger::open(path_, "data");
        return !opened.ok();
    };
    ASSERT_FALSE(refused(sound));
    for (std::size_t size = 0; size < sound.size(); size += size < 4096 ? 97 : 1)
        EXPECT_TRUE(refused(sound.substr(0, size))) << size;
    for (std::size_t at = 4096; at < sound.size(); ++at) {
        std::string damaged = sound;
        damaged[at] = static_cast<char>(damaged[at] ^ 1);
        EXPECT_TRUE(refused(damaged)) << at;
    }
    // Lines that are left out, or change places.
    const std::size_t first = sound.find('\n', 4096) + 1, second = sound.find('\n', first) + 1;
    EXPECT_TRUE(refused(sound.substr(0, first) + sound.substr(second)));
    EXPECT_TRUE(refused(sound.substr(0, 4096) + sound.substr(first, second - first) + sound.substr(4096, first - 4096) +
                        sound.substr(second)));
}

// The clock was set back after the last entry: nothing is lost, and times never fall.
TEST_F(LedgerTest, AClockThatGoesBackMovesNoEntry) {
    ASSERT_TRUE(Ledger::create(path_, "data").ok());
    constexpr std::int64_t later = 9'000'000'000;
    // The chain of an empty ledger stands in its head: "head 4096 0 <chain> …".
    const std::string empty = text();
    Chain chain = empty.substr(empty.find("head 4096 0 ") + 12, 32);
    const std::string grant =
        line_of({1, later, Entry::Kind::grant, "ana", {noise::Budget::Kind::epsilon, 1}, "", ""}, chain);
    rewrite(empty + grant);
    ASSERT_TRUE(open()->pay(buy("q"), say("yes")).ok());
    const auto accounts = open()->accounts();
    EXPECT_EQ(accounts->front().last_time, later);
    EXPECT_EQ(accounts->front().left(), BigRatio(9, 10));
    // A line that is dated before the one above it was never written here.
    Chain other = empty.substr(empty.find("head 4096 0 ") + 12, 32);
    rewrite(empty + line_of({1, later, Entry::Kind::grant, "ana", {noise::Budget::Kind::epsilon, 1}, "", ""}, other) +
            line_of({2, later - 1, Entry::Kind::close, "ana", {}, "", ""}, other));
    EXPECT_FALSE(Ledger::open(path_, "data").ok());
}

TEST_F(LedgerTest, WhatCanBePaidIsKnownBefore) {
    const auto ledger = fresh(Ratio(1, 2));
    EXPECT_TRUE(*ledger->affords(buy("q", 5)));
    EXPECT_FALSE(*ledger->affords(buy("q", 6)));
    EXPECT_FALSE(*ledger->affords(buy("q", 1, "ben")));
    ASSERT_TRUE(ledger->pay(buy("q", 5), say("yes")).ok());
    EXPECT_TRUE(*ledger->affords(buy("q", 5)));  // the ledger has it
    EXPECT_FALSE(*ledger->affords(buy("r", 1)));
    // What its kind cannot pay is refused for another reason.
    EXPECT_TRUE(*ledger->affords({"ana", "g", noise::Cost::concentrated(BigRatio(100))}));
    ASSERT_TRUE(ledger->close("ana").ok());
    EXPECT_FALSE(*ledger->affords(buy("q", 5)));
}

TEST_F(LedgerTest, WhatWasNeverWrittenWholeIsNobodysAnswer) {
    {
        const auto ledger = fresh(Ratio(1));
        ASSERT_TRUE(ledger->pay(buy("q", 2), say("yes")).ok());
    }
    std::ofstream(path_, std::ios::binary | std::ios::app) << "3\t1770000000\tspend\tana\tepsi";
    const auto ledger = open();
    EXPECT_EQ(ledger->accounts()->front().left(), BigRatio(4, 5));
    ASSERT_TRUE(ledger->pay(buy("r"), say("yes")).ok());
    EXPECT_EQ(open()->accounts()->front().left(), BigRatio(7, 10));
    EXPECT_EQ(text().find("epsi\t"), std::string::npos);
}

TEST_F(LedgerTest, ManyWhoSpendAtOnceSpendNoMoreThanThereIs) {
    const auto ledger = fresh(Ratio(2));
    std::atomic<int> answered = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
        threads.emplace_back([&, t] {
            const auto own = t % 2 == 0 ? ledger : open();
            for (int i = 0; i < 12; ++i)
                if (own->pay(buy(std::to_string(t) + "/" + std::to_string(i)), say("yes")).ok()) ++answered;
        });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(answered, 20);
    EXPECT_EQ(open()->accounts()->front().left(), 0);
}

TEST_F(LedgerTest, TheSameQuestionAtOnceIsPaidForOnce) {
    const auto ledger = fresh(Ratio(1, 10));
    std::vector<std::string> answers(4);
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
        threads.emplace_back([&, t] {
            const auto paid = ledger->pay(buy("q"), say("answer " + std::to_string(t)));
            answers[static_cast<std::size_t>(t)] = paid ? paid->answer : paid.error().message;
        });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(std::set<std::string>(answers.begin(), answers.end()).size(), 1u);
    EXPECT_EQ(ledger->accounts()->front().left(), 0);
}

// A process that answers as fast as it can is killed at any instant; whatever it had said is in the ledger.
TEST_F(LedgerTest, NoAnswerLeavesWithoutItsEntry) {
    (void)fresh(Ratio(1'000'000));
    std::vector<std::string> seen;
    SeededRandom random(3);
    constexpr unsigned kills = 200;
    for (unsigned kill = 0; kill < kills; ++kill) {
        int pipe[2];
        ASSERT_EQ(::pipe(pipe), 0);
        const pid_t child = ::fork();
        if (child == 0) {
            const auto ledger = Ledger::open(path_, "data");
            for (int i = 0; ledger.ok(); ++i) {
                const std::string question = std::to_string(kill) + "." + std::to_string(i);
                if (!(*ledger)->pay(buy(question), say("answer")).ok()) break;
                const std::string line = question + "\n";
                if (::write(pipe[1], line.data(), line.size()) < 0) break;
            }
            ::_exit(1);  // it should have been killed
        }
        ::close(pipe[1]);
        // After some answers, or while it opens the ledger, and a moment more.
        std::string told;
        char buffer[4096];
        const auto wanted = static_cast<std::ptrdiff_t>(random.below(4));
        while (std::count(told.begin(), told.end(), '\n') < wanted)
            if (const ssize_t got = ::read(pipe[0], buffer, sizeof buffer); got > 0)
                told.append(buffer, static_cast<std::size_t>(got));
        ::usleep(static_cast<useconds_t>(random.below(wanted == 0 ? 3000 : 400)));
        ::kill(child, SIGKILL);
        for (ssize_t got; (got = ::read(pipe[0], buffer, sizeof buffer)) > 0;)
            told.append(buffer, static_cast<std::size_t>(got));
        ::close(pipe[0]);
        int status = 0;
        ::waitpid(child, &status, 0);
        EXPECT_TRUE(WIFSIGNALED(status));
        for (std::size_t begin = 0, end; (end = told.find('\n', begin)) != std::string::npos; begin = end + 1)
            seen.push_back(told.substr(begin, end - begin));
    }
    EXPECT_GT(seen.size(), kills / 2u);
    const auto ledger = open();
    ASSERT_TRUE(ledger);
    const auto accounts = ledger->accounts();
    EXPECT_GE(accounts->front().answers, seen.size());
    EXPECT_EQ(*accounts->front().spent.epsilon, BigRatio(static_cast<long>(accounts->front().answers)) / 10);
    for (const std::string& question : seen) {
        const auto known = ledger->quote(buy(question));
        ASSERT_TRUE(known.ok());
        EXPECT_TRUE(known->has_value()) << question;
    }
}

}  // namespace ledger_test
}  // namespace scrim::ledger
