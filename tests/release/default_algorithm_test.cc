// Which algorithm runs unasked: by rank, by what is asked, and by the size of the table.
#include "methods/release/default_algorithm.h"

#include "tests/recode/problem_maker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

namespace scrim::release {
namespace default_algorithm_test {

using ::testing::HasSubstr;

std::vector<const recode::RecoderSpec*> ranked() { return recode::recoders_by(&recode::RecoderSpec::preference); }

recode::Problem small(const std::string& requirement) {
    recode::Problem problem = testing::make_problem({.quasi_identifiers = {{"age", {"1", "2", "3", "4"}}},
                                                     .sensitive = {{"disease", {"a", "b", "a", "b"}}},
                                                     .require = {requirement}});
    problem.target = 0;
    return problem;
}

TEST(DefaultAlgorithm, EveryOneThatMayBeItHasAReasonAndARankOfItsOwn) {
    const auto all = ranked();
    ASSERT_GE(all.size(), 2u);
    for (std::size_t i = 0; i < all.size(); ++i) {
        EXPECT_FALSE(all[i]->default_because.empty()) << all[i]->name;
        EXPECT_TRUE(i == 0 || all[i - 1]->preference < all[i]->preference) << all[i]->name;
    }
    for (const recode::RecoderSpec* spec : recode::recoders())
        EXPECT_TRUE(spec->preference > 0 || (spec->default_because.empty() && spec->default_tuples == SIZE_MAX))
            << spec->name;
}

TEST(DefaultAlgorithm, DependsOnTheSizeOfTheTable) {
    recode::Problem problem = small("k_anonymity(k=2)");
    const recode::RecoderSpec& first = *ranked().front();
    ASSERT_LT(first.default_tuples, 1'000'000u);
    const auto sized = [&](std::size_t size) {
        auto tuples = std::make_shared<Tuples>(*problem.tuples);
        tuples->weights.resize(size, 1);
        problem.tuples = tuples;
        return default_algorithm(problem, false);
    };
    EXPECT_EQ(sized(first.default_tuples).name, first.name);
    const DefaultAlgorithm large = sized(first.default_tuples + 1);
    EXPECT_EQ(large.name, ranked()[1]->name);
    EXPECT_THAT(large.why, HasSubstr(first.name + " takes longer on more than 300,000 different rows"));
}

TEST(DefaultAlgorithm, ServesTheRequirement) {
    for (const char* requirement : {"k_anonymity(k=2)", "l_diversity_distinct(l=2)", "t_closeness_equal(t=0.5)",
                                    "lkc_privacy(l=1, k=2, c=0.8)", "m_confidentiality(m=2)"}) {
        const recode::Problem problem = small(requirement);
        const DefaultAlgorithm chosen = default_algorithm(problem, false);
        EXPECT_EQ(recode::why_refused(*recode::find_recoder(chosen.name), problem), "") << requirement;
        EXPECT_THAT(chosen.why, HasSubstr("so " + chosen.name + " was chosen: ")) << requirement;
    }
}

}  // namespace default_algorithm_test
}  // namespace scrim::release
