#include "tests/models/example.h"

namespace scrim::models {
namespace m_uniqueness_test {

TEST(MUniqueness, EveryValueOnce) {
    const Sensitive disease = text_attribute({{"flu", 3}, {"gastritis", 2}, {"NULL", 1}});
    const Example all = class_of(disease, {{"flu", 1}, {"gastritis", 1}, {"NULL", 1}});
    EXPECT_EQ(level("m_uniqueness", all), Ratio(3));
    EXPECT_EQ(decide("m_uniqueness", all, {{"m", "3"}}), Verdict::holds);
    EXPECT_EQ(decide("m_uniqueness", all, {{"m", "4"}}), Verdict::fails);
    // A value that occurs twice is one in three, but never only one in m.
    EXPECT_EQ(level("m_uniqueness", class_of(disease, {{"flu", 2}, {"gastritis", 1}})), Ratio(0));
}

}  // namespace m_uniqueness_test
}  // namespace scrim::models
