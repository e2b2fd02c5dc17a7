#include "tests/models/example.h"
#include "tests/models/random_table.h"

#include <algorithm>

namespace scrim::models {
namespace l_diversity_recursive_pd_test {

// The tail of the paper, by its two cases: r1 >= r2 >= …, y the place of the most frequent value that is not allowed.
Ratio by_the_paper(std::vector<std::pair<std::uint32_t, bool>> bars, std::size_t l) {
    // Of equal counts, a value that may be disclosed comes first: which comes first must not matter.
    std::sort(bars.begin(), bars.end(), std::greater<>());
    std::size_t y = 1;
    while (y <= bars.size() && bars[y - 1].second) ++y;
    if (y > bars.size()) return Ratio(0);
    std::uint64_t tail = 0;
    for (std::size_t j = y <= l - 1 ? l : l - 1; j <= bars.size(); ++j)
        if (j != y) tail += bars[j - 1].first;
    return Ratio(bars[y - 1].first, tail);
}

TEST(LDiversityRecursivePd, WorkedExample) {
    const Bars bars{{"HIV", 1}, {"cold", 2}, {"flu", 3}, {"healthy", 8}};
    const Sensitive disease = text_attribute(bars);
    const Example group = class_of(disease, bars);
    EXPECT_EQ(level("l_diversity_recursive_pd", group, {{"positive", "healthy"}}), Ratio(3, 11));
    EXPECT_EQ(level("l_diversity_recursive_pd", group, {{"positive", "healthy"}, {"l", "3"}}), Ratio(1));
    EXPECT_EQ(level("l_diversity_recursive_pd", group, {{"positive", "healthy"}, {"l", "4"}}), Ratio(3));
    EXPECT_EQ(level("l_diversity_recursive_pd", group, {{"positive", "healthy"}, {"l", "5"}}), Ratio::infinity());
    EXPECT_EQ(level("l_diversity_recursive_pd", group, {{"positive", "HIV"}}), Ratio(4, 3));
    const Given at{{"positive", "healthy"}, {"l", "3"}, {"c", "1"}};
    EXPECT_EQ(decide("l_diversity_recursive_pd", group, at), Verdict::fails) << "equality is excluded";
}

// Everybody healthy: that may be known.
TEST(LDiversityRecursivePd, ClassesThatMayBeDisclosed) {
    const Sensitive disease = text_attribute({{"HIV", 1}, {"healthy", 4}});
    const Example healthy = class_of(disease, {{"healthy", 3}});
    EXPECT_EQ(level("l_diversity_recursive_pd", healthy, {{"positive", "healthy"}}), Ratio(0));
    EXPECT_EQ(decide("l_diversity_recursive_pd", healthy, {{"positive", "healthy"}, {"c", "0.001"}}), Verdict::holds);
    EXPECT_EQ(level("l_diversity_recursive_pd", healthy), Ratio::infinity());
    EXPECT_EQ(level("l_diversity_recursive_pd", class_of(disease, {{"HIV", 1}}), {{"positive", "healthy"}}),
              Ratio::infinity());
}

TEST(LDiversityRecursivePd, AgreesWithTheDefinition) {
    std::mt19937_64 random(21);
    for (int round = 0; round < 500; ++round) {
        const RandomTable table(random);
        const std::vector<std::string> named{std::to_string(1 + random() % 9), std::to_string(10 + random() % 12)};
        Requirement asked{"l_diversity_recursive_pd", {{"positive", {named}}, {"l", {{""}}}}};
        for (const Example& example : table.classes) {
            std::vector<std::pair<std::uint32_t, bool>> bars;
            for (const ValueCount& bar : example.values) {
                const std::string label = table.attribute.domain->label(bar.value);
                bars.emplace_back(bar.count, std::find(named.begin(), named.end(), label) != named.end());
            }
            for (std::size_t l = 2; l <= bars.size() + 1; ++l) {
                asked.arguments[1].value = {{std::to_string(l)}};
                const auto made = make_model(asked);
                ASSERT_TRUE(made);
                ASSERT_EQ((*made)->measure(example.view())[0], by_the_paper(bars, l));
                // Without values that may be disclosed it is the other model.
                const Given of_l{{"l", std::to_string(l)}};
                ASSERT_EQ(level("l_diversity_recursive_pd", example, of_l),
                          level("l_diversity_recursive", example, of_l));
            }
        }
    }
}

// Rule out any l - 2 values, and one more that may be disclosed or not: no other that may not is believed as much as
// c / (1 + c).
TEST(LDiversityRecursivePd, BoundsBeliefAfterRulingOut) {
    std::mt19937_64 random(22);
    for (int round = 0; round < 300; ++round) {
        const RandomTable table(random);
        const Example& group = table.classes[0];
        const std::string named = std::to_string(1 + random() % 9);
        for (std::size_t l = 2; l <= 4; ++l) {
            const Ratio c = level("l_diversity_recursive_pd", group, {{"positive", named}, {"l", std::to_string(l)}});
            if (c.infinite()) continue;
            for (std::uint32_t set = 0; set < 1u << group.values.size(); ++set) {
                if (static_cast<std::size_t>(__builtin_popcount(set)) > l - 2) continue;
                std::uint64_t left = 0, most = 0;
                for (std::size_t v = 0; v < group.values.size(); ++v) {
                    if (set >> v & 1) continue;
                    left += group.values[v].count;
                    if (table.attribute.domain->label(group.values[v].value) != named)
                        most = std::max<std::uint64_t>(most, group.values[v].count);
                }
                if (most > 0) {
                    ASSERT_LE(Ratio(most, left), Ratio(c.numerator(), c.numerator() + c.denominator()));
                }
            }
        }
    }
}

TEST(LDiversityRecursivePd, RefusesValuesThatNobodyHas) {
    const PatientTable patients;
    const std::vector<const Sensitive*> one{&patients.disease};
    const auto misspelled = model("l_diversity_recursive_pd", {{"positive", "Fluu"}})->check_attributes(one);
    ASSERT_FALSE(misspelled);
    EXPECT_EQ(misspelled.error().message,
              "l_diversity_recursive_pd: no sensitive attribute has the value 'Fluu', did you mean 'Flu'?");
}

// The bound is implied only where no value may be disclosed.
TEST(LDiversityRecursivePd, ImpliedBound) {
    const auto bound = model("l_diversity_recursive_pd", {{"c", "2"}, {"l", "4"}})->belief_bound();
    ASSERT_TRUE(bound.has_value());
    EXPECT_EQ(bound->most, Ratio(2, 3));
    EXPECT_EQ(bound->pruned, 2u);
    EXPECT_FALSE(model("l_diversity_recursive_pd", {{"c", "2"}, {"positive", "flu"}})->belief_bound().has_value());
}

}  // namespace l_diversity_recursive_pd_test
}  // namespace scrim::models
