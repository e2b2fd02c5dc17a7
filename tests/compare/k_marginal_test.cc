#include "kernel/compare/bins.h"
#include "tests/compare/small_comparison.h"

#include <cmath>
#include <map>
#include <set>

namespace scrim::test {
namespace k_marginal_test {

TEST(KMarginal, is_half_where_half_of_the_records_moved) {
    Comparison comparison = exact_comparison({letters_below("a", 2), letters_below("b", 2)}, {{0, 0}, {1, 1}});
    EXPECT_EQ(measured(comparison, "k_marginal").value, 1000);
    comparison.release = {};
    add_record(comparison.release, {{0, 1}, {0, 1}});
    add_record(comparison.release, {{0, 1}, {1, 2}});
    EXPECT_EQ(measured(comparison, "k_marginal").value, 500);
    // Each column by itself is as it was, but no pair is.
    comparison.release = {};
    add_record(comparison.release, {{0, 1}, {1, 2}});
    add_record(comparison.release, {{1, 2}, {0, 1}});
    EXPECT_EQ(measured(comparison, "k_marginal").value, 0);
    // A quarter in each of four cells: |1/2 - 1/4| twice, 1/4 twice.
    comparison.release = {};
    add_record(comparison.release, {{0, 2}, {0, 2}});
    EXPECT_EQ(measured(comparison, "k_marginal").value, 500);
}

// A number that the original lacks counts as the next one that it has, or the last.
Code counted_as(const Comparison& comparison, std::size_t attribute, Code code) {
    if (!comparison.attributes[attribute].domain().is_numeric()) return code;
    const auto& codes = comparison.original.labels[attribute];
    const std::set<Code> known(codes.begin(), codes.end());
    const auto next = known.lower_bound(code);
    return next == known.end() ? *known.rbegin() : *next;
}

// Every cell by itself, value by value.
TEST(KMarginal, equals_its_slow_twin) {
    std::mt19937_64 random(2023);
    for (int i = 0; i < 30; ++i) {
        const Comparison comparison = random_comparison(random);
        double sum = 0, pairs = 0;
        for (std::size_t a = 0; a < 4; ++a)
            for (std::size_t b = a + 1; b < 4; ++b) {
                std::map<std::pair<Code, Code>, double> cells;
                const auto add = [&](const compare::Side& side, double sign) {
                    for (std::size_t row = 0; row < side.rows(); ++row) {
                        const Span x = side.span(a, row), y = side.span(b, row);
                        for (Code p = x.lo; p < x.hi; ++p)
                            for (Code q = y.lo; q < y.hi; ++q)
                                cells[{counted_as(comparison, a, p), counted_as(comparison, b, q)}] +=
                                    sign * side.weights[row] / side.total / x.width() / y.width();
                    }
                };
                add(comparison.original, 1);
                add(comparison.release, -1);
                double distance = 0;
                for (const auto& [cell, difference] : cells) distance += std::abs(difference);
                sum += 1000 * (1 - distance / 2);
                ++pairs;
            }
        EXPECT_NEAR(measured(comparison, "k_marginal").value, sum / pairs, 1e-9);
    }
}

TEST(KMarginal, draws_a_hundred_pairs_where_there_are_more) {
    std::vector<Attribute> attributes;
    for (int i = 0; i < 16; ++i) attributes.push_back(letters_below("c" + std::to_string(i), 2));
    const Comparison comparison = exact_comparison(attributes, {std::vector<Code>(16, 0), std::vector<Code>(16, 1)});
    EXPECT_EQ(figure(measured(comparison, "k_marginal").details, "pairs"), 100);
}

TEST(Bins, are_twentieths_of_the_records_by_mean_rank) {
    // 200 numbers, once each: ten in each bin. Rank r of 200 is bin floor(20 r / 200).
    std::vector<std::vector<Code>> rows;
    for (Code code = 0; code < 200; ++code) rows.push_back({code});
    const Comparison comparison = exact_comparison({numbers_below("n", 200)}, rows);
    const compare::Bins bins = compare::Bins::of(comparison, 0, 100);
    EXPECT_EQ(bins.size(), 20u);
    for (Code code = 0; code < 200; ++code) EXPECT_EQ(bins[code], std::min<std::size_t>(19, (code + 1) / 10)) << code;
    EXPECT_EQ(compare::Bins::of(comparison, 0, 200).size(), 200u) << "few enough to stay as they are";
}

TEST(Bins, give_a_value_that_the_original_lacks_the_bin_of_the_next) {
    Comparison comparison;
    comparison.attributes = {numbers_below("n", 10)};
    for (const Code code : {1, 4, 5, 8}) add_original(comparison, {code});
    const compare::Bins bins = compare::Bins::of(comparison, 0, 3);
    // Ranks 1, 2, 3, 4 of 4: bins 5, 10, 15 and the last.
    const std::vector<std::size_t> expected = {5, 5, 10, 10, 10, 15, 19, 19, 19, 19};
    for (Code code = 0; code < 10; ++code) EXPECT_EQ(bins[code], expected[code]) << code;
    double seen = 0;
    bins.each({3, 7}, [&](std::size_t bin, double share) {
        EXPECT_EQ(share, bin == 10 ? 0.5 : 0.25) << bin;
        seen += share;
    });
    EXPECT_EQ(seen, 1);
}

TEST(Bins, are_the_values_of_the_original_where_these_are_few) {
    Comparison comparison;
    comparison.attributes = {numbers_below("n", 7)};
    for (const Code code : {1, 4, 4}) add_original(comparison, {code});
    const compare::Bins bins = compare::Bins::of(comparison, 0, 100);
    EXPECT_EQ(bins.size(), 2u);
    const std::vector<std::size_t> expected = {0, 0, 1, 1, 1, 1, 1};
    for (Code code = 0; code < 7; ++code) EXPECT_EQ(bins[code], expected[code]) << code;
}

TEST(Bins, give_null_one_of_its_own) {
    std::vector<Int128> units = {0, 1, 2, 3};
    Comparison comparison;
    comparison.attributes = {attribute_of("n", Domain::of_numbers(units, 0, Domain::Kind::number, true))};
    for (const Code code : {0, 1, 2, 3, 4, 4}) add_original(comparison, {code});
    const compare::Bins bins = compare::Bins::of(comparison, 0, 3);
    EXPECT_EQ(bins.size(), 21u);
    EXPECT_EQ(bins[4], 20u);
    EXPECT_EQ(bins[3], 19u);
}

}  // namespace k_marginal_test
}  // namespace scrim::test
