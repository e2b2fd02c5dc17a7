#include "kernel/core/text.h"
#include "kernel/recode/perturb/moments.h"
#include "kernel/recode/perturb/normal.h"
#include "tests/recode/perturb/records.h"
#include "tests/rounds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace scrim::recode {
namespace noise_test {

using namespace scrim::testing;

TEST(Noise, MeansAndCovariancesAreKeptWithinTheirBounds) {
    SeededRandom random(9);
    for (int round = 0; round < rounds(10); ++round) {
        Records records = random_records(random, 50 + random.below(100));
        for (const char* method : {"noise(columns=[age, height])", "noise(columns=height, kind=correlated, amount=0.5)",
                                   "noise(columns=[age, height], kind=multiplicative, amount=[0.05, 0.2])"}) {
            const auto made = perturbed(method, records, random);
            ASSERT_TRUE(made) << method << ": " << made.error().message;
            EXPECT_FALSE(made->kept.empty());
            expect_kept(records, *made);
        }
    }
}

TEST(Noise, StaysOnTheGridOfItsColumn) {
    SeededRandom random(9);
    Records records = random_records(random, 200);
    const auto made = perturbed("noise(amount=0.5)", records, random);
    ASSERT_TRUE(made) << made.error().message;
    ASSERT_EQ(made->columns.size(), 3u);  // age, height, born: not the categories
    EXPECT_EQ(made->columns[0].domain().scale(), 0);
    EXPECT_EQ(made->columns[1].domain().scale(), 2);
    EXPECT_EQ(made->columns[2].domain().kind(), Domain::Kind::date);
    const auto before = printed(records.column(0).values), after = printed(made->columns[0]);
    int moved = 0;
    for (std::size_t i = 0; i < before.size(); ++i) {
        EXPECT_EQ(before[i].empty(), after[i].empty());
        moved += before[i] != after[i];
    }
    EXPECT_GT(moved, 150);
}

TEST(Noise, TimesStayFullMinutes) {
    SeededRandom random(9);
    Records records = make_records({{"at", {"2020-01-01 10:05:00", "2020-01-02 11:10:00", "2020-01-07 00:00:00"}}});
    ASSERT_EQ(records.columns[0].values.domain().kind(), Domain::Kind::timestamp);
    const auto made = perturbed("noise", records, random);
    ASSERT_TRUE(made) << made.error().message;
    const Domain& domain = made->columns[0].domain();
    for (Code code = 0; code < domain.values(); ++code) EXPECT_EQ(domain.units(code) % 60'000'000, 0);
}

// Correlated noise has the covariance of the data, so that correlations stay; independent noise weakens them.
TEST(Noise, CorrelationsStayWithCorrelatedNoise) {
    SeededRandom random(21);
    std::vector<RecordColumnOf> columns{{"x", {}}, {"y", {}}};
    perturb::Normal normal(random);
    for (int i = 0; i < 4000; ++i) {
        const double x = normal.next(), y = 0.9 * x + 0.3 * normal.next();
        columns[0].values.push_back(format("{:.3f}", 100 + 10 * x));
        columns[1].values.push_back(format("{:.3f}", 100 + 10 * y));
    }
    Records records = make_records(columns);
    const auto correlation = [](const std::vector<Column>& of) {
        std::vector<std::vector<double>> values(2);
        for (std::size_t c = 0; c < 2; ++c)
            for (const std::string& value : printed(of[c])) values[c].push_back(std::stod(value));
        const auto moments = perturb::moments_of(values);
        return moments.covariance.at(0, 1) / std::sqrt(moments.covariance.at(0, 0) * moments.covariance.at(1, 1));
    };
    const double before = correlation({records.columns[0].values, records.columns[1].values});
    const auto together = perturbed("noise(kind=correlated, amount=1)", records, random);
    const auto apart = perturbed("noise(kind=additive, amount=1)", records, random);
    ASSERT_TRUE(together && apart);
    EXPECT_NEAR(correlation(together->columns), before, 0.02);
    EXPECT_NEAR(correlation(apart->columns), before / 2, 0.05);
    expect_kept(records, *together);
    expect_kept(records, *apart);
}

TEST(Noise, FactorsKeepSignsAndZeros) {
    SeededRandom random(3);
    std::vector<std::string> values{"0", "0"};
    for (int i = 1; i < 100; ++i) values.push_back(std::to_string(i % 2 ? 1000 * i : -1000 * i));
    Records records = make_records({{"gain", values}});
    const auto made = perturbed("noise(kind=multiplicative, amount=0.5)", records, random);
    ASSERT_TRUE(made);
    const auto after = printed(made->columns[0]);
    for (std::size_t i = 0; i < values.size(); ++i)
        EXPECT_EQ(std::stol(after[i]) > 0   ? 1
                  : std::stol(after[i]) < 0 ? -1
                                            : 0,
                  std::stol(values[i]) > 0   ? 1
                  : std::stol(values[i]) < 0 ? -1
                                             : 0);
}

TEST(Noise, DrawsAreNormal) {
    SeededRandom random(17);
    perturb::Normal normal(random);
    constexpr int many = 20000;
    double sum = 0, squares = 0;
    int within = 0;
    for (int i = 0; i < many; ++i) {
        const double z = normal.next();
        sum += z;
        squares += z * z;
        within += std::abs(z) < 1;
    }
    EXPECT_NEAR(sum / many, 0, 0.03);
    EXPECT_NEAR(squares / many, 1, 0.05);
    EXPECT_NEAR(static_cast<double>(within) / many, 0.6827, 0.015);
}

TEST(Noise, CholeskyFactorsGiveTheMatrixBack) {
    SeededRandom random(4);
    for (int round = 0; round < rounds(20); ++round) {
        std::vector<std::vector<double>> columns(4);
        for (int i = 0; i < 30; ++i) {
            for (int c = 0; c < 3; ++c) columns[c].push_back(static_cast<double>(random.below(100)));
            columns[3].push_back(2 * columns[0].back() - columns[1].back());  // determined by others
        }
        const auto moments = perturb::moments_of(columns);
        const auto lower = perturb::cholesky(moments.covariance);
        ASSERT_TRUE(lower);
        for (std::size_t i = 0; i < 4; ++i)
            for (std::size_t j = 0; j < 4; ++j) {
                double cell = 0;
                for (std::size_t k = 0; k < 4; ++k) cell += lower->at(i, k) * lower->at(j, k);
                EXPECT_NEAR(cell, moments.covariance.at(i, j), 1e-4);
            }
    }
    perturb::Matrix none(2);
    none.at(0, 0) = none.at(1, 1) = 1;
    none.at(0, 1) = none.at(1, 0) = 2;
    EXPECT_FALSE(perturb::cholesky(none));
}

TEST(Noise, BoundsAreDecimalsAbove) {
    EXPECT_EQ(perturb::decimal_above(0.012341), Ratio(124, 10000));
    EXPECT_EQ(perturb::decimal_above(1234.5), Ratio(1240));
    EXPECT_EQ(perturb::decimal_above(7.001), Ratio(701, 100));
}

TEST(Noise, WhatItRefuses) {
    SeededRandom random(3);
    Records records = make_records({{"age", {"1", "2", "3"}}, {"city", {"a", "b", "c"}}, {"year", {"7", "7", "7"}}});
    const auto message = [&](const std::string& arguments) {
        const auto made = perturbed("noise(" + arguments + ")", records, random);
        return made ? "" : made.error().message;
    };
    EXPECT_THAT(message("columns=city"),
                ::testing::StartsWith("noise changes numbers and dates, and column 'city' holds categories; of "
                                      "categories, choose one of swap, rank_swap, pram, randomized_response"));
    EXPECT_EQ(
        message("columns=year"),
        "noise: all values of column 'year' are the same, so that their standard deviation, and noise in units of "
        "it, is 0; leave it out of columns");
    EXPECT_EQ(message("columns=age, amount=0"),
              "noise: amount must be a number above 0 and at most 1000, with at most "
              "six decimals, in standard deviations of the column, not '0'");
    EXPECT_EQ(message("columns=age, amount=[0.1, 0.2]"),
              "noise: amount says 2 numbers for 1 column: give one for all, "
              "or one for each in the order of the table");
    Records dates = make_records({{"born", {"2020-01-01", "2021-01-01"}}});
    EXPECT_EQ(perturbed("noise(kind=multiplicative)", dates, random).error().message,
              "noise: column 'born' holds dates, which nothing can be multiplied with; choose kind=additive for it");
}

}  // namespace noise_test
}  // namespace scrim::recode
