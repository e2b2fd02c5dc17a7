// Check: how safe is this table? Measures any table, raw or anonymized, ours or another tool's.
//
//   CheckRequest request;
//   request.table.path = "patients.csv";
//   request.policy = *read_policy("policy.yaml");
//   Result<CheckReport> report = check(request, no_progress());
//   if (report) std::cout << to_text(*report);
#pragma once

#include "scrim/input.h"
#include "scrim/policy.h"
#include "scrim/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#pragma GCC visibility push(default)
namespace scrim {

struct CheckRequest {
    TableInput table;
    Policy policy;
    std::optional<TableInput> original;    // the table before anonymization: adds the utility metrics
    std::optional<TableInput> population;  // the people it was drawn from; overrides the policy's
    std::string target;                    // the column a classifier would predict; default: the first sensitive one
    std::string workload;                  // count queries for query_error: a file, or random(…); needs the original
    std::string risk_threshold = "0.2";    // a record is at risk when its risk is greater
    std::uint32_t suda = 0;                // SUDA scores by sets of up to so many quasi-identifiers; 0 for none
    bool null_matches = false;             // NULL and "*" match anything instead of being values of their own
};

// A number as a decimal and, where it is an exact fraction, in full: 0.428571 and "3/7".
struct Exact {
    double value = 0;
    std::string exact;  // "" when the decimal is all there is
};

struct ClassReport {
    std::vector<std::pair<std::string, std::optional<std::string>>>
        values;  // column and printed value, nothing for NULL
    std::uint64_t records = 0;
};

struct LevelReport {
    std::string parameter;
    Exact level;            // infinite when no finite value holds, or, with `any`, every value
    bool any = false;       // every value holds
    bool whole = false;     // a count, not a fraction
    bool strict = false;    // holds for anything better than the level, not for the level itself
    std::string attribute;  // the sensitive attribute it is worst for, "" for models that ask for none
    std::optional<ClassReport> worst;
};

struct ModelReport {
    std::string name;
    std::string title;
    std::string not_applicable;                // why it was not measured, "" when it was
    std::vector<Requirement::Argument> given;  // parameters chosen, not measured
    std::vector<LevelReport> levels;           // over all sensitive attributes
    std::vector<std::pair<std::string, std::vector<LevelReport>>> by_attribute;  // where there are several
    std::vector<std::pair<std::string, std::string>> skipped;  // sensitive attributes it could not be asked of, and why
};

struct RequirementReport {
    std::string requirement;  // k_anonymity(k=5)
    bool holds = false;
    bool undecided = false;                    // neither holds nor fails, as far as can be told; `reason` says why
    std::vector<LevelReport> levels;           // reached, with the parameters chosen in the requirement
    std::vector<Requirement::Argument> given;  // those parameters
    std::string reason;                        // why not
    std::uint64_t failing_classes = 0;         // over all groupings that the model asks about
    std::uint64_t failing_records = 0;         // or people; in the grouping that has most of them
};

struct RiskReport {
    Exact threshold;
    Exact prosecutor_highest, prosecutor_average;
    std::uint64_t prosecutor_at_risk = 0;
    Exact journalist_highest, journalist_average;
    std::uint64_t journalist_at_risk = 0;
    bool journalist_has_population = false;  // otherwise the table itself is taken for the population
    Exact marketer;
    std::uint64_t sample_uniques = 0;
    std::optional<std::uint64_t> population_uniques;  // sample uniques that are alone in the population too
};

// The risks of people, or of records where these are counted.
struct SampleRisk {
    double highest = 0, average = 0;
    double expected = 0;  // how many are expected to be re-identified: the sum of the risks
    std::uint64_t at_risk = 0;
};

struct HouseholdRisk {
    std::string column;
    std::uint64_t households = 0;
    SampleRisk risk;  // of members: that anybody of their household is re-identified
};

struct RiskyClass {
    std::vector<std::pair<std::string, std::optional<std::string>>> values;  // as in ClassReport
    std::uint64_t sample = 0;                                                // records, or people
    double population = 0;                                                   // whom they stand for
    double risk = 0;
};

// How many people of the population are alone with their values, by one model of it.
struct UniquesEstimate {
    std::string name;               // zayatz, snb, pitman
    std::optional<double> uniques;  // nothing where the model does not fit; `reason` says why
    std::string reason = {};
    std::vector<std::pair<std::string, double>> parameters = {};  // of the model as it was fitted
};

struct PopulationUniques {
    double fraction = 0;               // of the population that is in the sample
    std::uint64_t sample_uniques = 0;  // people, or records, who are alone in the sample
    std::vector<UniquesEstimate> estimates;
    std::string recommended;  // the estimate that Dankar's rule takes
};

// Where a policy names the sampling weight or fraction, or the household: estimates of the risk in a sample.
struct SampleReport {
    std::string weight;              // its column; "" for none
    bool drawn = false;              // by weight or fraction; otherwise the table itself is taken for the population
    std::uint64_t members = 0;       // people, or records
    double population = 0;           // whom these stand for: the sum of their weights
    SampleRisk individual;           // Benedetti-Franconi; its average is the global risk
    double approximate_average = 0;  // the same by the usual approximation
    std::optional<HouseholdRisk> household;
    std::vector<RiskyClass> riskiest;  // classes of the highest risk, the worst first
    std::optional<PopulationUniques> uniques;
    std::string no_uniques;  // why they were not estimated, though it is known how the sample was drawn
};

// How likely is a match in the population right? For all who are alone in the sample, and for the highest score.
struct DisReport {
    double match = 0;    // DIS: the share of the population's matches with sample uniques that are right
    double highest = 0;  // DIS-SUDA: that of the highest score alone
};

// Where it is asked for: records that are alone by few of their values (minimal sample uniques, MSUs).
struct SudaReport {
    std::uint64_t largest = 0;         // columns of the largest sets that were looked at
    std::uint64_t special = 0;         // people, or records, that have an MSU
    double highest = 0;                // score
    std::vector<std::uint64_t> sizes;  // how many MSUs have 1, 2, … columns
    std::vector<std::pair<std::string, double>>
        columns;  // each one's share of all scores: an MSU counts for all its columns
    std::vector<std::pair<std::string, std::optional<std::string>>> worst;  // values of the highest score
    std::optional<DisReport> dis;  // where it is known how the sample was drawn
};

// Somebody is singled out by columns when nobody else has the same values there: whoever knows those values knows the
// person's record, whatever k is. Insensitive and sensitive columns are released as they are, so they are watched.
struct ExactColumn {
    std::string name;
    Role role = Role::insensitive;
    bool accepted = false;                     // by the policy, as it is
    std::uint64_t alone = 0;                   // people singled out by this column
    std::uint64_t with_quasi_identifiers = 0;  // by it and the quasi-identifiers, as they are printed
};

struct ExactReport {
    std::uint64_t people = 0;          // of the table; its records, where these are counted
    std::vector<ExactColumn> columns;  // in the order of the table
    std::uint64_t together = 0;        // people singled out by all insensitive columns and the quasi-identifiers
    std::uint64_t not_accepted = 0;    // the same without the columns that the policy accepts as they are
};

struct MetricReport {
    std::string name;
    std::string title;
    double value = 0;
    bool lower_is_better = true;
    std::string normalization;
    std::vector<std::pair<std::string, double>> details = {};     // more about the release
    std::vector<std::pair<std::string, double>> references = {};  // what to compare the value with
};

struct CheckReport {
    std::string table;
    std::uint64_t rows = 0;
    std::uint64_t classes = 0;
    std::vector<std::string> quasi_identifiers;
    std::vector<std::string> sensitive;
    std::vector<std::string> lost_columns;  // quasi-identifiers that are "*" in every record
    std::vector<std::string>
        identifiers_present;         // identifiers that are still in the table; all below assumes them gone
    std::vector<std::string> notes;  // columns that a few values keep from being numbers or dates
    std::string population_warning;  // why the population cannot be trusted, "" when it can
    std::string person;              // column by which people are counted instead of records, "" for none
    std::string person_warning;      // why people cannot be counted as the policy asks, "" when they can
    std::uint64_t people = 0;        // whom the classes count; records, where these are counted
    std::vector<std::pair<std::uint64_t, std::uint64_t>> class_sizes;  // size, how many classes have it
    ExactReport exact;                                                 // columns that are not generalized
    std::vector<ModelReport> models;
    std::vector<RequirementReport> requirements;
    RiskReport risks;
    std::optional<SampleReport> sample;  // where the policy names a sampling weight or a household
    std::optional<SudaReport> suda;      // where it is asked for
    std::vector<MetricReport> metrics;
    std::string metrics_warning;     // why metrics that charge generalized values are not measured, "" when they are
    std::string comparison_warning;  // why metrics that compare both tables are not measured, "" when they are

    bool holds() const;  // every requirement
};

Result<CheckReport> check(const CheckRequest& request, Progress& progress);

std::string to_text(const CheckReport& report);
// One JSON object with the keys rows, classes, class_sizes, models, requirements, risks, metrics.
std::string to_json(const CheckReport& report);

}  // namespace scrim
#pragma GCC visibility pop
