#include "methods/ledger/entry.h"

#include "methods/files/digest.h"

#include <gtest/gtest.h>

namespace scrim::ledger {
namespace entry_test {

Entry example() {
    return {7,     1'770'000'000, Entry::Kind::spend, "ana", {noise::Budget::Kind::rho, BigRatio(1, 200)}, "how\tmany?",
            "12\n"};
}

TEST(Entry, IsReadAsItWasWritten) {
    Chain chain = first_chain("data");
    const Chain before = chain;
    const std::string line = line_of(example(), chain);
    EXPECT_EQ(line.back(), '\n');
    EXPECT_EQ(line.find('\n'), line.size() - 1);
    Chain read_chain = before;
    const auto read = entry_of(std::string_view(line).substr(0, line.size() - 1), read_chain);
    ASSERT_TRUE(read);
    EXPECT_EQ(read_chain, chain);
    EXPECT_EQ(read->number, 7u);
    EXPECT_EQ(read->time, 1'770'000'000);
    EXPECT_EQ(read->recipient, "ana");
    EXPECT_EQ(read->amount.kind, noise::Budget::Kind::rho);
    EXPECT_EQ(read->amount.value, BigRatio(1, 200));
    EXPECT_EQ(read->question, "how\tmany?");
    EXPECT_EQ(read->answer, "12\n");
}

TEST(Entry, AnOrdinaryLineIsRead) {
    Chain chain = first_chain("data");
    const std::string line = "1\t5\tspend\tana\tepsilon 1/2\tq\ta\t";
    EXPECT_TRUE(entry_of(line + files::keyed_fingerprint(chain, line), chain));
}

TEST(Entry, ContinuesOneChainOnly) {
    Chain chain = first_chain("data");
    const std::string line = line_of(example(), chain);
    Chain other = first_chain("other data");
    EXPECT_FALSE(entry_of(std::string_view(line).substr(0, line.size() - 1), other));
    EXPECT_EQ(other, first_chain("other data"));  // as it was
}

// Lines whose chain is right, and which say what no version has written.
TEST(Entry, OddAmountsAndKindsAreNotRead) {
    for (const char* fields :
         {"1\t5\tspend\tana\tepsilon 1/0\tq\ta", "1\t5\tspend\tana\tepsilon -1\tq\ta",
          "1\t5\tspend\tana\tepsilon 1/\tq\ta", "1\t5\tspend\tana\tepsilon /2\tq\ta", "1\t5\tspend\tana\tepsilon\tq\ta",
          "1\t5\tspend\tana\tdelta 1\tq\ta", "1\t5\tspend\tana\tepsilon 1/2/3\tq\ta",
          "1\t5\tspend\tana\tepsilon 0\tq\ta", "1\t5\tgive\tana\tepsilon 1\tq\ta",
          "one\t5\tspend\tana\tepsilon 1\tq\ta", "1\t5\tspend\tana\tepsilon 1\tq",
          "1\t5\tspend\tana\tepsilon 1\tq\ta\\x", "1\t5\tspend\tana\tepsilon 1\tq\ta\tb", ""}) {
        const std::string line = std::string(fields) + "\t";
        Chain chain = first_chain("data");
        const Chain next = files::keyed_fingerprint(chain, line);
        EXPECT_FALSE(entry_of(line + next, chain)) << fields;
    }
}

}  // namespace entry_test
}  // namespace scrim::ledger
