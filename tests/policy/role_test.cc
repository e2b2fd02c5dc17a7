#include "scrim/policy.h"

#include <gtest/gtest.h>

namespace scrim::policy {
namespace role_test {

struct Spelling {
    const char* text;
    std::optional<Role> role;
    friend void PrintTo(const Spelling& spelling, std::ostream* out) { *out << spelling.text; }
};

class RoleSpelling : public testing::TestWithParam<Spelling> {};

TEST_P(RoleSpelling, is_read) { EXPECT_EQ(parse_role(GetParam().text), GetParam().role) << GetParam().text; }

INSTANTIATE_TEST_SUITE_P(
    Ours, RoleSpelling,
    testing::Values(Spelling{"identifier", Role::identifier}, Spelling{"quasi_identifier", Role::quasi_identifier},
                    Spelling{"quasi-identifier", Role::quasi_identifier},
                    Spelling{"Quasi-Identifier", Role::quasi_identifier}, Spelling{"SENSITIVE", Role::sensitive},
                    Spelling{"insensitive", Role::insensitive}, Spelling{"dropped", Role::dropped}));

INSTANTIATE_TEST_SUITE_P(Arx, RoleSpelling,
                         testing::Values(Spelling{"identifying", Role::identifier},
                                         Spelling{"quasi-identifying", Role::quasi_identifier},
                                         Spelling{"Quasi_Identifying", Role::quasi_identifier},
                                         Spelling{"IDENTIFYING_ATTRIBUTE", Role::identifier},
                                         Spelling{"QUASI_IDENTIFYING_ATTRIBUTE", Role::quasi_identifier},
                                         Spelling{"SENSITIVE_ATTRIBUTE", Role::sensitive},
                                         Spelling{"INSENSITIVE_ATTRIBUTE", Role::insensitive}));

INSTANTIATE_TEST_SUITE_P(Refused, RoleSpelling,
                         testing::Values(Spelling{"", std::nullopt}, Spelling{"qi", std::nullopt},
                                         Spelling{"quasi identifier", std::nullopt},
                                         Spelling{"non_sensitive", std::nullopt}, Spelling{" sensitive", std::nullopt},
                                         Spelling{"attribute", std::nullopt}));

TEST(RoleName, is_what_parse_role_reads) {
    for (const Role role : {Role::identifier, Role::quasi_identifier, Role::sensitive, Role::insensitive})
        EXPECT_EQ(parse_role(role_name(role)), role);
}

}  // namespace role_test
}  // namespace scrim::policy
