#include "tests/recode/perturb/every_chance.h"
#include "tests/recode/perturb/records.h"

#include <gtest/gtest.h>

#include <map>

namespace scrim::recode {
namespace sample_test {

using namespace scrim::testing;

TEST(Sample, EverySetIsAsLikelyAsAnyOther) {
    EveryChance random;
    std::map<std::vector<std::uint32_t>, double> likely;
    do {
        Records records = make_records({{"age", {"1", "2", "3", "4", "5"}}});
        const auto made = perturbed("sample(fraction=0.4)", records, random);
        ASSERT_TRUE(made);
        likely[made->rows] += 1.0 / static_cast<double>(random.one_in());
    } while (random.another());
    ASSERT_EQ(likely.size(), 10u);
    for (const auto& [rows, chance] : likely) EXPECT_NEAR(chance, 0.1, 1e-12);
}

TEST(Sample, PeopleAreDrawnWithAllTheirRecords) {
    EveryChance random;
    std::map<std::vector<std::uint32_t>, double> likely;
    do {
        Records records = make_records({{"age", {"1", "2", "3", "4"}}});
        records.persons = {0, 1, 0, 2};
        const auto made = perturbed("sample(fraction=1/3)", records, random);
        ASSERT_TRUE(made);
        EXPECT_EQ(made->design.back(), std::pair(std::string("people_drawn"), Ratio(1))) << "no sample of records";
        likely[made->rows] += 1.0 / static_cast<double>(random.one_in());
    } while (random.another());
    ASSERT_EQ(likely.size(), 3u);
    for (const std::vector<std::uint32_t>& rows : {std::vector<std::uint32_t>{0, 2}, {1}, {3}})
        EXPECT_NEAR(likely[rows], 1.0 / 3, 1e-12);
}

TEST(Sample, TellsWhatAJournalistFinds) {
    SeededRandom random(1);
    Records records = make_records({{"age", {"1", "1", "2", "3"}}, {"disease", {"a", "b", "c", "d"}, Role::sensitive}});
    const auto made = perturbed("sample(fraction=1)", records, random);
    ASSERT_TRUE(made);
    expect_kept(records, *made);
    std::map<std::string, std::string> details(made->details.begin(), made->details.end());
    EXPECT_EQ(details["sample uniques"], "2 of 4 records");
    EXPECT_EQ(details["unique in all"], "2 of these are alone in the original, too");
    EXPECT_EQ(details["journalist"], "highest risk 1 in 1, where the original is the population");
}

TEST(Sample, FractionsItRefuses) {
    SeededRandom random(1);
    Records records = make_records({{"age", {"1", "2", "3"}}});
    EXPECT_EQ(perturbed("sample(fraction=0.1)", records, random).error().message,
              "sample: a fraction of 1/10 of 3 records is no record; at least one must be drawn");
    EXPECT_EQ(perturbed("sample(fraction=1.5)", records, random).error().message,
              "sample: fraction must be greater than 0 and at most 1, not 1.5");
    EXPECT_EQ(perturbed("sample(fraction=0)", records, random).error().message,
              "sample: fraction must be greater than 0 and at most 1, not 0");
}

}  // namespace sample_test
}  // namespace scrim::recode
