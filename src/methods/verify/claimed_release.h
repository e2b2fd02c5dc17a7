// ClaimedRelease: what a certificate says, read from certificate.json and not yet believed.
//
// Reading is strict: a missing key, a wrong type, an unknown version or a path that leaves the folder is an Error that
// says which. Keys that this version does not know are listed, so that nobody takes them for checked.
#pragma once

#include "kernel/series/method.h"
#include "methods/verify/claimed_microdata.h"
#include "methods/verify/claimed_perturbation.h"
#include "scrim/input.h"
#include "scrim/policy.h"
#include "scrim/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scrim::verifier {

enum class ReleaseForm {
    generalized,  // data: each record prints the spans of its class
    anatomized,   // qit: exact quasi-identifiers and a group; st: how often each group has each sensitive value
    permuted,     // data: exact quasi-identifiers and a group; sensitive values dealt out anew within it
    grouped,      // data: the spans of its group, and the group
    perturbed,    // data: rows that are not true
};

// A release of a series: what it says about the others and about what is not true in it.
struct ClaimedSeries {
    const series::MethodSpec* method = nullptr;  // never null
    std::uint64_t lambda = 0, tau = 0;
    std::uint64_t number = 0;  // 1 for the first
    std::string previous;      // SHA-256 of the certificate of the release before; "" for the first
    std::string auxiliary;     // the table of counterfeits or substitutes by group
    std::uint64_t untrue = 0;  // counterfeits or substitutes in all
};

class JsonObject;
// The method that an object names.
Result<const series::MethodSpec*> series_method(JsonObject& object);

// How many people are in each class, where these are counted.
struct ClaimedPersons {
    std::string column;                                       // the last one of each table: how many
    std::string classes;                                      // the table of people by class
    std::vector<std::pair<std::string, std::string>> values;  // sensitive column, table of people by class and value

    std::vector<std::string> files() const;
};

// People who are alone with their values in columns that are printed as they are.
struct ClaimedSingledOut {
    struct Column {
        std::string name;
        std::uint64_t alone = 0, with_quasi_identifiers = 0;
        bool accepted = false;
    };
    std::vector<Column> columns;
    std::uint64_t together = 0;
};

struct ClaimedNumber {
    std::optional<double> value;  // nothing for infinite
    std::string exact;            // "" where the decimal is all there is
};

struct ClaimedColumn {
    std::string name;
    Role role = Role::insensitive;
    std::string hierarchy;  // its file in the folder, "" for none
    bool outline = false;   // the file holds only what labels need of it
    double weight = 1;
    bool category = false;     // its values are text, whatever they look like
    bool nulls = false;        // the original has NULLs in it, though the release may print none
    bool generalized = false;  // of a sensitive column: its values are generalized record by record
    bool changed = false;      // of a perturbed release: its values were changed …
    bool added = false;        // … or the original has no such column
};

struct ClaimedPromise {
    std::string requirement, model, title, promise, limits;
    std::vector<std::pair<std::string, ClaimedNumber>> reached;
    std::string attribute;  // "" for models that ask for none
    std::vector<std::string> needs;
};

struct ClaimedFile {
    std::string name;  // a path inside the folder that stays there
    std::uint64_t bytes = 0;
    std::string sha256;
};

// The table of intervals as numbers, beside the data.
struct ClaimedIntervals {
    std::string table;  // its file
    std::string as;     // columns or midpoint
    std::vector<std::string> columns;
};

struct ClaimedRelease {
    ReleaseForm form = ReleaseForm::generalized;
    std::uint64_t original = 0, released = 0, suppressed = 0;  // records
    bool tells_original = true;  // how many the original has; of a perturbed release it may be kept back
    std::uint64_t classes = 0;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> class_sizes;  // size, how many classes have it
    std::vector<ClaimedColumn> columns;
    std::string group_column, parted_column;  // of forms with groups, else ""
    std::string target;                       // column that the classification metric is about, "" when not said
    bool counts_people = false;
    std::uint64_t original_people = 0, released_people = 0;  // where people are counted and it is said
    std::optional<ClaimedPersons> persons;
    std::optional<ClaimedSingledOut> singled_out;
    bool has_population = false;
    std::vector<ClaimedPromise> promises;
    ClaimedNumber prosecutor_highest, prosecutor_average, marketer;
    std::vector<std::pair<std::string, double>> metrics;
    std::vector<ClaimedFile> files;
    std::optional<ClaimedSeries> series;
    std::optional<ClaimedPerturbation> perturbation;  // of perturbed releases, and only of those
    std::optional<ClaimedIntervals> intervals;        // of a generalized release: its rows as numbers beside it
    std::optional<ClaimedMicrodata> microdata;        // of a generalized release: drawn values beside it
    std::vector<std::string> unknown;                 // keys without a meaning in this version

    bool has_groups() const { return form != ReleaseForm::generalized && form != ReleaseForm::perturbed; }
    bool prints_spans() const { return form == ReleaseForm::generalized || form == ReleaseForm::grouped; }
    const ClaimedColumn* find(std::string_view column) const;
    std::vector<std::string> names() const;
    std::vector<std::string> columns_in(Role role) const;
    // The sensitive column whose values are generalized record by record; null where there is none.
    const ClaimedColumn* generalized() const;
    // Columns whose cells may stand for several values: the quasi-identifiers, and the one generalized().
    std::vector<std::string> spanned() const;
    // A table with columns of these names, read as the certificate says: categories are text.
    TableInput read_as_stated(TableInput table) const;
};

inline constexpr std::uint64_t known_certificate_version = 1;

Result<ClaimedRelease> parse_certificate(std::string_view text);
// A relative path with plain parts: no "..", no absolute path, nothing that some system reads otherwise.
bool stays_inside(std::string_view path);

}  // namespace scrim::verifier
