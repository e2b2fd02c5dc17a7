// The tables of a release, from what a recoder decided.
#pragma once

#include "kernel/core/random.h"
#include "methods/release/dealing.h"

#include <string>
#include <utility>
#include <vector>

namespace scrim::release {

// A file of the release: its name without extension, and its rows, sorted, so that their order tells nothing about the
// order of the original.
struct ReleasedTable {
    std::string name;
    Tuples rows;
};

// Generalized: "data"; grouped: the same with group numbers. Anatomized: "qit" (exact quasi-identifiers and a group
// number) and "st" (group number, sensitive value, count). Permuted: "data" with exact quasi-identifiers, group
// numbers, and sensitive values dealt out anew within each group.
// `random` deals the values of permuted groups; without it they are dealt in their order, the same each time.
Result<std::vector<ReleasedTable>> released_tables(const Dealing& dealing, recode::Form form, Random* random = nullptr);

// Record by record: a group's rows in the order of their other columns get its values in their order, or by chance. Who
// had which value does not enter.
struct PermutedRows {
    std::vector<std::uint32_t> rows, groups;  // of the material; group by group
    std::vector<Code> values;                 // dealt to them
};
PermutedRows permuted_rows(const Dealing& dealing, Random* random);
// The column whose values are taken away from their records: the first sensitive one. Its place in the material.
std::size_t parted_column(const Prepared& prepared);

// The rows in the order of what a reader sees, so that anyone can check that their order tells nothing.
Result<Tuples> sorted_rows(Table table, std::vector<std::uint32_t> weights, const Material& material);
// What each class of a generalized release prints, a row for each: quasi-identifiers in the order of the original.
Result<Table> printed_classes(const Prepared& prepared, const recode::Recoding& recoding);

// The columns that are printed as they are, of every released record, beside the number of its class (first) and, where
// people are counted, whose it is (last).
Tuples exact_rows(const Dealing& dealing);

// What the models judge: a row per member of a class. Classes are told apart by their numbers or, where a model asks
// for columns by name, by the quasi-identifiers as they are printed.
struct JudgedTable {
    Table table;
    std::vector<std::uint32_t> weights;
    std::vector<std::string> classes_by;  // columns of equal values within a class, and only there
    std::string generalized = {};         // a sensitive column whose values are generalized record by record …
    std::vector<Span> cells = {};         // … and what each of its codes covers
};
Result<JudgedTable> judged_table(const Prepared& prepared, const recode::Recoding& recoding, recode::Form form);

// The column of group numbers: "group", or another name where the table has one of that name.
std::string group_column(const std::vector<std::string>& columns);

}  // namespace scrim::release
