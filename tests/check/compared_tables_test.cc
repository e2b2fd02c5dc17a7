// A release beside its original: which values the labels of both mean, and what is refused.
#include "kernel/compare/expected_count.h"
#include "methods/check/check_table.h"
#include "tests/check/memory_source.h"

#include <gtest/gtest.h>

namespace scrim::checking {
namespace compared_tables_test {

using Rows = std::vector<std::vector<Cell>>;

Policy policy_of(const std::vector<std::string>& quasi_identifiers, const std::vector<std::string>& sensitive) {
    Policy policy;
    for (const auto& name : quasi_identifiers) policy.columns.push_back({.name = name, .role = Role::quasi_identifier});
    for (const auto& name : sensitive) policy.columns.push_back({.name = name, .role = Role::sensitive});
    return policy;
}

Result<compare::Comparison> compared(const std::vector<std::string>& columns, const Rows& release, const Rows& original,
                                     const hierarchy::Hierarchies& hierarchies = {}) {
    MemorySource releases(columns, release), originals(columns, original);
    const Tuples one = *releases.read_tuples(columns, 0, no_progress());
    const Tuples other = *originals.read_tuples(columns, 0, no_progress());
    return compared_tables(weighted(one), weighted(other), columns, policy_of(columns, {}), columns.back(),
                           hierarchies);
}

std::vector<std::string> values_of(const compare::Attribute& attribute) {
    std::vector<std::string> values;
    for (Code code = 0; code < attribute.domain().size(); ++code) values.push_back(attribute.domain().label(code));
    return values;
}

// Table III of the survey: "the expected count 2 · 1/5 = 0.4 from the generalized table".
TEST(ComparedTables, expect_the_count_of_the_survey_from_its_table) {
    const Rows original = {{"36", "Flu"}, {"38", "Flu"}, {"38", "Heart"}, {"38", "Heart"}, {"30", "HIV"}};
    const Rows release = {
        {"[35-40)", "Flu"}, {"[35-40)", "Flu"}, {"[35-40)", "Heart"}, {"[35-40)", "Heart"}, {"[30-35)", "HIV"}};
    const auto comparison = compared({"age", "disease"}, release, original);
    ASSERT_TRUE(comparison) << comparison.error().message;
    const Domain &ages = comparison->attributes[0].domain(), &diseases = comparison->attributes[1].domain();
    EXPECT_EQ(values_of(comparison->attributes[0]),
              (std::vector<std::string>{"30", "31", "32", "33", "34", "35", "36", "37", "38", "39"}));
    const compare::CountQuery query = {{0, {Span::of(*ages.find("38"))}}, {1, {Span::of(*diseases.find("Heart"))}}};
    EXPECT_NEAR(compare::expected_count(comparison->release, query), 0.4, 1e-12);
    EXPECT_EQ(compare::expected_count(comparison->original, query), 2);
    EXPECT_EQ(comparison->target, 1u);
    EXPECT_TRUE(comparison->attributes[0].quasi_identifier);
}

TEST(ComparedTables, know_numbers_that_only_the_release_has) {
    const auto whole = compared({"n"}, {{"7"}, {"12"}}, {{"9"}, {"11"}});
    ASSERT_TRUE(whole) << whole.error().message;
    EXPECT_EQ(values_of(whole->attributes[0]), (std::vector<std::string>{"7", "8", "9", "10", "11", "12"}));
    EXPECT_EQ(whole->release.span(0, 0), Span::of(0));
    EXPECT_EQ(whole->original.span(0, 0), Span::of(2));
    const auto decimal = compared({"n"}, {{"8.5"}, {"[9, 9.5]"}}, {{"9"}, {"10"}});
    ASSERT_TRUE(decimal) << decimal.error().message;
    EXPECT_EQ(decimal->attributes[0].domain().size(), 16u) << "tenths from 8.5 to 10";
    EXPECT_EQ(decimal->release.span(0, 1), (Span{5, 11}));
    // Too many between for each to be a value.
    const auto far = compared({"n"}, {{"1000001"}}, {{"1"}, {"5"}});
    ASSERT_TRUE(far);
    EXPECT_EQ(values_of(far->attributes[0]), (std::vector<std::string>{"1", "5", "1000001"}));
}

TEST(ComparedTables, take_leaves_of_the_hierarchy_and_other_numbers_beside_them) {
    hierarchy::Hierarchies hierarchies;
    hierarchies["n"] = std::make_shared<const hierarchy::Hierarchy>(
        *hierarchy::Hierarchy::from_paths({{"1", "low", "*"}, {"2", "low", "*"}, {"9", "high", "*"}}));
    const auto generalized = compared({"n"}, {{"low"}, {"9"}}, {{"1"}, {"9"}}, hierarchies);
    ASSERT_TRUE(generalized) << generalized.error().message;
    EXPECT_EQ(generalized->attributes[0].domain().size(), 3u);
    EXPECT_TRUE(generalized->attributes[0].column.from_file);
    const auto perturbed = compared({"n"}, {{"3"}, {"8"}}, {{"1"}, {"9"}}, hierarchies);
    ASSERT_TRUE(perturbed) << perturbed.error().message;
    EXPECT_EQ(perturbed->attributes[0].domain().size(), 9u);
    EXPECT_FALSE(perturbed->attributes[0].column.from_file);
    EXPECT_FALSE(compared({"n"}, {{"middle"}}, {{"1"}, {"9"}}, hierarchies));
}

TEST(ComparedTables, take_a_null_that_the_original_lacks_for_a_suppressed_cell) {
    const auto suppressed = compared({"l"}, {{"a"}, {std::nullopt}, {"*"}}, {{"a"}, {"b"}});
    ASSERT_TRUE(suppressed) << suppressed.error().message;
    for (std::size_t row = 0; row < 3; ++row)
        EXPECT_TRUE(suppressed->release.span(0, row) == Span::of(0) ||
                    suppressed->release.span(0, row) == (Span{0, 2}));
    const auto known = compared({"l"}, {{std::nullopt}}, {{"a"}, {std::nullopt}});
    ASSERT_TRUE(known);
    EXPECT_EQ(known->release.span(0, 0), Span::of(1));
}

TEST(ComparedTables, name_what_they_cannot_compare) {
    const auto unknown = compared({"l"}, {{"a"}, {"c"}}, {{"a"}, {"b"}});
    ASSERT_FALSE(unknown);
    EXPECT_NE(unknown.error().message.find("'c' is unknown to the original table"), std::string::npos);
    const auto generalized = compared({"n"}, {{"1"}}, {{"[1, 2]"}, {"2"}});
    ASSERT_FALSE(generalized);
}

CheckReport checked(MemorySource release, MemorySource original, const Policy& policy, CheckSources extra) {
    CheckRequest request;
    request.policy = policy;
    const auto report = check_table({release, &original, nullptr, extra.workload}, request, no_progress());
    if (!report) throw std::runtime_error(report.error().message);
    return *report;
}

TEST(ComparedTables, are_measured_by_check_though_values_are_perturbed) {
    MemorySource original({"x", "y", "d"}, {{"1", "2", "a"}, {"3", "4", "b"}, {"5", "7", "a"}});
    MemorySource perturbed({"x", "y", "d"}, {{"2", "2", "a"}, {"3", "5", "b"}, {"6", "6", "a"}});
    const CheckReport report = checked(perturbed, original, policy_of({"x", "y"}, {"d"}), {perturbed});
    EXPECT_NE(report.metrics_warning.find("unknown to the original table"), std::string::npos);
    EXPECT_EQ(report.comparison_warning, "");
    std::vector<std::string> names;
    for (const MetricReport& metric : report.metrics) names.push_back(metric.name);
    for (const char* name : {"k_marginal", "correlation_deviation", "eigenvalue_deviation", "il1s", "classifier"})
        EXPECT_NE(std::find(names.begin(), names.end(), name), names.end()) << name;
    EXPECT_EQ(std::find(names.begin(), names.end(), "query_error"), names.end()) << "no workload was handed in";
}

TEST(ComparedTables, are_counted_by_the_workload_that_is_handed_in) {
    MemorySource table({"x", "d"}, {{"1", "a"}, {"3", "b"}, {"5", "a"}});
    const auto one_query =
        [](std::span<const compare::Attribute> attributes) -> Result<std::vector<compare::CountQuery>> {
        EXPECT_EQ(attributes.size(), 2u);
        return std::vector<compare::CountQuery>{{{0, {{0, 1}}}}};
    };
    const CheckReport report = checked(table, table, policy_of({"x"}, {"d"}), {table, nullptr, nullptr, one_query});
    const auto found = std::find_if(report.metrics.begin(), report.metrics.end(),
                                    [](const MetricReport& metric) { return metric.name == "query_error"; });
    ASSERT_NE(found, report.metrics.end());
    EXPECT_EQ(found->value, 0);
    CheckRequest alone;
    alone.policy = policy_of({"x"}, {"d"});
    alone.workload = "random";
    const auto refused = check_table({table}, alone, no_progress());
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("counted in the original"), std::string::npos);
}

}  // namespace compared_tables_test
}  // namespace scrim::checking
