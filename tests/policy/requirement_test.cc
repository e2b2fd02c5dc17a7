#include "scrim/policy.h"

#include <gtest/gtest.h>

#include <random>

namespace scrim::policy {
namespace requirement_test {

using Value = std::vector<std::vector<std::string>>;

// parse_requirement(text) prints as `printed`.
struct Accepted {
    const char* text;
    const char* printed;
    friend void PrintTo(const Accepted& accepted, std::ostream* out) { *out << accepted.text; }
};

class RequirementAccepted : public testing::TestWithParam<Accepted> {};

TEST_P(RequirementAccepted, prints_in_its_shortest_form_and_is_read_back) {
    const auto requirement = parse_requirement(GetParam().text);
    ASSERT_TRUE(requirement.ok()) << requirement.error().message;
    EXPECT_EQ(to_string(*requirement), GetParam().printed);
    const auto again = parse_requirement(GetParam().printed);
    ASSERT_TRUE(again.ok()) << again.error().message;
    EXPECT_EQ(to_string(*again), GetParam().printed);
}

INSTANTIATE_TEST_SUITE_P(
    Texts, RequirementAccepted,
    testing::Values(
        Accepted{"k_anonymity", "k_anonymity"}, Accepted{"k_anonymity()", "k_anonymity"},
        Accepted{"k_anonymity(k=5)", "k_anonymity(k=5)"}, Accepted{" k_anonymity ( k = 5 ) \n", "k_anonymity(k=5)"},
        Accepted{"k-anonymity(k=5)", "k-anonymity(k=5)"},
        Accepted{"m(a=0.2,b=20%,c=3/7,d=-1e-3)", "m(a=0.2, b=20%, c=3/7, d=-1e-3)"},
        Accepted{"m(q=[job, sex])", "m(q=[job, sex])"}, Accepted{"m(q=[job])", "m(q=job)"},
        Accepted{"m(q=[[job]])", "m(q=job)"}, Accepted{"m(q=[[job,sex],[age]])", "m(q=[[job, sex], [age]])"},
        Accepted{"m(q='native country')", "m(q='native country')"},
        Accepted{"m(q=\"native country\")", "m(q='native country')"}, Accepted{"m(q='plain')", "m(q=plain)"},
        Accepted{"m(q='')", "m(q='')"}, Accepted{"m(q='O''Hara')", "m(q='O''Hara')"},
        Accepted{"m(q=\"O'Hara\")", "m(q='O''Hara')"}, Accepted{"m(q=\"a\"\"b\")", "m(q='a\"b')"},
        Accepted{"m(q=['a, b', \"c]\"])", "m(q=['a, b', 'c]'])"}, Accepted{"m(q=größe)", "m(q=größe)"},
        Accepted{"m(q='two\nlines')", "m(q='two\nlines')"},
        Accepted{"m(a=1, a=2)", "m(a=1, a=2)"}));  // validate() refuses it

TEST(Requirement, keeps_the_shape_of_values) {
    const auto requirement = parse_requirement("m(scalar=5, list=[a, b], sets=[[a, b], [c]])");
    ASSERT_TRUE(requirement.ok());
    EXPECT_EQ(requirement->model, "m");
    ASSERT_EQ(requirement->arguments.size(), 3u);
    EXPECT_EQ(requirement->arguments[0].value, (Value{{"5"}}));
    EXPECT_EQ(requirement->arguments[1].value, (Value{{"a", "b"}}));
    EXPECT_EQ(requirement->arguments[2].value, (Value{{"a", "b"}, {"c"}}));
}

// Any texts at all come back from to_string() as they were.
TEST(Requirement, round_trips_random_values) {
    std::mt19937_64 random(2024);
    const std::string alphabet = "ab5 .%/-_,=()[]'\"\n\t\\";
    const auto text = [&] {
        std::string out;
        for (auto i = random() % 6; i > 0; --i) {
            const auto pick = random() % (alphabet.size() + 1);
            out += pick < alphabet.size() ? alphabet.substr(pick, 1) : "é";
        }
        return out;
    };
    for (int i = 0; i < 2000; ++i) {
        Requirement requirement{"model", {}};
        for (auto a = random() % 4; a > 0; --a) {
            Value value(1 + random() % 3);
            for (auto& list : value)
                for (auto w = 1 + random() % 3; w > 0; --w) list.push_back(text());
            requirement.arguments.push_back({"p" + std::to_string(a), value});
        }
        const auto again = parse_requirement(to_string(requirement));
        ASSERT_TRUE(again.ok()) << again.error().message;
        ASSERT_EQ(again->arguments.size(), requirement.arguments.size());
        for (std::size_t a = 0; a < requirement.arguments.size(); ++a) {
            EXPECT_EQ(again->arguments[a].name, requirement.arguments[a].name);
            EXPECT_EQ(again->arguments[a].value, requirement.arguments[a].value) << to_string(requirement);
        }
    }
}

struct Refused {
    const char* text;
    const char* message;
    friend void PrintTo(const Refused& refused, std::ostream* out) { *out << refused.text; }
};

class RequirementRefused : public testing::TestWithParam<Refused> {};

TEST_P(RequirementRefused, names_the_column_and_what_was_expected) {
    const auto requirement = parse_requirement(GetParam().text);
    ASSERT_FALSE(requirement.ok()) << to_string(*requirement);
    EXPECT_EQ(requirement.error().kind, Error::Kind::input);
    EXPECT_EQ(requirement.error().message, GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    Texts, RequirementRefused,
    testing::Values(
        Refused{"", "requirement '': column 1: expected the name of a privacy model, found the end"},
        Refused{"(k=5)", "requirement '(k=5)': column 1: expected the name of a privacy model, found '('"},
        Refused{"k anonymity", "requirement 'k anonymity': column 3: expected '(' or the end, found 'anonymity'"},
        Refused{"m=5", "requirement 'm=5': column 2: expected '(' or the end, found '='"},
        Refused{"m(k=5", "requirement 'm(k=5': column 6: expected ',' or ')', found the end"},
        Refused{"m(k=5,)", "requirement 'm(k=5,)': column 7: expected the name of a parameter, found ')'"},
        Refused{"m(k=5) x", "requirement 'm(k=5) x': column 8: expected the end, found 'x'"},
        Refused{"m(5)", "requirement 'm(5)': column 4: expected '=', found ')'"},
        Refused{"m(k:5)", "requirement 'm(k:5)': column 4: expected '=', found ':'"},
        Refused{"m(k=)", "requirement 'm(k=)': column 5: expected a value, found ')'"},
        Refused{"m(k=a b)", "requirement 'm(k=a b)': column 7: expected ',' or ')', found 'b'"},
        Refused{"m(k=[])", "requirement 'm(k=[])': column 6: expected a value, found ']'"},
        Refused{"m(k=[a,])", "requirement 'm(k=[a,])': column 8: expected a value, found ']'"},
        Refused{"m(k=[a)", "requirement 'm(k=[a)': column 7: expected ',' or ']', found ')'"},
        Refused{"m(k=[[a], b])", "requirement 'm(k=[[a], b])': column 11: expected '[' as before, found 'b'"},
        Refused{"m(k=[a, [b]])", "requirement 'm(k=[a, [b]])': column 9: expected a value, found '['"},
        Refused{"m(k=[[[a]]])", "requirement 'm(k=[[[a]]])': column 7: expected a value, found '['"},
        Refused{"m(k=[[a])", "requirement 'm(k=[[a])': column 9: expected ',' or ']', found ')'"},
        Refused{"m(k='a)", "requirement 'm(k='a)': column 5: a string is not closed; expected '"},
        Refused{"m(é=5)", "requirement 'm(é=5)': column 3: expected the name of a parameter, found 'é'"},
        Refused{"m(a='é', é=5)", "requirement 'm(a='é', é=5)': column 10: expected the name of a parameter, found 'é'"},
        Refused{"m(a=\x01)", "requirement 'm(a=\\x01)': column 5: expected a value, found '\\x01'"},
        Refused{"m(a=\xff)", "a requirement holds bytes that are not UTF-8; write it as UTF-8 text"}));

struct Invalid {
    const char* text;
    const char* mentions;
    friend void PrintTo(const Invalid& invalid, std::ostream* out) { *out << invalid.text; }
};

class RequirementInvalid : public testing::TestWithParam<Invalid> {};

TEST_P(RequirementInvalid, is_refused_by_the_models) {
    const auto requirement = parse_requirement(GetParam().text);
    ASSERT_TRUE(requirement.ok()) << requirement.error().message;
    const auto valid = validate(*requirement);
    ASSERT_FALSE(valid.ok());
    EXPECT_NE(valid.error().message.find(GetParam().mentions), std::string::npos) << valid.error().message;
    EXPECT_EQ(valid.error().message.find('\n'), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Texts, RequirementInvalid,
                         testing::Values(Invalid{"k-anonymity(k=5)", "did you mean 'k_anonymity'?"},
                                         Invalid{"nonsense", "unknown privacy model 'nonsense'"},
                                         Invalid{"k_anonymity(kk=5)", "unknown parameter 'kk' (it takes k"},
                                         Invalid{"k_anonymity(k=five)", "k must be a whole number"},
                                         Invalid{"k_anonymity(k=0)", "k must be a whole number of at least 1"},
                                         Invalid{"k_anonymity(k=[2, 3])", "not ['2', '3']"},
                                         Invalid{"k_anonymity(k=2, k=3)", "given twice"},
                                         Invalid{"k_anonymity", "nothing is required of it; give k"},
                                         Invalid{"l_diversity_recursive(l=3)", "nothing is required of it; give c"},
                                         Invalid{"t_closeness_equal(t=1.5)", "t must be"}));

TEST(Requirement, known_models_are_valid) {
    for (const char* text : {"k_anonymity(k=5)", "alpha_k_anonymity(alpha=1/2)", "t_closeness_equal(t=20%)"})
        EXPECT_TRUE(validate(*parse_requirement(text)).ok()) << text;
}

}  // namespace requirement_test
}  // namespace scrim::policy
