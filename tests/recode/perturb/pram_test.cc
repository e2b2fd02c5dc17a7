#include "kernel/core/text.h"
#include "kernel/recode/perturb/chances.h"
#include "tests/recode/perturb/every_chance.h"
#include "tests/recode/perturb/records.h"
#include "tests/rounds.h"

#include <gtest/gtest.h>

#include <map>

namespace scrim::recode {
namespace pram_test {

using namespace scrim::testing;

// Expected counts by value, over all that chance may do.
std::map<std::string, double> expected_counts(const std::string& method, const std::vector<std::string>& values) {
    EveryChance random;
    std::map<std::string, double> expected;
    do {
        Records records = make_records({{"sex", values, Role::sensitive}});
        const auto made = perturbed(method, records, random);
        EXPECT_TRUE(made) << (made ? "" : made.error().message);
        if (!made) return {};
        for (const std::string& value : printed(made->columns[0]))
            expected[value] += 1.0 / static_cast<double>(random.one_in());
    } while (random.another());
    return expected;
}

TEST(Pram, TheInvariantMatrixKeepsExpectedCounts) {
    const auto expected = expected_counts("pram(columns=sex, retention=2/3)", {"f", "f", "m", ""});
    EXPECT_NEAR(expected.at("f"), 2, 1e-9);
    EXPECT_NEAR(expected.at("m"), 1, 1e-9);
    EXPECT_NEAR(expected.at(""), 1, 1e-9);
}

TEST(Pram, AGivenMatrixIsDrawnByItsChances) {
    // f: 3/4 f, 1/4 m; m: 1/3 f, 2/3 m.
    const auto expected =
        expected_counts("pram(columns=sex, matrix='3/4 1/4; 1/3 2/3', values=[f, m])", {"f", "f", "m"});
    EXPECT_NEAR(expected.at("f"), 2 * 0.75 + 1.0 / 3, 1e-9);
    EXPECT_NEAR(expected.at("m"), 2 * 0.25 + 2.0 / 3, 1e-9);
}

// The unbiased estimate that the transition allows, solved for two values.
TEST(Pram, CountsCanBeEstimatedWithoutBias) {
    EveryChance random;
    double estimate = 0;
    do {
        Records records = make_records({{"sex", {"f", "f", "m"}, Role::sensitive}});
        const auto made = perturbed("pram(columns=sex, matrix='0.75 0.25; 0.5 0.5')", records, random);
        ASSERT_TRUE(made);
        ASSERT_EQ(made->transitions.size(), 1u);
        const auto& rows = made->transitions[0].rows;
        const double pff = rows[0][0].to_double(), pmf = rows[1][0].to_double();
        int f = 0;
        for (const std::string& value : printed(made->columns[0])) f += value == "f";
        estimate += (f - 3 * pmf) / (pff - pmf) / static_cast<double>(random.one_in());
    } while (random.another());
    EXPECT_NEAR(estimate, 2, 1e-9);
}

TEST(Pram, MissingValuesStayWithAGivenMatrix) {
    SeededRandom random(4);
    Records records = make_records({{"sex", {"f", "", "m", "f"}}});
    const auto made = perturbed("pram(matrix='0 1; 1 0')", records, random);
    ASSERT_TRUE(made) << made.error().message;
    EXPECT_EQ(printed(made->columns[0]), (std::vector<std::string>{"m", "", "f", "m"}));
    EXPECT_EQ(made->transitions[0].values.size(), 3u);
    EXPECT_EQ(made->transitions[0].rows[2], (std::vector<Ratio>{0, 0, 1}));
}

TEST(Pram, TheInvariantTransitionIsStatedExactly) {
    SeededRandom random(4);
    Records records = make_records({{"sex", {"f", "m", "m", "m"}}});
    const auto made = perturbed("pram(retention=0.5)", records, random);
    ASSERT_TRUE(made);
    EXPECT_EQ(made->transitions[0].retention, Ratio(1, 2));
    EXPECT_EQ(made->transitions[0].drawn, (std::vector<Ratio>{Ratio(1, 4), Ratio(3, 4)}));
    expect_kept(records, *made);
}

TEST(Pram, ItsFile) {
    SeededRandom random(4);
    Records records = make_records({{"sex", {"f", "m"}}});
    // The release room reads the file; the method gets what is in it.
    const auto made = perturbed("pram(file='sex,f,m\nf,0,1\nm,1,0\n')", records, random);
    ASSERT_TRUE(made) << made.error().message;
    EXPECT_EQ(printed(made->columns[0]), (std::vector<std::string>{"m", "f"}));
}

TEST(Pram, MatricesItRefuses) {
    SeededRandom random(2);
    Records records = make_records({{"sex", {"f", "m", "m"}}});
    const auto message = [&](const std::string& arguments) {
        const auto made = perturbed("pram(" + arguments + ")", records, random);
        return made ? "" : made.error().message;
    };
    EXPECT_EQ(message("matrix='0.9 0.2; 0.5 0.5'"),
              "pram: row 1 of the matrix adds up to 1.1, and must add up to exactly 1 (write thirds as 1/3)");
    EXPECT_EQ(message("matrix='0.333 0.333 0.333; 0 1 0; 0 0 1', values=[f, m, x]"),
              "pram: row of 'f' of the matrix adds up to 0.999, and must add up to exactly 1 (write thirds as 1/3)");
    EXPECT_EQ(message("matrix='1/3 2/3; 1/2 1/2', values=[f, x]"),
              "pram: the matrix names 'x', which is no value of column 'sex'");
    EXPECT_EQ(message("matrix='1.5 -0.5; 0 1'"), "pram: the matrix holds '1.5', which is no chance between 0 and 1");
    EXPECT_EQ(message("matrix='1 0; 1'"), "pram: row 2 of the matrix has 1 chance, and there are 2 values");
    EXPECT_EQ(message("matrix='1 0 0; 0 1 0; 0 0 1'"), "pram: the matrix has 3 rows, and column 'sex' has 2 values");
    EXPECT_EQ(message("matrix='1 0; 0 1', retention=0.5"),
              "pram: retention is for the invariant matrix; leave it out where a matrix is given");
    EXPECT_EQ(
        message("file='sex,f,m\nm,1,0\nf,0,1\n'"),
        "pram: line 2 of the matrix begins with 'm'; rows stand in the order of the heading, which says 'f', 'm'");
    records = make_records({{"sex", {"f", "m", "x"}}});
    EXPECT_EQ(message("matrix='1 0; 0 1', values=[f, m]"),
              "pram: column 'sex' holds 'x', which the matrix does not name");
}

TEST(Chances, AreExact) {
    EveryChance random;
    const auto chances = perturb::Chances::make({Ratio(1, 6), Ratio(0), Ratio(1, 2), Ratio(1, 3)});
    ASSERT_TRUE(chances);
    std::map<std::size_t, int> drawn;
    do ++drawn[chances->draw(random)];
    while (random.another());
    EXPECT_EQ(drawn, (std::map<std::size_t, int>{{0, 1}, {2, 3}, {3, 2}}));
    EXPECT_FALSE(perturb::Chances::make({Ratio(1, 2), Ratio(1, 3)}));
    EXPECT_FALSE(perturb::Chances::make({Ratio(3, 2), Ratio(-1, 2)}));
}

}  // namespace pram_test
}  // namespace scrim::recode
