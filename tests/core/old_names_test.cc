#include "kernel/core/old_names.h"

#include <gtest/gtest.h>

namespace scrim {
namespace old_names_test {

TEST(OldNames, BecomeCurrentOnes) {
    EXPECT_EQ(current_name("personalised_privacy"), "personalized_privacy");
    EXPECT_EQ(current_name("anatomised"), "anatomized");
    for (const OldName& old : old_names()) {
        EXPECT_EQ(current_name(old.was), old.is);
        EXPECT_EQ(current_name(old.is), old.is) << "no name is old and current";
    }
    for (const char* name : {"", "k_anonymity", "Anatomised", "anatomised "}) EXPECT_EQ(current_name(name), name);
}

TEST(OldNames, OfRequirementsBecomeCurrentOnes) {
    EXPECT_EQ(with_current_name("personalised_privacy(p=0.5)"), "personalized_privacy(p=0.5)");
    EXPECT_EQ(with_current_name("personalised_privacy"), "personalized_privacy");
    EXPECT_EQ(with_current_name("xy_privacy(x=anatomised)"), "xy_privacy(x=anatomised)") << "a column is not renamed";
    EXPECT_EQ(with_current_name(""), "");
}

}  // namespace old_names_test
}  // namespace scrim
