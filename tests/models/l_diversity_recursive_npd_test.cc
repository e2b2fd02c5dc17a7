#include "tests/models/example.h"
#include "tests/models/random_table.h"

namespace scrim::models {
namespace l_diversity_recursive_npd_test {

Levels levels(const Example& example, const std::vector<std::string>& negative) {
    const auto made =
        make_model(Requirement{"l_diversity_recursive_npd", {{"positive", {{"healthy"}}}, {"negative", {negative}}}});
    return made ? (*made)->measure(example.view()) : Levels{};
}

TEST(LDiversityRecursiveNpd, WorkedExample) {
    const Bars bars{{"HIV", 1}, {"cold", 2}, {"flu", 3}, {"healthy", 8}, {"mumps", 0}};
    const Sensitive disease = text_attribute(bars);
    const Example group = class_of(disease, {{"HIV", 1}, {"cold", 2}, {"flu", 3}, {"healthy", 8}});
    EXPECT_EQ(levels(group, {"flu", "cold"})[0], Ratio(3, 11));
    EXPECT_EQ(levels(group, {"flu", "cold"})[1], Ratio(1, 7));
    EXPECT_EQ(levels(group, {"flu", "mumps"})[1], Ratio(0)) << "nobody of the class has mumps, and that is known";
    const Given both{{"c1", "1"}, {"c2", "1/7"}, {"positive", "healthy"}, {"negative", "cold"}};
    EXPECT_EQ(decide("l_diversity_recursive_npd", group, both), Verdict::holds);
    const Given more{{"c1", "1"}, {"c2", "0.15"}, {"positive", "healthy"}, {"negative", "cold"}};
    EXPECT_EQ(decide("l_diversity_recursive_npd", group, more), Verdict::fails);
    const Given less{{"c1", "3/11"}, {"c2", "1/7"}, {"positive", "healthy"}, {"negative", "cold"}};
    EXPECT_EQ(decide("l_diversity_recursive_npd", group, less), Verdict::fails) << "c1 excludes equality";
}

// A guarantee about no value would be empty.
TEST(LDiversityRecursiveNpd, SharesNeedValues) {
    EXPECT_EQ(refusal(requirement("l_diversity_recursive_npd", {{"c2", "0.1"}})),
              "l_diversity_recursive_npd: c2 needs negative, the values that nobody may be known not to have; without "
              "them it asks for nothing (l_diversity_recursive_pd is the model without c2)");
    EXPECT_EQ(refusal(requirement("l_diversity_recursive_npd", {{"c1", "2"}})), "");
    const PatientTable patients;
    EXPECT_EQ(model("l_diversity_recursive_npd")->measure(patients.artists.view())[1], Ratio(1));
    const std::vector<const Sensitive*> one{&patients.disease};
    EXPECT_FALSE(model("l_diversity_recursive_npd", {{"negative", "Malaria"}})->check_attributes(one));
    EXPECT_FALSE(model("l_diversity_recursive_npd", {{"positive", "Malaria"}})->check_attributes(one));
}

TEST(LDiversityRecursiveNpd, AgreesWithTheDefinition) {
    std::mt19937_64 random(23);
    for (int round = 0; round < 300; ++round) {
        const RandomTable table(random);
        const std::vector<std::string> negative{std::to_string(1 + random() % 4), std::to_string(5 + random() % 4)};
        for (const Example& group : table.classes) {
            std::uint64_t least = group.size();
            for (const std::string& label : negative) {
                std::uint64_t records = 0;
                for (const ValueCount& bar : group.values)
                    if (table.attribute.domain->label(bar.value) == label) records += bar.count;
                if (table.attribute.domain->find(label)) least = std::min(least, records);
            }
            ASSERT_EQ(levels(group, negative)[1], Ratio(least, group.size()));
            ASSERT_EQ(levels(group, negative)[0], level("l_diversity_recursive_pd", group, {{"positive", "healthy"}}));
        }
    }
}

}  // namespace l_diversity_recursive_npd_test
}  // namespace scrim::models
