// Publish: turn a table into a release that satisfies its policy, and proves it.
//
//   PublishRequest request;
//   request.table.path = "patients.csv";
//   request.policy = *read_policy("policy.yaml");
//   request.out = "release";
//   Result<PublishReport> report = publish(request, no_progress());
//
// A release is a folder: the data, certificate.json, report.html and the hierarchies. It is written beside its place,
// judged again from its files by code that shares nothing with what made it, and only then moved there.
#pragma once

#include "scrim/check.h"
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

struct PublishRequest {
    TableInput table;
    Policy policy;                         // says algorithm, minimize, suppress; see policy.h for the defaults
    std::optional<TableInput> population;  // overrides the policy's
    std::string target;                    // column a classifier would predict, for the metrics that ask
    std::string workload;        // count queries: a file or random(…); explore measures query_error by them,
                                 // and algorithms that look at them make it small
    std::string out;             // the folder to make
    std::string format = "csv";  // of the data: csv, csv.gz, parquet, json, …
    std::string as;              // "microdata": also plain values, drawn from what the release prints
    std::string intervals;       // "columns" or "midpoint": also the data with intervals as numbers
    std::string owner;           // the owner's file; "" for the folder's name and ".owner.json"
    // Of a differentially private release: the statistical database of the same table from whose ledger it is paid,
    // and who pays. Without them nobody counts what releases cost together.
    std::string ledger, recipient;
    bool force = false;      // replace a release that is there
    std::size_t memory = 0;  // bytes that may be used, more or less; 0 for no limit
};

// One way to make a release, tried.
struct TrialReport {
    std::string algorithm;
    std::string refused;     // why it was not possible, "" when it was
    bool perturbed = false;  // values were changed: there is no loss, and classes only where models ask for them
    double loss = 0;         // by the metric asked for
    std::uint64_t classes = 0;
    std::uint64_t records = 0;
    std::uint64_t suppressed = 0;
    std::uint64_t people = 0;  // whose records those are; 0 where records are counted
    Exact highest_risk;        // of a record, or of a person where people are counted, to a prosecutor
    double seconds = 0;
    std::vector<std::pair<std::string, std::string>> details;
    std::vector<MetricReport> compared;  // with the original; of explore
    bool by_chance = false;              // another run may make something else
};

// Something that a perturbed release keeps of its original: see kernel/recode/perturbation.h.
struct KeptReport {
    enum class What { margin, mean, covariance, values, subset, apart };
    What what = What::margin;
    std::vector<std::string> columns;
    std::string factor = "1", tolerance = "0";  // of a mean or a covariance, exact

    // "the counts of every value of 'age'"
    std::string words() const;
};

// What is to be known of a release whose values were changed instead of generalized.
struct PerturbationReport {
    std::string notice;  // the first thing to know: no true rows
    std::string promise, limits;
    std::string privacy;                          // "epsilon 1", of differentially private methods; else ""
    std::vector<std::string> changed, unchanged;  // columns
    std::vector<std::string> unchanged_quasi_identifiers;
    std::uint64_t alone = 0;  // records that are alone with those
    std::vector<KeptReport> kept;
    std::vector<std::pair<std::string, std::string>> design;  // numbers that readers need, exact
};

struct PublishReport {
    std::string folder;
    std::string owner;
    std::string notice;  // the first thing to know, where values beside the data were drawn; else ""
    TrialReport made;
    std::string metric;                           // what was minimized
    std::vector<RequirementReport> requirements;  // recomputed from the files
    std::vector<MetricReport> metrics;
    ExactReport exact;                               // columns that are printed as they are
    std::optional<PerturbationReport> perturbation;  // where values were changed
    std::vector<std::string> files;
    std::vector<std::pair<std::string, std::string>> lost_columns;  // "*" in every record, and why
    std::vector<std::string> notes;  // how the algorithm was chosen, and what was asked for and could not matter
};

struct ExploreReport {
    std::string metric;
    std::uint64_t records = 0;
    std::string impossible;          // why no algorithm can, "" when one may
    std::vector<std::string> notes;  // what should be known before one is chosen
    std::vector<TrialReport> trials;
    std::string recommended;  // the algorithm for the purpose that was stated; "" where one was named, or none can
    std::string because;
};

Result<PublishReport> publish(const PublishRequest& request, Progress& progress);
// Tries every algorithm that the requirements allow, and recommends one; writes nothing.
Result<ExploreReport> explore(const PublishRequest& request, Progress& progress);

std::string to_text(const PublishReport& report);
std::string to_json(const PublishReport& report);
std::string to_text(const ExploreReport& report);
std::string to_json(const ExploreReport& report);
// A page that loads nothing: loss against risk as a picture, and all figures. It tells about the original.
std::string to_html(const ExploreReport& report);

}  // namespace scrim
#pragma GCC visibility pop
