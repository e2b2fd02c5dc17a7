#include "kernel/risk/sample_risk.h"
#include "kernel/risk/individual_risk.h"
#include "methods/check/check_table.h"
#include "tests/check/memory_source.h"
#include "tests/rounds.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace scrim::risk {
namespace sample_risk_test {

using checking::Cell;
using checking::MemorySource;

// francdat, sdcMicro's table of 8 records, by its keys 2, 4, 5, 6 and its weight 8 (in tenths: the source holds whole
// numbers).
std::vector<std::vector<Cell>> francdat() {
    return {{"1", "2", "5", "1", "180"}, {"1", "2", "1", "1", "455"},  {"1", "2", "1", "1", "390"},
            {"3", "3", "1", "5", "170"}, {"4", "3", "1", "4", "5410"}, {"4", "3", "1", "1", "80"},
            {"6", "2", "1", "5", "50"},  {"1", "2", "5", "1", "920"}};
}

Table table_of(std::vector<std::string> names, std::vector<std::vector<Cell>> rows) {
    MemorySource source(names, std::move(rows));
    return *source.read(names, no_progress());
}

struct Frequencies {
    std::vector<std::uint64_t> sample;
    std::vector<double> population;
};

// Of each record, in the order of the rows: by the sorted classes that sample_classes() lists.
Frequencies frequencies(const std::vector<std::vector<Cell>>& rows, bool missing_matches = false) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i + 1 < rows[0].size(); ++i) names.push_back("key" + std::to_string(i));
    names.push_back("w");
    const Table table = table_of(names, rows);
    SampleSubject subject{.table = table, .quasi_identifiers = {}, .weight = names.size() - 1};
    for (std::size_t i = 0; i + 1 < names.size(); ++i) subject.quasi_identifiers.push_back(i);
    subject.missing_matches = missing_matches;
    const auto classes = *sample_classes(subject);
    const auto key = [&](std::size_t r) {
        std::vector<Code> codes;
        for (const std::size_t c : subject.quasi_identifiers) codes.push_back(table[c][r]);
        return codes;
    };
    std::map<std::vector<Code>, std::size_t> place;
    for (std::size_t r = 0; r < rows.size(); ++r) place[key(r)] = 0;
    std::size_t next = 0;
    for (auto& [codes, c] : place) c = next++;
    EXPECT_EQ(next, classes.size());
    Frequencies found;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        found.sample.push_back(classes[place[key(r)]].sample);
        found.population.push_back(classes[place[key(r)]].population);
    }
    return found;
}

// The slow, obvious twin: every pair of records.
Frequencies by_pairs(const std::vector<std::vector<Cell>>& rows, bool missing_matches) {
    Frequencies found;
    for (const auto& a : rows) {
        found.sample.push_back(0);
        found.population.push_back(0);
        for (const auto& b : rows) {
            bool agree = true;
            for (std::size_t i = 0; i + 1 < a.size(); ++i)
                agree &= a[i] == b[i] || (missing_matches && (!a[i] || !b[i]));
            if (!agree) continue;
            ++found.sample.back();
            found.population.back() += std::stod(*b.back());
        }
    }
    return found;
}

// sdcMicro 5.7.9, reference page of freqCalc.
TEST(SampleRisk, FrequenciesOfSdcMicrosTable) {
    const Frequencies found = frequencies(francdat());
    EXPECT_EQ(found.sample, (std::vector<std::uint64_t>{2, 2, 2, 1, 1, 1, 1, 2}));
    EXPECT_EQ(found.population, (std::vector<double>{1100, 845, 845, 170, 5410, 80, 50, 1100}));
}

TEST(SampleRisk, MissingValuesOfSdcMicrosTableMatchAnything) {
    auto rows = francdat();
    rows[2][2] = rows[3][0] = rows[3][1] = rows[4][3] = rows[5][0] = std::nullopt;
    const Frequencies found = frequencies(rows, true);
    EXPECT_EQ(found.sample, (std::vector<std::uint64_t>{3, 2, 4, 3, 3, 2, 2, 3}));
    EXPECT_EQ(found.population, (std::vector<double>{1490, 845, 1945, 5630, 5660, 5490, 220, 1490}));
}

// Three records alike, two alike, three alone: 3, 1, 3, 1, 2, 2, 1, 3. With gaps the third record may also be the
// fourth, and the fourth the third: 3, 1, 4, 2, 2, 2, 1, 3.
TEST(SampleRisk, GapsJoinTwoRecordsAndNobodyElse) {
    std::vector<std::vector<Cell>> rows = {
        {"1", "2", "5", "1", "1"}, {"1", "2", "1", "2", "1"}, {"1", "2", "5", "1", "1"}, {"3", "3", "1", "1", "1"},
        {"4", "3", "1", "4", "1"}, {"4", "3", "1", "4", "1"}, {"6", "2", "1", "5", "1"}, {"1", "2", "5", "1", "1"}};
    EXPECT_EQ(frequencies(rows).sample, (std::vector<std::uint64_t>{3, 1, 3, 1, 2, 2, 1, 3}));
    rows[2][2] = rows[3][0] = rows[3][1] = std::nullopt;
    EXPECT_EQ(frequencies(rows, true).sample, (std::vector<std::uint64_t>{3, 1, 4, 2, 2, 2, 1, 3}));
}

TEST(SampleRisk, FrequenciesAreThoseOfAllPairs) {
    std::mt19937 random(17);
    for (int round = 0; round < rounds(60); ++round) {
        std::vector<std::vector<Cell>> rows(1 + random() % 12, std::vector<Cell>(4));
        for (auto& row : rows) {
            for (std::size_t i = 0; i < 3; ++i)
                if (random() % 4) row[i] = std::to_string(random() % 3);
            row[3] = std::to_string(1 + random() % 9);
        }
        for (const bool matches : {false, true}) {
            const Frequencies found = frequencies(rows, matches), expected = by_pairs(rows, matches);
            ASSERT_EQ(found.sample, expected.sample) << round;
            ASSERT_EQ(found.population, expected.population) << round;
        }
    }
}

// sdcMicro 5.7.9, reference page of indivRisk.
TEST(IndividualRisk, SdcMicrosTable) {
    const double expected[] = {0.01714426, 0.02204233, 0.02204233, 0.17707583,
                               0.01165448, 0.29706308, 0.40235948, 0.01714426};
    const Frequencies found = frequencies(francdat());
    for (std::size_t r = 0; r < 8; ++r)
        EXPECT_NEAR(individual_risk(found.sample[r], found.population[r] / 10), expected[r], 5e-9) << r;
}

// E[1 / people], term by term: a negative binomial number of people, of whom f are in the sample.
double by_expectation(std::uint64_t f, double F) {
    const long double p = static_cast<long double>(f) / F, q = 1 - p;
    long double probability = std::pow(p, static_cast<long double>(f)), sum = 0;
    for (std::uint64_t people = f; people < f + 400000; ++people) {
        sum += probability / static_cast<long double>(people);
        probability *= q * static_cast<long double>(people) / static_cast<long double>(people + 1 - f);
        if (people > 4 * F && probability < 1e-22L) break;
    }
    return static_cast<double>(sum);
}

TEST(IndividualRisk, IsTheExpectedShareOfThePeople) {
    for (const std::uint64_t f : {1, 2, 3, 4, 7, 20, 39, 40, 41, 90})
        for (const double p : {0.9999, 0.7, 0.5, 0.2, 0.11, 0.1, 0.0999, 0.03, 0.005}) {
            const double F = static_cast<double>(f) / p, expected = by_expectation(f, F);
            EXPECT_NEAR(individual_risk(f, F) / expected, 1, 1e-10) << f << " of " << F;
        }
}

TEST(IndividualRisk, WhoeverIsInTheSampleIsInThePopulation) {
    for (const std::uint64_t f : {1, 2, 5, 100}) {
        EXPECT_DOUBLE_EQ(individual_risk(f, static_cast<double>(f)), 1 / static_cast<double>(f));
        EXPECT_DOUBLE_EQ(individual_risk(f, 0.5), 1 / static_cast<double>(f));
        EXPECT_NEAR(individual_risk(f, static_cast<double>(f) * (1 + 1e-12)), 1 / static_cast<double>(f), 1e-9);
    }
}

TEST(IndividualRisk, TheApproximationIsCloseForLargeClasses) {
    EXPECT_DOUBLE_EQ(approximate_individual_risk(2, 50), individual_risk(2, 50));
    EXPECT_NEAR(approximate_individual_risk(5, 50), 0.1 / 4.1, 1e-15);
    EXPECT_NEAR(approximate_individual_risk(200, 5000) / individual_risk(200, 5000), 1, 1e-3);
}

SampleReport measured(const SampleSubject& subject) { return *measure_sample(subject, Ratio(1, 5)); }

TEST(SampleRisk, GlobalRiskIsTheMeanAndTheRiskiestComeFirst) {
    const Table table = table_of({"a", "b", "c", "d", "w"}, francdat());
    const SampleReport report = measured({.table = table, .quasi_identifiers = {0, 1, 2, 3}, .weight = 4});
    double sum = 0;
    const Frequencies found = frequencies(francdat());
    for (std::size_t r = 0; r < 8; ++r) sum += individual_risk(found.sample[r], found.population[r]);
    EXPECT_NEAR(report.individual.expected, sum, 1e-12);
    EXPECT_NEAR(report.individual.average, sum / 8, 1e-12);
    EXPECT_EQ(report.members, 8u);
    EXPECT_EQ(report.population, 7655);
    ASSERT_EQ(report.riskiest.size(), 6u);
    EXPECT_EQ(report.riskiest[0].values[0].second, "6");
    EXPECT_EQ(report.riskiest[0].population, 50);
    EXPECT_FALSE(report.household);
}

// Two records alone (risk 1), four of a class of four (1/4), without weights.
TEST(SampleRisk, HouseholdIsFoundWhenAnyMemberIs) {
    const Table table =
        table_of({"age", "home"}, {{"1", "x"}, {"2", "y"}, {"3", "y"}, {"3", "z"}, {"3", "z"}, {"3", std::nullopt}});
    const SampleReport report = measured({.table = table, .quasi_identifiers = {0}, .household = 1});
    ASSERT_TRUE(report.household);
    EXPECT_EQ(report.household->households, 4u);
    const double z = 1 - 0.75 * 0.75;
    EXPECT_EQ(report.household->risk.highest, 1);
    EXPECT_NEAR(report.household->risk.expected, 1 + 1 + 1 + z + z + 0.25, 1e-12);
    EXPECT_EQ(report.household->risk.at_risk, 6u);
    EXPECT_NEAR(report.individual.expected, 3, 1e-12) << "two alone, and one of the four";
}

// Ann has three records and lives with Bob; a class of hers has nobody else.
TEST(SampleRisk, CountsPeopleNotRecords) {
    const Table table = table_of({"age", "who", "w", "home"}, {{"1", "ann", "10", "h"},
                                                               {"1", "ann", "10", "h"},
                                                               {"2", "ann", "10", "h"},
                                                               {"2", "bob", "30", "h"},
                                                               {"2", "cid", "20", "g"}});
    const SampleSubject subject{.table = table, .quasi_identifiers = {0}, .weight = 2, .person = 1, .household = 3};
    const auto classes = *sample_classes(subject);
    ASSERT_EQ(classes.size(), 2u);
    EXPECT_EQ(classes[0].sample, 1u);
    EXPECT_EQ(classes[0].population, 10);
    EXPECT_EQ(classes[1].sample, 3u);
    EXPECT_EQ(classes[1].population, 60);
    const SampleReport report = measured(subject);
    const double alone = individual_risk(1, 10), of_three = individual_risk(3, 60);
    EXPECT_EQ(report.members, 3u);
    EXPECT_EQ(report.population, 60);
    EXPECT_NEAR(report.individual.expected, alone + 2 * of_three, 1e-12);
    const double home = 1 - (1 - alone) * (1 - of_three);
    EXPECT_NEAR(report.household->risk.expected, 2 * home + of_three, 1e-12);
}

std::string refused(std::vector<std::vector<Cell>> rows, bool people = false) {
    const Table table = table_of({"age", "who", "w"}, std::move(rows));
    SampleSubject subject{.table = table, .quasi_identifiers = {0}, .weight = 2};
    if (people) subject.person = 1;
    const auto report = measure_sample(subject, Ratio(1, 5));
    return report ? "" : report.error().message;
}

TEST(SampleRisk, RefusesWeightsThatAreNone) {
    EXPECT_EQ(refused({{"1", "a", "2"}, {"1", "b", "0"}}),
              "the sampling weight 'w' must be a number greater than 0 in every record, not 0");
    EXPECT_EQ(refused({{"1", "a", "2"}, {"1", "b", "-3"}}),
              "the sampling weight 'w' must be a number greater than 0 in every record, not -3");
    EXPECT_EQ(refused({{"1", "a", "2"}, {"1", "b", std::nullopt}}),
              "the sampling weight 'w' must be a number greater than 0 in every record, and is missing in some");
    EXPECT_EQ(refused({{"1", "a", "2"}, {"1", "b", "many"}}),
              "the sampling weight 'w' must be a number greater than 0 in every record, not '2'");
    EXPECT_EQ(refused({{"1", "a", "2"}, {"2", "a", "3"}}, true),
              "the sampling weight 'w' must be the same in all records of a person; 'a' has 2 and 3");
}

TEST(SampleRisk, CheckMeasuresItWhereThePolicyNamesAColumn) {
    CheckRequest request;
    request.policy = *parse_policy(
        "columns: {a: quasi_identifier, b: dropped, c: dropped, d: dropped, w: dropped}\n"
        "sample_weight: w\n");
    MemorySource table({"a", "b", "c", "d", "w"}, francdat());
    auto report = checking::check_table({table}, request, no_progress());
    ASSERT_TRUE(report) << report.error().message;
    ASSERT_TRUE(report->sample);
    EXPECT_EQ(report->sample->weight, "w");
    request.policy.sample_weight = "weight";
    report = checking::check_table({table}, request, no_progress());
    ASSERT_FALSE(report);
    EXPECT_NE(report.error().message.find("'weight'"), std::string::npos) << report.error().message;
    request.policy.sample_weight.clear();
    EXPECT_FALSE(checking::check_table({table}, request, no_progress())->sample);
}

// Each of the four records stands for 20: as weights of 20 would say.
TEST(SampleRisk, AFractionIsAWeightThatAllShare) {
    const Table table = table_of({"a", "w"}, {{"1", "20"}, {"2", "20"}, {"2", "20"}, {"3", "20"}});
    const SampleReport by_weight =
        *measure_sample({.table = table, .quasi_identifiers = {0}, .weight = 1}, Ratio(1, 5));
    const SampleReport by_fraction =
        *measure_sample({.table = table, .quasi_identifiers = {0}, .fraction = 0.05}, Ratio(1, 5));
    EXPECT_DOUBLE_EQ(by_fraction.population, 80);
    EXPECT_DOUBLE_EQ(by_fraction.individual.expected, by_weight.individual.expected);
    ASSERT_TRUE(by_fraction.uniques);
    EXPECT_EQ(by_fraction.uniques->sample_uniques, 2u);
    EXPECT_EQ(by_fraction.uniques->estimates[0].uniques, by_weight.uniques->estimates[0].uniques);
    EXPECT_FALSE(measure_sample({.table = table, .quasi_identifiers = {0}}, Ratio(1, 5))->uniques);
}

// Where classes do not divide the people among them, the estimates have no meaning.
TEST(SampleRisk, UniquesOfClassesThatOverlapAreNotEstimated) {
    const Table table = table_of({"a", "p"}, {{"1", "x"}, {"2", "x"}, {"2", "y"}});
    SampleSubject subject{.table = table, .quasi_identifiers = {0}, .fraction = 0.1, .person = 1};
    EXPECT_EQ(measure_sample(subject, Ratio(1, 5))->no_uniques, "some people have records in several classes");
    subject.person.reset();
    EXPECT_TRUE(measure_sample(subject, Ratio(1, 5))->uniques);
    subject.missing_matches = true;
    EXPECT_EQ(measure_sample(subject, Ratio(1, 5))->no_uniques, "missing values match anything, so classes overlap");
}

TEST(SampleRisk, RefusesFractionsThatAreNone) {
    CheckRequest request;
    request.policy = *parse_policy("columns: {a: quasi_identifier, w: insensitive}\n");
    MemorySource table({"a", "w"}, {{"1", "2"}, {"1", "3"}});
    const auto refused_fraction = [&](const std::string& fraction) {
        request.policy.sampling_fraction = fraction;
        const auto report = checking::check_table({table}, request, no_progress());
        return report ? "" : report.error().message;
    };
    for (const char* fraction : {"0", "-1%", "101%", "some"})
        EXPECT_EQ(refused_fraction(fraction),
                  std::string("sampling_fraction must be a share such as 1%, above 0% and up to 100%, not '") +
                      fraction + "'");
    EXPECT_EQ(refused_fraction("100%"), "");
    request.policy.sample_weight = "w";
    EXPECT_EQ(refused_fraction("1%"),
              "give sample_weight or sampling_fraction, not both: the weights say what was drawn");
}

}  // namespace sample_risk_test
}  // namespace scrim::risk
