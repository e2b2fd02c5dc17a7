#include "tests/models/example.h"

#include <gmock/gmock.h>

namespace scrim::models {
namespace arguments_test {

using Value = std::vector<std::vector<std::string>>;

std::string refused(const std::string& model_name, const std::string& name, const Value& value) {
    return refusal({model_name, {{name, value}}});
}

TEST(Arguments, WholeNumbers) {
    EXPECT_EQ(refused("k_anonymity", "k", {{"0"}}), "k_anonymity: k must be a whole number of at least 1, not 0");
    EXPECT_EQ(refused("k_anonymity", "k", {{"-3"}}), "k_anonymity: k must be a whole number of at least 1, not -3");
    EXPECT_EQ(refused("k_anonymity", "k", {{"2.5"}}), "k_anonymity: k must be a whole number of at least 1, not 2.5");
    EXPECT_EQ(refused("k_anonymity", "k", {{"five"}}),
              "k_anonymity: k must be a whole number of at least 1, not 'five'");
    EXPECT_EQ(refused("k_anonymity", "k", {{""}}), "k_anonymity: k must be a whole number of at least 1, not ''");
    EXPECT_EQ(refused("k_anonymity", "k", {{"5", "6"}}),
              "k_anonymity: k must be a whole number of at least 1, not ['5', '6']");
    EXPECT_EQ(refused("k_anonymity", "k", {{"5"}, {"6"}}),
              "k_anonymity: k must be a whole number of at least 1, not [['5'], ['6']]");
    EXPECT_EQ(refused("k_anonymity", "k", {}), "k_anonymity: k must be a whole number of at least 1, not []");
    EXPECT_EQ(refused("k_anonymity", "k", {{"5.0"}}), "");
    EXPECT_EQ(refused("k_anonymity", "k", {{"1e30"}}), "");
}

TEST(Arguments, Ratios) {
    EXPECT_EQ(refused("t_closeness_equal", "t", {{"1.5"}}), "t_closeness_equal: t must be between 0 and 1, not 1.5");
    EXPECT_EQ(refused("t_closeness_equal", "t", {{"-1/9"}}), "t_closeness_equal: t must be between 0 and 1, not -1/9");
    EXPECT_EQ(refused("t_closeness_equal", "t", {{"small"}}),
              "t_closeness_equal: t must be a number between 0 and 1, not 'small'");
    EXPECT_EQ(refused("t_closeness_equal", "t", {{"20%"}}), "");
    EXPECT_EQ(refused("t_closeness_equal", "t", {{"1"}}), "");
    EXPECT_EQ(refused("l_diversity_recursive", "c", {{"0"}}), "l_diversity_recursive: c must be greater than 0, not 0");
    EXPECT_EQ(refused("l_diversity_recursive", "c", {{"x"}}),
              "l_diversity_recursive: c must be a number greater than 0, not 'x'");
    EXPECT_EQ(refused("l_diversity_entropy", "l", {{"0.5"}}), "l_diversity_entropy: l must be at least 1, not 0.5");
    EXPECT_EQ(refused("l_diversity_entropy", "l", {{"NaN"}}),
              "l_diversity_entropy: l must be a number of at least 1, not 'NaN'");
}

TEST(Arguments, Names) {
    EXPECT_EQ(refusal(requirement("xy_privacy", {{"value", "HIV"}})),
              "xy_privacy: unknown parameter 'value' (it takes k, h, x, y, values), did you mean 'values'?");
    EXPECT_EQ(refusal(requirement("k_anonymity", {{"threshold", "5"}})),
              "k_anonymity: unknown parameter 'threshold' (it takes k, qid)");
    EXPECT_EQ(refusal(requirement("k_anonymity", {{"k", "5"}, {"k", "5"}})),
              "k_anonymity: k is given twice; give it once");
    EXPECT_EQ(refusal(requirement("k_anonimity", {{"k", "5"}})),
              "unknown privacy model 'k_anonimity', did you mean 'k_anonymity'?");
    EXPECT_THAT(refusal(requirement("secrecy")),
                testing::StartsWith("unknown privacy model 'secrecy'; there are k_anonymity, k_map, "));
}

TEST(Arguments, Lists) {
    EXPECT_EQ(refused("k_anonymity", "qid", {{"job", "sex"}, {"age"}}), "");
    EXPECT_EQ(refused("k_anonymity", "qid", {{"job", "job"}}),
              "k_anonymity: qid must name each column once, not ['job', 'job']");
    EXPECT_EQ(refused("k_anonymity", "qid", {}), "k_anonymity: qid must name at least one column, not []");
    EXPECT_EQ(refused("k_anonymity", "qid", {{"job"}, {}}),
              "k_anonymity: qid must name at least one column, not [['job'], []]");
    EXPECT_EQ(refused("xy_anonymity", "x", {{"job"}, {"sex"}}),
              "xy_anonymity: x must be a column or a list of columns, not [['job'], ['sex']]");
    EXPECT_EQ(refused("confidence_bounding", "value", {{""}}),
              "confidence_bounding: value must name only values that are not empty, not ''");
}

TEST(Arguments, WhatWasGivenAndWhatIsDefault) {
    const auto made = Arguments::make("lkc_privacy", find_model("lkc_privacy")->parameters,
                                      requirement("lkc_privacy", {{"c", "20%"}}).arguments);
    ASSERT_TRUE(made);
    EXPECT_TRUE(made->given("c"));
    EXPECT_EQ(made->ratio("c"), Ratio(1, 5));
    EXPECT_FALSE(made->given("l"));
    EXPECT_EQ(made->whole("l"), 2u);
    EXPECT_EQ(made->ratio("k"), std::nullopt);
    EXPECT_EQ(made->whole("k"), std::nullopt);
    EXPECT_EQ(made->text("c"), "20%");
    EXPECT_TRUE(made->list("nothing").empty());
    EXPECT_TRUE(made->sets("nothing").empty());
}

TEST(Arguments, HugeWholeNumbersDoNotWrap) {
    EXPECT_EQ(model("k_anonymity", {{"k", "1e30"}})->decide(sized(1'000'000)), Verdict::fails);
    EXPECT_EQ(model("l_diversity_recursive", {{"c", "3"}, {"l", "1e30"}})->arguments().whole("l"), UINT64_MAX);
}

}  // namespace arguments_test
}  // namespace scrim::models
