#include "tests/models/example.h"

namespace scrim::models {
namespace sensitive_test {

TEST(Sensitive, RunningSumsSkipValuesThatNobodyHolds) {
    const Sensitive salary = number_attribute({{"3", 2}, {"4", 0}, {"5", 1}, {"NULL", 4}});
    EXPECT_EQ(salary.occurring, (std::vector<Code>{0, 1, 1, 2, 3}));
    EXPECT_EQ(salary.ordered_sums, (std::vector<std::uint64_t>{0, 2, 2, 5, 12}));
    EXPECT_EQ(salary.distinct(), 3u);
    EXPECT_EQ(salary.nulls(), 4u);
    EXPECT_TRUE(salary.is_null(3));
    EXPECT_FALSE(salary.is_null(2));
}

TEST(Sensitive, WithoutNull) {
    const Sensitive salary = number_attribute({{"3", 2}});
    EXPECT_EQ(salary.nulls(), 0u);
    EXPECT_FALSE(salary.is_null(1));
}

}  // namespace sensitive_test
}  // namespace scrim::models
