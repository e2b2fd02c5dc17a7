#include "tests/compare/small_comparison.h"

#include <map>
#include <set>

namespace scrim::test {
namespace unique_exact_matches_test {

TEST(UniqueExactMatches, counts_unique_originals_only) {
    Comparison comparison =
        exact_comparison({numbers_below("n", 4), letters_below("l", 2), letters_below("s", 2, false)},
                         {{0, 0, 0}, {0, 0, 1}, {1, 0, 0}, {2, 1, 1}, {3, 1, 0}});
    comparison.release = {};
    add_record(comparison.release, {{0, 1}, {0, 1}, {0, 1}});  // not unique in the original
    add_record(comparison.release, {{1, 2}, {0, 1}, {1, 2}});  // unique; its sensitive value does not matter
    add_record(comparison.release, {{2, 3}, {0, 2}, {1, 2}});  // a span is no exact match
    add_record(comparison.release, {{1, 2}, {0, 1}, {0, 1}});  // the same again counts once
    const compare::Measured found = measured(comparison, "unique_exact_matches");
    EXPECT_DOUBLE_EQ(found.value, 1.0 / 3);
    EXPECT_EQ(figure(found.details, "matched"), 1);
    EXPECT_EQ(figure(found.references, "unique"), 3);
}

TEST(UniqueExactMatches, knows_that_a_row_may_be_several_records) {
    Comparison comparison = exact_comparison({numbers_below("n", 2)}, {{0}});
    add_original(comparison, {1}, 2);
    const compare::Measured found = measured(comparison, "unique_exact_matches");
    EXPECT_EQ(found.value, 1);
    EXPECT_EQ(figure(found.references, "unique"), 1);
}

TEST(UniqueExactMatches, equals_its_slow_twin) {
    std::mt19937_64 random(99);
    for (int i = 0; i < 50; ++i) {
        const Comparison comparison = random_comparison(random);
        std::map<std::vector<Code>, double> originals;
        std::set<std::vector<Code>> exact;
        for (std::size_t row = 0; row < comparison.original.rows(); ++row) {
            std::vector<Code> key;
            for (std::size_t a = 0; a < 3; ++a) key.push_back(comparison.original.labels[a][row]);
            originals[key] += comparison.original.weights[row];
        }
        for (std::size_t row = 0; row < comparison.release.rows(); ++row) {
            std::vector<Code> key;
            for (std::size_t a = 0; a < 3; ++a)
                if (const Span span = comparison.release.span(a, row); span.width() == 1) key.push_back(span.lo);
            if (key.size() == 3) exact.insert(key);
        }
        double unique = 0, matched = 0;
        for (const auto& [key, records] : originals)
            if (records == 1) {
                ++unique;
                matched += exact.contains(key) ? 1 : 0;
            }
        EXPECT_EQ(measured(comparison, "unique_exact_matches").value, unique > 0 ? matched / unique : 0);
    }
}

}  // namespace unique_exact_matches_test
}  // namespace scrim::test
