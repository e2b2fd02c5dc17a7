// The catalog: every privacy model, utility metric and algorithm that Scrim knows, described once.
//
// The command line's help, the policy reader, certificates, documentation and the server all read these descriptions;
// nothing asks "which model are you?".
//
//   for (const ModelInfo* model : list_models()) std::cout << model->name << ": " << model->title << "\n";
#pragma once

#include "scrim/result.h"

#include <string>
#include <string_view>
#include <vector>

#pragma GCC visibility push(default)
namespace scrim {

// One parameter of a model or an algorithm.
struct Parameter {
    enum class Kind { integer, ratio, columns, column_sets, text };
    // What the parameter bounds. A table's level is the minimum over its classes of an at_least parameter and the
    // maximum of an at_most parameter; `given` parameters are chosen by the user and never measured.
    enum class Bound { at_least, at_most, given };

    std::string name;
    std::string title;
    Kind kind = Kind::ratio;
    Bound bound = Bound::at_least;
    std::string minimum = {};               // smallest accepted value, exact, "" for none
    std::string maximum = {};               // largest accepted value, exact, "" for none
    std::string default_value = {};         // of a `given` parameter when the user says nothing; "" = none
    std::string when_written = {};          // the same of a release that is written; "" = as always
    std::vector<std::string> choices = {};  // of a text: what is accepted; empty for anything
    bool strict = false;                    // the bound excludes equality
    bool open_minimum = false;              // `minimum` itself is refused
    bool class_size = false;                // counts the records of a class
    bool rounded = false;                   // measured levels are irrational and rounded to the safe side
    bool file = false;                      // a text that is read from the file of this name
};

// What a model's promise depends on. A test loops over the registry and tries to falsify each of these.
struct Traits {
    bool monotone = false;          // two classes that satisfy the model satisfy it when merged
    bool upward_closed = false;     // a class that satisfies it does so with any records added: all parts of one that
                                    // fails fail too (k-anonymity; not entropy l-diversity, though it is monotone)
    bool per_class = true;          // judges each equivalence class of the whole quasi-identifier by itself
    bool against_overall = false;   // compares a class with the distribution in the whole table
    bool one_value_each = false;    // takes the counts of values as parts of the class: nobody in it has two
    bool needs_sensitive = false;   // looks at the sensitive attribute
    bool needs_number = false;      // the sensitive attribute must be numeric
    bool needs_order = false;       // the sensitive attribute must have a meaningful order
    bool needs_hierarchy = false;   // the sensitive attribute must have a hierarchy
    bool uses_structure = false;    // uses the sensitive attribute's hierarchy or order where it has one
    bool needs_population = false;  // needs the table the population is listed in
    bool needs_guards = false;      // needs a guarding node per record
    bool reads_cells = false;       // also judges sensitive values that are generalized record by record
    bool needs_blind = false;       // classes must not depend on who has which sensitive value
    bool of_mechanism = false;      // speaks of how a release is made by chance; of a table it says nothing
};

struct ModelInfo {
    std::string name;      // k_anonymity
    std::string title;     // k-anonymity
    std::string citation;  // where it was published
    std::string promise;   // what it promises, against which attacker
    std::string limits;    // what it does not promise
    std::vector<Parameter> parameters;
    Traits traits;
};

struct MetricInfo {
    std::string name;   // ncp
    std::string title;  // normalized certainty penalty
    std::string citation;
    bool lower_is_better = true;
    std::string normalization;  // "0 (nothing lost) to 1 (everything suppressed)"
};

struct AlgorithmInfo {
    std::string name;      // mondrian
    std::string title;     // Mondrian multidimensional partitioning
    std::string citation;  // where it was published
    std::string summary;   // what it does, and when to choose it
    std::vector<Parameter> parameters;
    // Of those that change values instead of generalizing them, whose promises are no models.
    std::string promise = {};  // what its releases promise, against which attacker
    std::string limits = {};   // what they do not promise
};

std::vector<const ModelInfo*> list_models();
std::vector<const MetricInfo*> list_metrics();
std::vector<const AlgorithmInfo*> list_algorithms();

// The lists as people and programs read them.
std::string models_text();
std::string models_json();
std::string metrics_text();
std::string metrics_json();
std::string algorithms_text();
std::string algorithms_json();
// One model in full: parameters, promise, limits, citation.
Result<std::string> model_text(std::string_view name);
Result<std::string> model_json(std::string_view name);
// One algorithm in full.
Result<std::string> algorithm_text(std::string_view name);
Result<std::string> algorithm_json(std::string_view name);

// Which Scrim this is.
std::string version_text();  // "scrim 0.1.0 (DuckDB v1.5.6)"

// A made-up hospital to try it on: 10,000 patients that never lived, always the same ones.
// Writes into `folder` (made if missing): patients.csv; naive.csv, the same without names and with coarser ages and zip
// codes; hierarchies age.csv, zip.csv, occupation.csv, diagnosis.csv; policy.yaml for both tables.
Result<void> write_demo(const std::string& folder, Progress& progress);
// Makes `folder`/hospital.db anew from these files: the patients behind an anonymization view. Returns its path.
Result<std::string> make_demo_database(const std::string& folder, Progress& progress);

}  // namespace scrim
#pragma GCC visibility pop
