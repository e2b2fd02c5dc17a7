#include "tests/models/example.h"

namespace scrim::models {
namespace m_confidentiality_test {

TEST(MConfidentiality, ShareOfTheMostFrequentValue) {
    const Sensitive disease = text_attribute({{"flu", 3}, {"gastritis", 2}, {"NULL", 1}});
    // Two of five have the flu: 2/5 is at most 1/2, but not 1/3.
    const Example some = class_of(disease, {{"flu", 2}, {"gastritis", 2}, {"NULL", 1}});
    EXPECT_EQ(level("m_confidentiality", some), Ratio(5, 2));
    EXPECT_EQ(decide("m_confidentiality", some, {{"m", "2"}}), Verdict::holds);
    EXPECT_EQ(decide("m_confidentiality", some, {{"m", "3"}}), Verdict::fails);
    EXPECT_EQ(level("m_confidentiality", class_of(disease, {{"flu", 2}})), Ratio(1));
}

}  // namespace m_confidentiality_test
}  // namespace scrim::models
