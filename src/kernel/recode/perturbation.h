// Perturbation: what a perturbing method gets, and what it gives back.
//
// A perturbing method (Form::perturbed) changes values instead of generalizing them, so that rows of the release are no
// generalizations of true rows. What it promises is what it keeps of the original: quantities that are decided exactly,
// written into the certificate and recomputed by `verify`. It sees all records with the columns that are released, and
// gives back the chosen columns. The order of records tells nothing, before and after: they come sorted by their
// values, and are released sorted by what is printed.
//
// Example of a method: one that shuffles each chosen column.
//   Perturbed made = unchanged(records);
//   for (Column& column : made.columns) …                         // one code per record
//   made.kept.push_back(Kept::margin({name}));                    // for each: it is only shuffled
#pragma once

#include "kernel/core/json.h"
#include "kernel/core/random.h"
#include "kernel/core/ratio.h"
#include "kernel/core/table.h"
#include "kernel/hierarchy/hierarchy.h"
#include "kernel/models/model.h"
#include "kernel/recode/privacy_statement.h"
#include "scrim/policy.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace scrim::recode {

struct RecordColumn {
    std::string name;
    Role role = Role::insensitive;
    Column values;                                          // one code per record
    std::shared_ptr<const hierarchy::Hierarchy> hierarchy;  // of categories, over that domain; null where there is none

    // Numbers, dates or timestamps: exact, units / 10^scale.
    bool is_numeric() const { return values.domain().is_numeric(); }
};

struct Records {
    std::vector<RecordColumn> columns;   // all that are released, in the order of the original
    std::vector<std::size_t> chosen;     // those to perturb, ascending; set by perturb_records()
    models::Design asked;                // numbers that serve models required of the mechanism; empty where none is
    std::vector<std::uint32_t> persons;  // whose record each is, 0, 1, …; empty where each is another person's
    std::size_t count = 0;

    const RecordColumn& column(std::size_t c) const { return columns[chosen[c]]; }
    std::optional<std::size_t> find(std::string_view name) const;
};

// Something that the release keeps of its original.
struct Kept {
    enum class What {
        margin,      // every combination of values of the columns occurs exactly as often
        mean,        // of the column's values; NULL has none
        covariance,  // of two columns, or the variance of one, over the records that have both values
        values,      // every value of the column occurs in the original
        subset,      // every record is one of the original on the columns, at most as often
        apart,       // no record equals one of the original on the columns
    };
    What what = What::margin;
    std::vector<std::string> columns;
    // Of a mean or a covariance: the release's differs by at most `tolerance` from `factor` times the original's, in
    // the column's own units (days, microseconds; their product for a covariance).
    Ratio factor = 1, tolerance = 0;

    static Kept margin(std::vector<std::string> columns) { return {What::margin, std::move(columns)}; }
    static Kept values(std::string column) { return {What::values, {std::move(column)}}; }
    static Kept subset(std::vector<std::string> columns) { return {What::subset, std::move(columns)}; }
    static Kept apart(std::vector<std::string> columns) { return {What::apart, std::move(columns)}; }
    static Kept mean(std::string column, Ratio tolerance) { return {What::mean, {std::move(column)}, 1, tolerance}; }
    static Kept covariance(std::string a, std::string b, Ratio factor, Ratio tolerance) {
        return {What::covariance, {std::move(a), std::move(b)}, factor, tolerance};
    }
};

// The chances with which a value of a column became another one, each record by itself: what a reader of the release
// needs to estimate counts of the original without bias. values[i] becomes values[j] with chance rows[i][j]; or, with
// `retention` p, it stays with chance p and is otherwise drawn, whatever it was: values[j] with chance drawn[j], or all
// alike where that is empty.
struct Transition {
    std::size_t chosen = 0;    // place in Records::chosen
    std::vector<Code> values;  // codes of that column's domain in Records; the last may be NULL
    std::optional<Ratio> retention;
    std::vector<Ratio> drawn;              // adds up to 1; only with retention
    std::vector<std::vector<Ratio>> rows;  // each adds up to 1; only without retention
};

// Each record prints, in the chosen columns, the values of its cluster's center, which is one of its records, and in
// two added columns how many records the cluster has and how far the farthest is from the center, or a little more. How
// far is measured as recode/perturb/column_distance.h says, among the records that miss the same of the chosen columns.
struct Clusters {
    std::string size, radius;               // names in Perturbed::added
    std::uint64_t least = 1;                // records in a cluster
    Ratio left_out = 0;                     // at most this share of the records is in none
    std::vector<std::string> by_hierarchy;  // chosen columns of categories whose distances are those of a hierarchy
};

struct Perturbed {
    std::vector<Column> columns;      // the chosen ones, in their order: a code per released record
    std::vector<std::uint32_t> rows;  // the record whose other columns each released record has, where not all of them
                                      // in their order
    Table added;                      // columns that the original lacks, a code per released record
    std::vector<Kept> kept;           // besides the columns that were not chosen: those are kept together, as they are
    std::vector<Transition> transitions;
    std::optional<Clusters> clusters;
    std::optional<PrivacyStatement> privacy;  // of differentially private methods
    // Numbers of the design that a reader may know and needs: "fraction", "window", "amount" …
    models::Design design;
    std::vector<std::pair<std::string, std::string>> details;  // what only the report tells
    std::vector<std::string> limits;                           // what is not promised, besides RecoderSpec::limits
    std::vector<std::string> notes;                            // for the owner alone: no part of the release
    std::vector<std::pair<std::string, Json>> for_owner;       // the same, for the owner's file
};

// The chosen columns as they are: to start from.
Perturbed unchanged(const Records& records);

}  // namespace scrim::recode
