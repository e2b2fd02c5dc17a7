#include "tests/metrics/properties.h"

#include <gtest/gtest.h>

#include <cmath>

namespace scrim::test {
namespace entropy_test {

// -sum p log2 p over the original values of one attribute that lie in the span.
double bits(const GeneralizedTable& table, std::size_t attribute, Span span) {
    double inside = 0;
    std::vector<double> counts(table.attributes[attribute].domain->size());
    for (const auto& record : table.records)
        if (span.contains(record.original[attribute])) ++counts[record.original[attribute]], ++inside;
    double sum = 0;
    for (const double count : counts)
        if (count > 0) sum -= count / inside * std::log2(count / inside);
    return sum;
}

std::optional<double> slow_entropy(const GeneralizedTable& table) {
    double lost = 0;
    double most = 0;
    for (const auto& record : table.records)
        for (std::size_t a = 0; a < table.attributes.size(); ++a) {
            const Span whole = table.attributes[a].domain->whole();
            lost += bits(table, a, record.suppressed ? whole : record.printed[a]);
            most += bits(table, a, whole);
        }
    return most == 0 ? 0 : lost / most;
}

// What Gionis and Tassa charge a cell of known original: -log2 of its share among the originals inside the span.
double non_uniform_bits(const GeneralizedTable& table) {
    double sum = 0;
    for (const auto& record : table.records)
        for (std::size_t a = 0; a < table.attributes.size(); ++a) {
            double same = 0, inside = 0;
            for (const auto& other : table.records) {
                same += other.original[a] == record.original[a] ? 1 : 0;
                inside += record.printed[a].contains(other.original[a]) ? 1 : 0;
            }
            sum -= std::log2(same / inside);
        }
    return sum;
}

TEST(Entropy, equals_its_slow_twin) { expect_equals("entropy", slow_entropy); }

TEST(Entropy, is_exact_for_global_recoding) {
    std::mt19937_64 random(2009);
    for (int i = 0; i < 200; ++i) {
        const GeneralizedTable table = random_table(random);
        const GeneralizedTable recoded = recoded_globally(table, random_cuts(table, random));
        const GeneralizedTable whole = recoded_globally(table, Cuts(table.attributes.size(), {0}));
        const double most = non_uniform_bits(whole);
        EXPECT_NEAR(*recoded.measure("entropy"), most == 0 ? 0 : non_uniform_bits(recoded) / most, 1e-12);
    }
}

TEST(Entropy, is_0_for_an_exact_release_and_1_for_a_suppressed_one) {
    const GeneralizedTable table{{letters(3)}, {{{0}, {{0, 3}}}, {{1}, {{0, 3}}}, {{1}, {{0, 3}}}, {{2}, {{0, 3}}}}};
    EXPECT_EQ(released_exactly(table).measure("entropy"), 0);
    EXPECT_EQ(table.measure("entropy"), 1);
    EXPECT_EQ(suppressed_entirely(table).measure("entropy"), 1);
}

TEST(Entropy, weighs_values_by_how_often_they_occur) {
    // a, b, b, c: printing {a, b} hides entropy(1/3, 2/3) bits in each of three records; a record holds 1.5 bits.
    const GeneralizedTable table{{letters(3)}, {{{0}, {{0, 2}}}, {{1}, {{0, 2}}}, {{1}, {{0, 2}}}, {{2}, {{2, 3}}}}};
    const double hidden = -(1.0 / 3) * std::log2(1.0 / 3) - (2.0 / 3) * std::log2(2.0 / 3);
    EXPECT_NEAR(*table.measure("entropy"), 3 * hidden / (4 * 1.5), 1e-12);
}

TEST(Entropy, finds_nothing_lost_where_all_records_were_equal) {
    const GeneralizedTable table{{letters(3)}, {{{1}, {{0, 3}}}, {{1}, {{0, 3}}}}};
    EXPECT_EQ(table.measure("entropy"), 0);
}

TEST(Entropy, needs_the_original_histogram) {
    metrics::MetricInput input = GeneralizedTable{{letters(2)}, {{{0}, {{0, 1}}}}}.input();
    input.attributes[0].original.reset();
    EXPECT_EQ(metrics::find_metric("entropy")->measure(input), std::nullopt);
}

}  // namespace entropy_test
}  // namespace scrim::test
