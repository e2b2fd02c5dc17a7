#include "kernel/core/text.h"
#include "kernel/recode/perturb/skips.h"
#include "tests/recode/perturb/records.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace scrim::recode {
namespace alpha_beta_test {

using namespace scrim::testing;

// Goes through all draws of at most so many numbers: what is undecided then is left out, and how likely that was is
// known.
class FewDraws final : public Random {
public:
    struct Enough {};
    explicit FewDraws(std::size_t most) : most_(most) {}

    std::uint64_t below(std::uint64_t bound) override {
        if (at_ == most_) throw Enough{};
        if (at_ == path_.size()) path_.emplace_back(0, bound);
        return path_[at_++].first;
    }
    std::uint64_t next() override { return below(2); }
    double chance() const {
        double all = 1;
        for (std::size_t i = 0; i < at_; ++i) all /= static_cast<double>(path_[i].second);
        return all;
    }
    bool another() {
        path_.resize(at_);
        at_ = 0;
        while (!path_.empty() && path_.back().first + 1 == path_.back().second) path_.pop_back();
        if (path_.empty()) return false;
        ++path_.back().first;
        return true;
    }

private:
    std::size_t most_;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> path_;
    std::size_t at_ = 0;
};

// How likely each outcome is, and how likely it is that so few draws decide nothing.
template <class F>
std::pair<std::map<std::uint64_t, double>, double> chances_of(std::size_t draws, F f) {
    FewDraws random(draws);
    std::map<std::uint64_t, double> chances;
    double undecided = 0;
    do {
        try {
            const std::uint64_t found = f(random);
            chances[found] += random.chance();
        } catch (const FewDraws::Enough&) {
            undecided += random.chance();
        }
    } while (random.another());
    return {chances, undecided};
}

TEST(Skips, ExponentialsOfFractionsAreExact) {
    for (const auto& [over, under] : {std::pair<std::uint64_t, std::uint64_t>{0, 1}, {1, 1}, {1, 2}, {2, 3}, {3, 7}}) {
        const auto [chances, undecided] =
            chances_of(10, [&](Random& random) { return perturb::happens_exp(over, under, random) ? 1 : 0; });
        const double x = static_cast<double>(over) / static_cast<double>(under);
        const double yes = chances.contains(1) ? chances.at(1) : 0;
        EXPECT_LE(yes, std::exp(-x) + 1e-12);
        EXPECT_GE(yes + undecided, std::exp(-x) - 1e-12);
        EXPECT_LT(undecided, 0.02);
    }
}

TEST(Skips, AreGeometric) {
    for (const auto& [over, under] : {std::pair<std::uint64_t, std::uint64_t>{1, 1}, {2, 1}, {3, 2}}) {
        const auto [chances, undecided] =
            chances_of(14, [&](Random& random) { return perturb::skipped(over, under, random); });
        const double stays = std::exp(-static_cast<double>(over) / static_cast<double>(under));
        EXPECT_LT(undecided, 0.35);
        for (std::uint64_t n = 0; n < 3; ++n) {
            const double exact = (1 - stays) * std::pow(stays, static_cast<double>(n));
            const double found = chances.contains(n) ? chances.at(n) : 0;
            EXPECT_LE(found, exact + 1e-12) << n;
            EXPECT_GE(found + undecided, exact - 1e-12) << n;
        }
    }
}

Records small() { return make_records({{"sex", {"F", "F", "M", "M"}}, {"age", {"20", "30", "40", "40"}}}); }

// Each row of the domain by itself: how often it comes, and how often two come together.
TEST(AlphaBeta, RowsComeWithTheirChancesAndApart) {
    SeededRandom random(7);
    std::map<std::string, double> seen;
    std::map<std::pair<std::string, std::string>, double> both;
    constexpr int runs = 20'000;
    for (int run = 0; run < runs; ++run) {
        Records records = small();
        const auto made = perturbed("alpha_beta(keep=0.6, rate=0.25)", records, random);
        ASSERT_TRUE(made);
        const auto sex = printed(made->columns[0]), age = printed(made->columns[1]);
        std::vector<std::string> rows;
        for (std::size_t i = 0; i < sex.size(); ++i) rows.push_back(sex[i] + age[i]);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            ++seen[rows[i]];
            for (std::size_t j = 0; j < i; ++j) {
                EXPECT_NE(rows[i], rows[j]) << "no row comes twice";
                ++both[std::minmax(rows[i], rows[j])];
            }
        }
    }
    ASSERT_EQ(seen.size(), 6u);
    const auto chance = [](const std::string& row) {
        return row == "F20" || row == "F30" || row == "M40" ? 0.6 : -std::expm1(-0.25);
    };
    for (const auto& [row, count] : seen) EXPECT_NEAR(count / runs, chance(row), 5 * std::sqrt(0.25 / runs)) << row;
    for (const auto& [rows, count] : both)
        EXPECT_NEAR(count / runs, chance(rows.first) * chance(rows.second), 5 * std::sqrt(0.25 / runs))
            << rows.first << " " << rows.second;
}

// The sum of (seen - beta) / (keep - beta) over the rows asked for is how many of the original's there are.
TEST(AlphaBeta, CountsAreEstimatedWithoutBias) {
    SeededRandom random(9);
    double sum = 0;
    constexpr int runs = 20'000;
    const double beta = -std::expm1(-0.1);
    for (int run = 0; run < runs; ++run) {
        Records records = small();
        const auto made = perturbed("alpha_beta(keep=0.5, rate=0.1)", records, random);
        const auto sex = printed(made->columns[0]);
        const auto women = static_cast<double>(std::count(sex.begin(), sex.end(), "F"));
        sum += (women - 3 * beta) / (0.5 - beta);
    }
    EXPECT_NEAR(sum / runs, 2, 0.05);
}

TEST(AlphaBeta, WhatIsRequiredSaysHowMuchIsMadeUp) {
    SeededRandom random(1);
    Records records = small();
    records.asked = {{"keep", Ratio(1, 2)}, {"rate", Ratio(1, 10)}};
    const auto made = perturbed("alpha_beta", records, random);
    ASSERT_TRUE(made);
    const models::Design design{{"keep", Ratio(1, 2)}, {"rate", Ratio(1, 10)}, {"combinations", Ratio(6)}};
    EXPECT_EQ(made->design, design);
}

TEST(AlphaBeta, ManyCombinationsAreSkippedNotWalked) {
    SeededRandom random(3);
    std::vector<RecordColumnOf> columns;
    for (int c = 0; c < 12; ++c) {
        RecordColumnOf column{format("c{}", c), {}};
        for (int i = 0; i < 30; ++i) column.values.push_back(std::to_string(i));
        columns.push_back(std::move(column));
    }
    Records records = make_records(columns);  // 30^12 = 5.3e17
    const auto made = perturbed("alpha_beta(keep=1/2, rate=1e-15)", records, random);
    ASSERT_TRUE(made);
    const std::size_t rows = made->columns[0].size();
    EXPECT_GT(rows, 300u);
    EXPECT_LT(rows, 800u);
}

TEST(AlphaBeta, WhatItRefuses) {
    SeededRandom random(1);
    Records records = small();
    EXPECT_EQ(perturbed("alpha_beta(rate=0.1)", records, random).error().message,
              "alpha_beta: keep is not given: give keep and rate, or require d_gamma_privacy, from which both follow");
    std::vector<RecordColumnOf> columns;
    for (int c = 0; c < 13; ++c) columns.push_back({format("c{}", c), {}});
    for (int i = 0; i < 30; ++i)
        for (auto& column : columns) column.values.push_back(std::to_string(i));
    Records wide = make_records(columns);
    EXPECT_EQ(perturbed("alpha_beta(keep=0.5, rate=0.1)", wide, random).error().message,
              "alpha_beta: the columns have more than 2^62 combinations of values; release fewer columns, or coarser "
              "ones");
    columns.resize(6);
    Records large = make_records(columns);
    EXPECT_EQ(perturbed("alpha_beta(keep=0.5, rate=0.1)", large, random).error().message,
              "alpha_beta: the columns have 729,000,000 combinations of values, and a rate of 0.1 would make up about "
              "7.29e+07 rows; release fewer columns or coarser ones, or hide less");
}

}  // namespace alpha_beta_test
}  // namespace scrim::recode
