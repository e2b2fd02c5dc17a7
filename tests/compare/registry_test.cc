// The registry of comparisons, and what every one of them promises.
#include "tests/compare/small_comparison.h"

#include <set>

namespace scrim::test {
namespace compare_registry_test {

TEST(ComparisonRegistry, lists_every_comparison_of_the_def_file_after_the_metrics) {
    const std::vector<std::string> expected = {
#define SCRIM_COMPARISON(name) #name,
#include "kernel/compare/comparisons.def"
#undef SCRIM_COMPARISON
    };
    std::vector<std::string> names;
    for (const MetricInfo* metric : list_metrics()) names.push_back(metric->name);
    EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
    ASSERT_GT(names.size(), expected.size());
    EXPECT_EQ(std::vector<std::string>(names.end() - static_cast<std::ptrdiff_t>(expected.size()), names.end()),
              expected);
}

TEST(ComparisonRegistry, describes_every_comparison) {
    for (const compare::ComparisonSpec* spec : compare::comparisons()) {
        EXPECT_EQ(compare::find_comparison(spec->name), spec);
        EXPECT_FALSE(spec->title.empty()) << spec->name;
        EXPECT_NE(spec->citation.find_first_of("0123456789"), std::string::npos) << spec->name << " names no year";
        EXPECT_FALSE(spec->normalization.empty()) << spec->name;
    }
    EXPECT_EQ(compare::find_comparison("no_such_comparison"), nullptr);
}

TEST(ComparisonRegistry, says_nothing_about_tables_that_lack_what_it_needs) {
    for (const compare::ComparisonSpec* spec : compare::comparisons())
        EXPECT_FALSE(spec->measure(Comparison{}).has_value()) << spec->name;
    // No numbers, no target, no workload, one column.
    const Comparison letters = exact_comparison({letters_below("l", 2, false)}, {{0}, {1}, {1}});
    for (const compare::ComparisonSpec* spec : compare::comparisons())
        EXPECT_FALSE(spec->measure(letters).has_value()) << spec->name;
}

TEST(ComparisonRegistry, gives_equal_figures_for_equal_tables) {
    std::mt19937_64 random(17);
    const Comparison comparison = random_comparison(random, 90);
    for (const compare::ComparisonSpec* spec : compare::comparisons()) {
        const auto once = spec->measure(comparison), again = spec->measure(comparison);
        ASSERT_EQ(once.has_value(), again.has_value());
        if (!once) continue;
        EXPECT_EQ(once->value, again->value) << spec->name;
        EXPECT_EQ(once->details, again->details) << spec->name;
        EXPECT_EQ(once->references, again->references) << spec->name;
    }
}

// The original as its own release is the best there is, but for what is exact in it.
TEST(ComparisonRegistry, prefers_the_original_to_a_release_that_tells_nothing) {
    std::mt19937_64 random(18);
    for (int i = 0; i < 20; ++i) {
        Comparison blank = random_comparison(random);
        const std::vector<compare::CountQuery> workload = {{{0, {{1, 3}}}, {1, {{0, 1}, {2, 3}}}}, {{2, {{4, 9}}}}};
        Comparison exact = blank;
        exact.workload = blank.workload = workload;
        exact.release = exact.original;
        for (std::size_t a = 0; a + 1 < blank.attributes.size(); ++a)
            for (Span& span : blank.release.printed[a]) span = blank.attributes[a].domain().whole();
        for (const compare::ComparisonSpec* spec : compare::comparisons()) {
            if (spec->name == "unique_exact_matches") continue;  // a measure of risk
            const double sign = spec->lower_is_better ? 1 : -1;
            if (spec->name == "classifier") continue;  // by chance it may guess better what it has not seen
            EXPECT_LE(sign * spec->measure(exact)->value, sign * spec->measure(blank)->value + 1e-12) << spec->name;
        }
        EXPECT_EQ(measured(exact, "query_error").value, 0);
        EXPECT_EQ(measured(exact, "il1s").value, 0);
        EXPECT_EQ(measured(exact, "unique_exact_matches").value, 1);
        EXPECT_EQ(measured(blank, "unique_exact_matches").value, 0);
        EXPECT_NEAR(measured(exact, "k_marginal").value, 1000, 1e-9);
        EXPECT_EQ(measured(exact, "correlation_deviation").value, 0);
        EXPECT_EQ(measured(exact, "eigenvalue_deviation").value, 0);
    }
}

}  // namespace compare_registry_test
}  // namespace scrim::test
