// Problems for tests: small tables made in place, or random ones.
#pragma once

#include "kernel/core/random.h"
#include "kernel/recode/recoder.h"

#include <string>
#include <vector>

namespace scrim::testing {

struct ColumnOf {
    std::string name;
    std::vector<std::string> values;                       // one per row
    std::vector<std::vector<std::string>> hierarchy = {};  // as in a hierarchy file: leaf, …, "*"; empty for none
    double weight = 1;
    int max_level = -1;  // -1 for no limit
};

struct ProblemOf {
    std::vector<ColumnOf> quasi_identifiers;
    std::vector<ColumnOf> sensitive;
    std::vector<std::string> require;  // "k_anonymity(k=2)", …
    std::uint64_t suppress = 0;        // records
    std::string metric = "ncp";
    std::vector<std::string> guards =
        {};                           // of the first sensitive column, which has a hierarchy: one per row, "" for none
    std::vector<std::string> person;  // one per row; empty for one record per person
    std::vector<std::vector<std::string>> population;  // people by their quasi-identifiers; empty for none
};

// Values that are all whole numbers, or missing (""), make a numeric column. Fails the test when something is wrong
// with it.
recode::Problem make_problem(const ProblemOf& of);

// A random table: `rows` rows, `quasi_identifiers` attributes with random hierarchies (some numeric without one), one
// sensitive attribute of `values` values.
ProblemOf random_table(Random& random, std::size_t rows, std::size_t quasi_identifiers, std::size_t values);

// Runs a recoder by name with its arguments as text: "mondrian", "mondrian(relaxed=yes)".
Result<recode::Recoding> run(const std::string& recoder, const recode::Problem& problem);

// What every recoding must be: each record in at most one class, boxes cover their members and respect max_level,
// every class holds (judged from scratch), no more suppressed than allowed. `exact_boxes`: boxes may be anything that
// covers; otherwise categorical boxes must be hierarchy nodes. Reports through gtest.
void expect_valid(const recode::Problem& problem, const recode::Recoding& recoding, bool any_set = false);

}  // namespace scrim::testing
