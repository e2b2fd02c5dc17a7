#include "kernel/core/json.h"
#include "methods/check/check_table.h"
#include "tests/check/memory_source.h"

#include <gtest/gtest.h>

namespace scrim::checking {
namespace check_test {

Policy policy_of(std::vector<std::string> quasi_identifiers, std::vector<std::string> sensitive) {
    Policy policy;
    for (auto& name : quasi_identifiers) policy.columns.push_back({.name = name, .role = Role::quasi_identifier});
    for (auto& name : sensitive) policy.columns.push_back({.name = name, .role = Role::sensitive});
    return policy;
}

MemorySource people() {
    return MemorySource({"age", "sex", "disease"}, {{"30", "f", "flu"},
                                                    {"30", "f", "flu"},
                                                    {"30", "f", "hiv"},
                                                    {"41", "m", "flu"},
                                                    {"41", "m", "cold"},
                                                    {std::nullopt, "m", "cold"}});
}

CheckReport checked(MemorySource table, CheckRequest request, MemorySource* original = nullptr,
                    MemorySource* population = nullptr) {
    auto report = check_table({table, original, population}, request, no_progress());
    if (!report) throw std::runtime_error(report.error().message);
    return *report;
}

std::string refused(MemorySource table, CheckRequest request) {
    auto report = check_table({table}, request, no_progress());
    return report ? "" : report.error().message;
}

TEST(Check, CountsRowsClassesAndSizes) {
    CheckRequest request;
    request.policy = policy_of({"age", "sex"}, {"disease"});
    const CheckReport report = checked(people(), request);
    EXPECT_EQ(report.rows, 6u);
    EXPECT_EQ(report.classes, 3u);
    EXPECT_EQ(report.class_sizes, (std::vector<std::pair<std::uint64_t, std::uint64_t>>{{1, 1}, {2, 1}, {3, 1}}));
    EXPECT_EQ(report.risks.prosecutor_highest.exact, "1");
    EXPECT_EQ(report.risks.prosecutor_average.exact, "1/2");
    EXPECT_EQ(report.risks.prosecutor_at_risk, 6u) << "every class has fewer than five records";
    EXPECT_EQ(report.risks.sample_uniques, 1u);
}

TEST(Check, LetsMissingValuesMatchWhenAsked) {
    CheckRequest request;
    request.policy = policy_of({"age", "sex"}, {"disease"});
    request.null_matches = true;
    const CheckReport report = checked(people(), request);
    EXPECT_EQ(report.risks.sample_uniques, 0u) << "the man of unknown age may be any man";
    EXPECT_EQ(report.risks.prosecutor_highest.exact, "1/3");
}

TEST(Check, MeasuresJournalistRiskAgainstAPopulation) {
    CheckRequest request;
    request.policy = policy_of({"age", "sex"}, {});
    MemorySource table({"age", "sex"}, {{"30", "f"}, {"41", "m"}});
    MemorySource population({"age", "sex"},
                            {{"30", "f"}, {"30", "f"}, {"30", "f"}, {"41", "m"}, {"41", "m"}, {"50", "m"}});
    const CheckReport report = checked(std::move(table), request, nullptr, &population);
    EXPECT_EQ(report.risks.journalist_highest.exact, "1/2");
    EXPECT_NEAR(report.risks.marketer.value, (1.0 / 3 + 1.0 / 2) / 2, 1e-12);
    EXPECT_EQ(report.risks.population_uniques, 0u);
}

TEST(Check, DecidesRequirements) {
    CheckRequest request;
    request.policy = policy_of({"sex"}, {"disease"});
    request.policy.columns.push_back({.name = "age", .role = Role::insensitive});
    request.policy.require = {*parse_requirement("k_anonymity(k=3)"), *parse_requirement("l_diversity_distinct(l=3)")};
    const CheckReport report = checked(people(), request);
    ASSERT_EQ(report.requirements.size(), 2u);
    EXPECT_TRUE(report.requirements[0].holds);
    EXPECT_FALSE(report.requirements[1].holds);
    EXPECT_EQ(report.requirements[1].failing_classes, 2u);
    EXPECT_FALSE(report.holds());
}

TEST(Check, RequiresWhatItCannotMeasureInVain) {
    CheckRequest request;
    request.policy = policy_of({"age", "sex"}, {"disease"});
    request.policy.require = {*parse_requirement("k_map(k=2)")};
    EXPECT_FALSE(checked(people(), request).holds()) << "no population was given: not decided, so not held";
}

TEST(Check, ReportsEachSensitiveAttributeAndTheWorst) {
    CheckRequest request;
    request.policy = policy_of({"sex"}, {"disease", "age"});
    const Json json = Json::parse(to_json(checked(people(), request)));
    const Json& distinct = json["models"]["l_diversity_distinct"];
    EXPECT_EQ(distinct["reached"]["l"]["value"], 1) << "all women are 30";
    EXPECT_EQ(distinct["sensitive"], "age");
    EXPECT_EQ(distinct["by_attribute"]["disease"]["reached"]["l"]["value"], 2);
    EXPECT_EQ(distinct["by_attribute"]["age"]["reached"]["l"]["value"], 1);
}

TEST(Check, RefusesUnclassifiedAndMissingColumns) {
    CheckRequest request;
    request.policy = policy_of({"age"}, {"disease"});
    EXPECT_NE(refused(people(), request).find("no role is given for 'sex'"), std::string::npos);
    request.policy = policy_of({"age", "sex", "zip"}, {"disease"});
    EXPECT_NE(refused(people(), request).find("has no column 'zip'"), std::string::npos);
    request.policy = policy_of({}, {"age", "sex", "disease"});
    EXPECT_NE(refused(people(), request).find("no quasi-identifier"), std::string::npos);
    request.policy = policy_of({"age", "sex"}, {"disease"});
    request.risk_threshold = "1.5";
    EXPECT_NE(refused(people(), request).find("between 0 and 1"), std::string::npos);
    request.risk_threshold = "0.2";
    request.policy.require = {*parse_requirement("k_anonymity(k=2, qid=[[age], [zipp]])")};
    EXPECT_NE(refused(people(), request).find("has no column 'zipp'"), std::string::npos);
}

TEST(Check, LetsAReleaseDropIdentifiers) {
    CheckRequest request;
    request.policy = policy_of({"age", "sex"}, {"disease"});
    request.policy.columns.push_back({.name = "name", .role = Role::identifier});
    EXPECT_EQ(checked(people(), request).rows, 6u);
}

TEST(Check, MeasuresUtilityBesideTheOriginal) {
    MemorySource original({"age"}, {{"30"}, {"31"}, {"32"}, {"33"}, {"34"}});
    MemorySource release({"age"}, {{"[30, 31]"}, {"[30, 31]"}, {"[32, 34]"}, {"[32, 34]"}});  // one record suppressed
    CheckRequest request;
    request.policy = policy_of({"age"}, {});
    const CheckReport report = checked(std::move(release), request, &original);
    for (const MetricReport& metric : report.metrics)
        if (metric.name == "ncp") {
            EXPECT_NEAR(metric.value, (0.25 + 0.25 + 0.5 + 0.5 + 1) / 5, 1e-12);
        }
    MemorySource wrong({"age"}, {{"[99, 120]"}});
    const CheckReport without = checked(std::move(wrong), request, &original);
    EXPECT_NE(without.metrics_warning.find("'[99, 120]'"), std::string::npos) << without.metrics_warning;
    for (const MetricReport& metric : without.metrics) EXPECT_NE(metric.name, "ncp");
}

TEST(Check, StopsWhenAsked) {
    struct Stopped final : Progress {
        bool cancelled() const override { return true; }
    } stopped;
    MemorySource table = people();
    CheckRequest request;
    request.policy = policy_of({"age", "sex"}, {"disease"});
    const auto report = check_table({table}, request, stopped);
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().kind, Error::Kind::cancelled);
}

}  // namespace check_test
}  // namespace scrim::checking
