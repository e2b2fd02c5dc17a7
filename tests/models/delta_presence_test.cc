#include "tests/models/example.h"

namespace scrim::models {
namespace delta_presence_test {

// 004 Example 2.8: Alice is in the table with probability 4/5, Bob with 3/4.
TEST(DeltaPresence, PatientTable) {
    const Levels artists = model("delta_presence")->measure(sized(4, 5));
    EXPECT_EQ(artists[0], Ratio(4, 5));
    EXPECT_EQ(artists[1], Ratio(4, 5));
    EXPECT_EQ(model("delta_presence")->measure(sized(3, 4))[1], Ratio(3, 4));
    const auto asked = model("delta_presence", {{"delta_min", "0.75"}, {"delta_max", "0.8"}});
    EXPECT_EQ(asked->decide(sized(4, 5)), Verdict::holds);
    EXPECT_EQ(asked->decide(sized(3, 4)), Verdict::holds);
    EXPECT_EQ(model("delta_presence", {{"delta_max", "0.79"}})->decide(sized(4, 5)), Verdict::fails);
    EXPECT_EQ(model("delta_presence", {{"delta_min", "0.76"}})->decide(sized(3, 4)), Verdict::fails);
}

TEST(DeltaPresence, PeopleWhomNoClassStandsForAreAbsent) {
    EXPECT_EQ(model("delta_presence", {{"delta_min", "0.01"}})->decide(sized(0, 3)), Verdict::fails);
    EXPECT_EQ(model("delta_presence", {{"delta_max", "0.5"}})->decide(sized(0, 3)), Verdict::holds);
}

TEST(DeltaPresence, TableMustBePartOfThePopulation) {
    for (const ClassView& view : {sized(3, 0), sized(3, 2)})
        EXPECT_EQ(model("delta_presence", {{"delta_max", "1"}})->decide(view), Verdict::fails);
    EXPECT_EQ(model("delta_presence", {{"delta_min", "0.1"}})->decide(sized(3, 0)), Verdict::fails);
}

TEST(DeltaPresence, BoundsMustNotCross) {
    EXPECT_EQ(refusal(requirement("delta_presence", {{"delta_min", "50%"}, {"delta_max", "0.2"}})),
              "delta_presence: delta_min must be at most delta_max, which is 0.2, not 50%");
    EXPECT_EQ(refusal(requirement("delta_presence", {{"delta_min", "0.2"}, {"delta_max", "20%"}})), "");
}

}  // namespace delta_presence_test
}  // namespace scrim::models
