// Records for tests of perturbing methods: small tables made in place, or random ones.
#pragma once

#include "kernel/recode/perturb_records.h"

#include <string>
#include <vector>

namespace scrim::testing {

struct RecordColumnOf {
    std::string name;
    std::vector<std::string> values;  // one per record; "" is missing; all numbers or dates make a numeric column
    Role role = Role::quasi_identifier;
};

recode::Records make_records(const std::vector<RecordColumnOf>& columns);

// A table of `rows` records: number, number with decimals, date, category of few values, sensitive category.
recode::Records random_records(Random& random, std::size_t rows);

// Runs a method by name with its arguments as text: "swap", "swap(share=1/2)".
Result<recode::Perturbed> perturbed(const std::string& method, recode::Records& records, Random& random);

// The printed values of a column; "" for a missing one.
std::vector<std::string> printed(const Column& column);
std::vector<std::string> sorted(std::vector<std::string> values);

// Everything in `made.kept`, decided by looking at all records: margins by sorting printed rows. Reports through gtest.
void expect_kept(const recode::Records& records, const recode::Perturbed& made);

}  // namespace scrim::testing
