#include "tests/models/random_table.h"

#include <algorithm>
#include <bit>

namespace scrim::models {
namespace l_diversity_distinct_test {

TEST(LDiversityDistinct, PatientTable) {
    const PatientTable patients;
    EXPECT_EQ(level("l_diversity_distinct", patients.professionals), Ratio(2));
    EXPECT_EQ(level("l_diversity_distinct", patients.artists), Ratio(2));
    EXPECT_EQ(decide("l_diversity_distinct", patients.artists, {{"l", "2"}}), Verdict::holds);
    EXPECT_EQ(decide("l_diversity_distinct", patients.artists, {{"l", "3"}}), Verdict::fails);
}

TEST(LDiversityDistinct, NullIsAValue) {
    const Sensitive disease = text_attribute({{"flu", 1}, {"NULL", 1}});
    EXPECT_EQ(level("l_diversity_distinct", class_of(disease, {{"flu", 1}, {"NULL", 1}})), Ratio(2));
}

// People with several values, as bits: an attacker who rules out n values for a person, and with each everybody who has
// it, is sure of a value when all who are left have it. The least such n, plus one, by trying all sets of values.
std::uint64_t least_ruled_out(const std::vector<unsigned>& people, unsigned values) {
    std::uint64_t least = values;
    for (unsigned out = 0; out < 1u << values; ++out) {
        unsigned common = (1u << values) - 1;
        bool anybody = false;
        for (const unsigned held : people) {
            if (held & out) continue;
            anybody = true;
            common &= held;
        }
        if (anybody && common) least = std::min<std::uint64_t>(least, std::popcount(out) + 1);
    }
    return least;
}

TEST(LDiversityDistinct, WithSeveralValuesNobodyLearnsMoreThanPromised) {
    std::mt19937_64 random(7);
    const Sensitive disease = text_attribute({{"a", 1}, {"b", 1}, {"c", 1}, {"d", 1}, {"e", 1}});
    int exact = 0;
    for (int round = 0; round < 2000; ++round) {
        const bool one_each = round % 4 == 0;
        std::vector<unsigned> people(number_between(random, 1, 6));
        for (unsigned& held : people)
            held = one_each ? 1u << number_between(random, 0, 4) : static_cast<unsigned>(number_between(random, 1, 31));
        Example example;
        example.attribute = &disease;
        unsigned different = 0;
        for (Code value = 0; value < 5; ++value) {
            const auto held = std::count_if(people.begin(), people.end(), [&](unsigned p) { return p >> value & 1; });
            if (held > 0) example.values.push_back({value, static_cast<std::uint32_t>(held)});
            different += held > 0;
        }
        ClassView view = example.view();
        view.size = people.size();
        const Ratio reached = (*make_model(requirement("l_diversity_distinct")))->measure(view)[0];
        if (one_each) {
            EXPECT_EQ(reached, Ratio(different));
        }
        EXPECT_LE(reached, Ratio(least_ruled_out(people, 5)));
        exact += reached == Ratio(least_ruled_out(people, 5));
    }
    EXPECT_GT(exact, 1000);
}

}  // namespace l_diversity_distinct_test
}  // namespace scrim::models
