#include "tests/models/example.h"

namespace scrim::models {
namespace ke_anonymity_test {

// 004 §2.2: 10 records with 7 different values, nine of them in 30 … 35 and one 80, are (7, 50)-anonymous.
TEST(KeAnonymity, ProximityExample) {
    const Bars bars{{"30", 2}, {"31", 2}, {"32", 2}, {"33", 1}, {"34", 1}, {"35", 1}, {"80", 1}};
    const Sensitive salary = number_attribute(bars);
    const Example group = class_of(salary, bars);
    ASSERT_EQ(group.size(), 10u);
    const Levels levels = model("ke_anonymity")->measure(group.view());
    EXPECT_EQ(levels[0], Ratio(7));
    EXPECT_EQ(levels[1], Ratio(50));
    EXPECT_EQ(decide("ke_anonymity", group, {{"k", "7"}, {"e", "50"}}), Verdict::holds);
    EXPECT_EQ(decide("ke_anonymity", group, {{"k", "8"}, {"e", "50"}}), Verdict::fails);
    EXPECT_EQ(decide("ke_anonymity", group, {{"k", "7"}, {"e", "50.1"}}), Verdict::fails);
}

TEST(KeAnonymity, RangeIsInTheUnitOfTheAttribute) {
    const Sensitive dose = number_attribute({{"-0.5", 1}, {"1.25", 1}, {"2.5", 1}}, 2);
    EXPECT_EQ(model("ke_anonymity")->measure(class_of(dose, {{"-0.5", 1}, {"2.5", 1}}).view())[1], Ratio(3));
    EXPECT_EQ(model("ke_anonymity")->measure(class_of(dose, {{"1.25", 1}, {"2.5", 1}}).view())[1], Ratio(5, 4));
}

TEST(KeAnonymity, NullIsNoNumber) {
    const Sensitive salary = number_attribute({{"30", 1}, {"40", 1}, {"NULL", 2}});
    const Levels some = model("ke_anonymity")->measure(class_of(salary, {{"30", 1}, {"40", 1}, {"NULL", 2}}).view());
    EXPECT_EQ(some[0], Ratio(2));
    EXPECT_EQ(some[1], Ratio(10));
    const Levels none = model("ke_anonymity")->measure(class_of(salary, {{"NULL", 2}}).view());
    EXPECT_EQ(none[0], Ratio(0));
    EXPECT_EQ(none[1], Ratio(0));
}

TEST(KeAnonymity, RangesThatDoNotFitAreUnderstated) {
    const Int128 huge = *power_of_ten(38) - 1;
    auto domain = std::make_shared<Domain>(Domain::of_numbers({-huge, huge}, 0));
    const Sensitive amount = make_sensitive("amount", domain, nullptr, {1, 1}, true);
    const Example both{&amount, 0, {{0, 1}, {1, 1}}, {}};
    EXPECT_EQ(decide("ke_anonymity", both, {{"k", "2"}, {"e", "1e38"}}), Verdict::holds);
}

}  // namespace ke_anonymity_test
}  // namespace scrim::models
