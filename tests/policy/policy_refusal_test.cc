// Every way to get a policy wrong, with the line that tells how to mend it.
#include "scrim/policy.h"

#include <gtest/gtest.h>

namespace scrim::policy {
namespace policy_refusal_test {

struct Refused {
    std::string yaml;
    std::string message;
    friend void PrintTo(const Refused& refused, std::ostream* out) { *out << refused.yaml.substr(0, 80); }
};

class PolicyRefused : public testing::TestWithParam<Refused> {};

TEST_P(PolicyRefused, in_one_line) {
    const auto policy = parse_policy(GetParam().yaml);
    ASSERT_FALSE(policy.ok()) << GetParam().yaml;
    EXPECT_EQ(policy.error().kind, Error::Kind::input);
    EXPECT_EQ(policy.error().message, GetParam().message);
}

const std::string bad_role = "role must be one of identifier, quasi_identifier, sensitive, insensitive, dropped, not ";
const std::string bad_value = "must be a text, a list of texts or a list of such lists, not ";

INSTANTIATE_TEST_SUITE_P(
    Document, PolicyRefused,
    testing::Values(
        Refused{"",
                "policy:1: a policy must be a map of columns, require, population, person, algorithm, minimize, "
                "suppress, default, missing, accept_exact, max_singled_out, rows_are_persons, sample_weight, "
                "sampling_fraction, household, not empty"},
        Refused{"# only a comment\n",
                "policy:1: a policy must be a map of columns, require, population, person, algorithm, minimize, "
                "suppress, default, missing, accept_exact, max_singled_out, rows_are_persons, sample_weight, "
                "sampling_fraction, household, not empty"},
        Refused{"---\n",
                "policy:2: a policy must be a map of columns, require, population, person, algorithm, minimize, "
                "suppress, default, missing, accept_exact, max_singled_out, rows_are_persons, sample_weight, "
                "sampling_fraction, household, not empty"},
        Refused{"columns",
                "policy:1: a policy must be a map of columns, require, population, person, algorithm, minimize, "
                "suppress, default, missing, accept_exact, max_singled_out, rows_are_persons, sample_weight, "
                "sampling_fraction, household, not 'columns'"},
        Refused{"- columns",
                "policy:1: a policy must be a map of columns, require, population, person, algorithm, minimize, "
                "suppress, default, missing, accept_exact, max_singled_out, rows_are_persons, sample_weight, "
                "sampling_fraction, household, not a list"},
        Refused{"population: a\n---\npopulation: b\n", "policy:2: a second document starts here; a file holds one"},
        Refused{"population: a\npopulation: b\n", "policy:2: 'population' is named twice, here and on line 1"},
        Refused{"colums: {}",
                "policy:1: unknown key 'colums' (accepted: columns, require, population, person, algorithm, minimize, "
                "suppress, default, missing, accept_exact, max_singled_out, rows_are_persons, sample_weight, "
                "sampling_fraction, household), did you mean 'columns'?"},
        Refused{"population: a\nseed: 1",
                "policy:2: unknown key 'seed' (accepted: columns, require, population, person, algorithm, minimize, "
                "suppress, default, missing, accept_exact, max_singled_out, rows_are_persons, sample_weight, "
                "sampling_fraction, household)"},
        Refused{"population: a\n? [x]\n: b\n",
                "policy:2: a key is missing or not text; write it as text, 'null' and '~' in quotes"},
        Refused{"columns:\n  null: sensitive",
                "policy:2: a key is missing or not text; write it as text, 'null' and '~' in quotes"}));

INSTANTIATE_TEST_SUITE_P(
    Yaml, PolicyRefused,
    testing::Values(
        Refused{"columns:\n\ta: sensitive\n", "policy:2: the line is indented with a tab; indent with spaces"},
        Refused{"columns:\n  \ta: sensitive\n", "policy:2: the line is indented with a tab; indent with spaces"},
        Refused{"columns:\n  a: \xff\n", "policy:2: the line holds bytes that are not UTF-8; save the file as UTF-8"},
        Refused{"\xff\xfe"
                "c\0:\0",
                "policy:1: the line holds bytes that are not UTF-8; save the file as UTF-8"},
        Refused{std::string("population: a\0b", 15), "policy:1: the line holds a zero byte; remove it"},
        Refused{"population: \"a\\0b\"", "policy:1: 'a\\x00b' holds a zero byte; remove it"},
        Refused{"columns: {a: sensitive\n", "policy:2: not valid YAML, 'end of map flow not found' at column 1"},
        Refused{"columns: a: b\n", "policy:1: not valid YAML, 'illegal map value' at column 11"},
        Refused{"population: \"a\\\xc3\xa9\"\n", "policy:1: not valid YAML, 'unexpected character' at column 17"},
        Refused{"population: \"a\\\x01\"\n",
                "policy:1: not valid YAML, 'unknown escape character: \\x01' at column 17"},
        Refused{"population: &p a\n", "policy:1: anchor 'p' is not accepted; write the value out each time"},
        Refused{"population: *p\n", "policy:1: not valid YAML, 'the referenced anchor is not defined' at column 13"},
        Refused{"population: !!binary aGk=\n", "policy:1: remove the tag 'tag:yaml.org,2002:binary'"},
        Refused{"columns: !mine {}\n", "policy:1: remove the tag '!mine'"},
        Refused{"columns: " + std::string(20, '['),
                "policy:1: lists and maps nest more than 20 levels deep; six are enough"},
        Refused{std::string(1'000'001, ' '), "policy:1: the text has more than 1,000,000 bytes; shorten it"},
        Refused{std::string(900'000, '['), "policy:1: lists and maps nest more than 20 levels deep; six are enough"}));

INSTANTIATE_TEST_SUITE_P(
    Columns, PolicyRefused,
    testing::Values(
        Refused{"columns:", "policy:1: columns must be a map from column names to roles, not empty"},
        Refused{"columns: age", "policy:1: columns must be a map from column names to roles, not 'age'"},
        Refused{"columns: [age]", "policy:1: columns must be a map from column names to roles, not a list"},
        Refused{"columns:\n  a: sensitive\n  b: sensitive\n  a: identifier\n",
                "policy:4: 'a' is named twice, here and on line 2"},
        Refused{"columns: {'': sensitive}", "policy:1: a column has no name; write one before ':'"},
        Refused{"columns:\n  a:\n", "policy:2: column 'a': " + bad_role + "empty"},
        Refused{"columns:\n  a: secret\n", "policy:2: column 'a': " + bad_role + "'secret'"},
        Refused{"columns:\n  a: [sensitive]\n", "policy:2: column 'a': " + bad_role + "a list"},
        Refused{"columns:\n  a: quasi_identifer\n",
                "policy:2: column 'a': " + bad_role + "'quasi_identifer', did you mean 'quasi_identifier'?"},
        Refused{"columns:\n  a: {}\n",
                "policy:2: column 'a': role is missing; accepted are identifier, quasi_identifier, sensitive, "
                "insensitive, dropped"},
        Refused{"columns:\n  a:\n    role: [x]\n", "policy:3: column 'a': " + bad_role + "a list"},
        Refused{"columns:\n  a:\n    role: sensitive\n    role: identifier\n",
                "policy:4: 'role' is named twice, here and on line 3"},
        Refused{
            "columns:\n  a:\n    role: sensitive\n    hierachy: x\n",
            "policy:4: column 'a': unknown key 'hierachy' (accepted: role, hierarchy, guard, weight, max_level, type, "
            "missing), did you mean 'hierarchy'?"},
        Refused{"columns:\n  a: {role: sensitive, hierarchy: }\n",
                "policy:2: column 'a': hierarchy must be the path of a file, not empty"},
        Refused{"columns:\n  a: {role: sensitive, hierarchy: ''}\n",
                "policy:2: column 'a': hierarchy must be the path of a file, not ''"},
        Refused{"columns:\n  a:\n    hierarchy: a.csv\n    role: identifier\n",
                "policy:3: column 'a': an identifier is never released; remove its hierarchy"}));

INSTANTIATE_TEST_SUITE_P(
    Guards, PolicyRefused,
    testing::Values(Refused{"columns:\n  a: {role: quasi_identifier, guard: b}\n  b: identifier\n",
                            "policy:2: column 'a': only a sensitive column has a guard, this one is quasi_identifier"},
                    Refused{"columns:\n  a: {role: sensitive, guard: [b]}\n",
                            "policy:2: column 'a': guard must be the name of a column, not a list"},
                    Refused{"columns:\n  a:\n    role: sensitive\n    guard: a\n",
                            "policy:4: column 'a': guard must be another column of the policy, not 'a'"},
                    Refused{"columns:\n  a: {role: sensitive, guard: nodes}\n  node: identifier\n",
                            "policy:2: column 'a': guard must be another column of the policy, not 'nodes', "
                            "did you mean 'node'?"}));

INSTANTIATE_TEST_SUITE_P(
    Require, PolicyRefused,
    testing::Values(
        Refused{"require:", "policy:1: require must be a list of models, each after '- ', not empty"},
        Refused{"require: k_anonymity(k=5)",
                "policy:1: require must be a list of models, each after '- ', not 'k_anonymity(k=5)'"},
        Refused{"require:\n  k_anonymity: {k: 5}\n",
                "policy:2: require must be a list of models, each after '- ', not a map"},
        Refused{"require:\n  - [k_anonymity]\n",
                "policy:2: a requirement is model(key=value) or model: {key: value}, not a list"},
        Refused{"require:\n  - ~\n", "policy:2: a requirement is model(key=value) or model: {key: value}, not empty"},
        Refused{"require:\n  - {}\n",
                "policy:2: a requirement is model(key=value) or model: {key: value}, not an empty map"},
        Refused{"require:\n  - k_anonymity:\n    k: 5\n",
                "policy:2: a requirement has one key, its model, not 2 ('k_anonymity', 'k'); indent parameters deeper"},
        Refused{"require:\n  - k_anonymity: 5\n",
                "policy:2: the parameters of 'k_anonymity' must be a map such as {k: 5}, not '5'"},
        Refused{"require:\n  - k_anonymity: {k: }\n", "policy:2: 'k_anonymity': 'k' " + bad_value + "empty"},
        Refused{"require:\n  - k_anonymity: {k: []}\n", "policy:2: 'k_anonymity': 'k' " + bad_value + "an empty list"},
        Refused{"require:\n  - k_anonymity: {qid: [[a], b]}\n", "policy:2: 'k_anonymity': 'qid' " + bad_value + "'b'"},
        Refused{"require:\n  - k_anonymity: {qid: [a, [b]]}\n",
                "policy:2: 'k_anonymity': 'qid' " + bad_value + "a list"},
        Refused{"require:\n  - k_anonymity: {qid: [null]}\n", "policy:2: 'k_anonymity': 'qid' " + bad_value + "empty"},
        Refused{"require:\n  - k_anonymity(k=5)\n  - k_anonymity(k=\n",
                "policy:3: requirement 'k_anonymity(k=': column 15: expected a value, found the end"},
        Refused{"require:\n  - k_anonimity: {k: 5}\n",
                "policy:2: unknown privacy model 'k_anonimity', did you mean 'k_anonymity'?"},
        Refused{"require:\n  - k_anonymity(k=0)\n",
                "policy:2: k_anonymity: k must be a whole number of at least 1, not 0"}));

INSTANTIATE_TEST_SUITE_P(
    Population, PolicyRefused,
    testing::Values(Refused{"population:", "policy:1: population must be the path of a file, not empty"},
                    Refused{"population: [a]", "policy:1: population must be the path of a file, not a list"}));

}  // namespace policy_refusal_test
}  // namespace scrim::policy
