// The registry, and what every metric in it promises.
#include "tests/metrics/generalized_table.h"

#include <gtest/gtest.h>

#include <set>

namespace scrim::test {
namespace registry_test {

TEST(MetricRegistry, lists_every_metric_of_the_def_file_in_its_order) {
    std::vector<std::string> names;
    for (const metrics::MetricSpec* metric : metrics::metrics()) names.push_back(metric->name);
    const std::vector<std::string> expected = {
#define SCRIM_METRIC(name) #name,
#include "kernel/metrics/metrics.def"
#undef SCRIM_METRIC
    };
    EXPECT_EQ(names, expected);
    EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
}

TEST(MetricRegistry, describes_every_metric) {
    for (const metrics::MetricSpec* metric : metrics::metrics()) {
        EXPECT_EQ(metrics::find_metric(metric->name), metric);
        EXPECT_FALSE(metric->title.empty()) << metric->name;
        EXPECT_NE(metric->citation.find_first_of("0123456789"), std::string::npos) << metric->name << " names no year";
        EXPECT_FALSE(metric->normalization.empty()) << metric->name;
        EXPECT_NE(metric->measure, nullptr) << metric->name;
    }
    EXPECT_EQ(metrics::find_metric("no_such_metric"), nullptr);
}

TEST(MetricRegistry, every_metric_says_nothing_about_an_input_it_cannot_judge) {
    metrics::MetricInput input;
    input.rows = input.original_rows = 3;
    for (const metrics::MetricSpec* metric : metrics::metrics())
        EXPECT_FALSE(metric->measure(input).has_value()) << metric->name;
}

// Joining two neighboring values of a global recoding loses information, so no metric may like the result better.
TEST(MetricRegistry, no_metric_likes_a_coarser_global_recoding_better) {
    std::mt19937_64 random(2002);
    for (int i = 0; i < 300; ++i) {
        const GeneralizedTable table = random_table(random);
        const Cuts fine = random_cuts(table, random);
        Cuts coarse = fine;
        for (auto& cuts : coarse)
            if (cuts.size() > 1) cuts.erase(cuts.begin() + draw(random, 1, static_cast<Code>(cuts.size()) - 1));
        for (const metrics::MetricSpec* metric : metrics::metrics()) {
            const double sign = metric->lower_is_better ? 1 : -1;
            EXPECT_GE(sign * *recoded_globally(table, coarse).measure(metric->name),
                      sign * *recoded_globally(table, fine).measure(metric->name) - 1e-12)
                << metric->name << ", table " << i;
        }
    }
}

}  // namespace registry_test
}  // namespace scrim::test
