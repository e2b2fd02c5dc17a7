// The metrics of numbers: correlation_deviation, eigenvalue_deviation, il1s.
#include "kernel/compare/eigenvalues.h"
#include "tests/compare/small_comparison.h"

#include <cmath>

namespace scrim::test {
namespace compare_numbers_test {

Comparison two_columns(const std::vector<std::vector<Code>>& rows) {
    return exact_comparison({numbers_below("x", 10), numbers_below("y", 10)}, rows);
}

void release_as(Comparison& comparison, const std::vector<std::vector<Span>>& rows) {
    comparison.release = {};
    for (const auto& row : rows) add_record(comparison.release, row);
}

TEST(CorrelationDeviation, compares_pearsons_correlations) {
    Comparison comparison = two_columns({{0, 0}, {1, 1}, {2, 2}});                   // 1
    release_as(comparison, {{{0, 1}, {2, 3}}, {{1, 2}, {1, 2}}, {{2, 3}, {0, 1}}});  // -1
    EXPECT_DOUBLE_EQ(measured(comparison, "correlation_deviation").value, 2);
    release_as(comparison, {{{0, 1}, {1, 2}}, {{1, 2}, {1, 2}}, {{2, 3}, {1, 2}}});  // a constant: 0
    EXPECT_DOUBLE_EQ(measured(comparison, "correlation_deviation").value, 1);
    // A span is its mean: 0, 1, 2 again.
    release_as(comparison, {{{0, 1}, {0, 1}}, {{0, 3}, {1, 2}}, {{2, 3}, {1, 4}}});
    EXPECT_DOUBLE_EQ(measured(comparison, "correlation_deviation").value, 0);
}

// x = 0, 1, 2 and y = 0, 2, 1: means 1, sums of squares 2 and 2, of products 1: 1/2.
TEST(CorrelationDeviation, gives_the_worked_example) {
    Comparison comparison = two_columns({{0, 0}, {1, 2}, {2, 1}});
    release_as(comparison, {{{0, 1}, {0, 1}}, {{1, 2}, {1, 2}}, {{2, 3}, {2, 3}}});
    const compare::Measured found = measured(comparison, "correlation_deviation");
    EXPECT_NEAR(found.value, 0.5, 1e-12);
    EXPECT_EQ(figure(found.details, "pairs"), 1);
}

TEST(CorrelationDeviation, leaves_out_records_without_a_value) {
    std::vector<Int128> units = {0, 1, 2, 3};
    Comparison comparison;
    comparison.attributes = {attribute_of("x", Domain::of_numbers(units, 0, Domain::Kind::number, true)),
                             numbers_below("y", 4)};
    for (const Code code : {0, 1, 2}) add_original(comparison, {code, code});
    add_original(comparison, {4, 3});  // NULL
    comparison.release = comparison.original;
    release_as(comparison, {{{0, 1}, {0, 1}}, {{1, 2}, {1, 2}}, {{2, 3}, {2, 3}}, {{4, 5}, {0, 1}}});
    EXPECT_NEAR(measured(comparison, "correlation_deviation").value, 0, 1e-12);
}

TEST(Eigenvalues, solve_small_matrices) {
    EXPECT_EQ(compare::eigenvalues({{2}}), std::vector<double>{2});
    const auto two = compare::eigenvalues({{1, 0.5}, {0.5, 1}});
    EXPECT_NEAR(two[0], 1.5, 1e-12);
    EXPECT_NEAR(two[1], 0.5, 1e-12);
    const auto three = compare::eigenvalues({{2, -1, 0}, {-1, 2, -1}, {0, -1, 2}});
    EXPECT_NEAR(three[0], 2 + std::sqrt(2), 1e-12);
    EXPECT_NEAR(three[1], 2, 1e-12);
    EXPECT_NEAR(three[2], 2 - std::sqrt(2), 1e-12);
}

// The sums of the eigenvalues, of their squares and of their cubes are the traces of the matrix's powers.
TEST(Eigenvalues, have_the_traces_of_the_matrix) {
    std::mt19937_64 random(3);
    std::uniform_real_distribution<double> any(-1, 1);
    using Matrix = std::vector<std::vector<double>>;
    const auto product = [](const Matrix& a, const Matrix& b) {
        Matrix c(a.size(), std::vector<double>(a.size(), 0));
        for (std::size_t i = 0; i < a.size(); ++i)
            for (std::size_t j = 0; j < a.size(); ++j)
                for (std::size_t k = 0; k < a.size(); ++k) c[i][j] += a[i][k] * b[k][j];
        return c;
    };
    for (int i = 0; i < 20; ++i) {
        const std::size_t n = 1 + random() % 7;
        Matrix matrix(n, std::vector<double>(n));
        for (std::size_t p = 0; p < n; ++p)
            for (std::size_t q = p; q < n; ++q) matrix[p][q] = matrix[q][p] = any(random);
        const auto values = compare::eigenvalues(matrix);
        Matrix power = matrix;
        for (int k = 1; k <= 3; ++k) {
            double trace = 0, sum = 0;
            for (std::size_t p = 0; p < n; ++p) trace += power[p][p];
            for (const double value : values) sum += std::pow(value, k);
            EXPECT_NEAR(sum, trace, 1e-9);
            power = product(power, matrix);
        }
    }
}

TEST(EigenvalueDeviation, gives_the_worked_example) {
    Comparison comparison = two_columns({{0, 0}, {1, 2}, {2, 1}});  // correlation 1/2: eigenvalues 3/2 and 1/2
    // x = 0, 1, 2 and y = 1, 3, 1: products sum to 0.
    release_as(comparison, {{{0, 1}, {1, 2}}, {{1, 2}, {3, 4}}, {{2, 3}, {1, 2}}});
    EXPECT_NEAR(measured(comparison, "eigenvalue_deviation").value, 4.0 / 3, 1e-12);
}

TEST(EigenvalueDeviation, leaves_out_what_was_determined) {
    Comparison comparison = two_columns({{0, 0}, {1, 1}, {2, 2}});                   // eigenvalues 2 and 0
    release_as(comparison, {{{0, 1}, {1, 2}}, {{1, 2}, {3, 4}}, {{2, 3}, {1, 2}}});  // 1 and 1
    EXPECT_NEAR(measured(comparison, "eigenvalue_deviation").value, 0.5, 1e-12);
}

TEST(Il1s, gives_the_worked_example) {
    Comparison comparison = exact_comparison({numbers_below("x", 5)}, {{0}, {2}});  // s = √2
    release_as(comparison, {{{0, 3}}, {{0, 3}}});
    EXPECT_NEAR(measured(comparison, "il1s").value, 0.5, 1e-12);
    // Shifted by one each: 1 / (√2 · √2).
    release_as(comparison, {{{1, 2}}, {{3, 4}}});
    EXPECT_NEAR(measured(comparison, "il1s").value, 0.5, 1e-12);
    // Exchanged values are the same distribution: the order is not known.
    release_as(comparison, {{{2, 3}}, {{0, 1}}});
    EXPECT_EQ(measured(comparison, "il1s").value, 0);
    // One of two records left out: half of the share moves by 2.
    release_as(comparison, {{{0, 1}}});
    EXPECT_NEAR(measured(comparison, "il1s").value, 0.5, 1e-12);
}

// Values in their order, record by record, have the least sum of all pairings.
TEST(Il1s, is_the_least_of_all_pairings) {
    std::mt19937_64 random(2004);
    for (int i = 0; i < 30; ++i) {
        std::vector<std::vector<Code>> rows;
        for (int r = 0; r < 5; ++r) rows.push_back({drawn(random, 0, 9)});
        rows.push_back({0});
        rows.push_back({9});
        Comparison comparison = exact_comparison({numbers_below("x", 10)}, rows);
        std::vector<Code> released;
        comparison.release = {};
        for (std::size_t r = 0; r < rows.size(); ++r) {
            released.push_back(drawn(random, 0, 9));
            add_record(comparison.release, {Span::of(released.back())});
        }
        double mean = 0, squares = 0;
        for (const auto& row : rows) mean += row[0] / 7.0;
        for (const auto& row : rows) squares += (row[0] - mean) * (row[0] - mean);
        const double scale = std::sqrt(2.0) * std::sqrt(squares / 6) * 7;
        double least = 1e9;
        std::sort(released.begin(), released.end());
        do {
            double sum = 0;
            for (std::size_t r = 0; r < rows.size(); ++r)
                sum += std::abs(static_cast<double>(rows[r][0]) - static_cast<double>(released[r]));
            least = std::min(least, sum / scale);
        } while (std::next_permutation(released.begin(), released.end()));
        EXPECT_NEAR(measured(comparison, "il1s").value, least, 1e-9);
    }
}

}  // namespace compare_numbers_test
}  // namespace scrim::test
