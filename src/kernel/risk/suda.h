// SUDA2: which records are special, alone by few of their values?
//
// A minimal sample unique (MSU) of a record is a set of columns by whose values nobody equals it, while others equal it
// by each smaller set. With n columns and sets of up to M, an MSU of k columns adds (n - k)(n - k - 1) … (n - M + 1) to
// the record's score (M = n is scored as n - 1 is, and a set of all columns adds 1): the smaller the set, the more. A
// missing value is a value of its own. Where people are counted, nobody else has to equal a person, in any record.
//
// A score orders records by how much they stand out; it is no probability, and 0 says nothing about larger sets.
//
// Where the fraction pi of the population that was drawn is known, DIS says how likely a match is right: with n_1
// records alone and n_2 pairs in the sample, pi n_1 / (pi n_1 + 2 (1 - pi) n_2) of the population's matches with sample
// uniques are expected to be. The wrong ones are shared out among special records by their scores s, in proportion to 1
// / s^q, q = 1 + (8 - n) / 20: DIS-SUDA of a record with w of them is 1 / (1 + w).
//
// (Skinner, Elliot, "A measure of disclosure risk for microdata", JRSS B 2002; Elamir, Skinner, "Record level measures
// of disclosure risk for survey microdata", J. Official Statistics 2006; Manning, Haglin, Keane, "A recursive search
// algorithm for statistical disclosure assessment", DMKD 2008; Elliot, Manning, Ford, "A computational algorithm for
// handling the special uniques problem", 2002.)
#pragma once

#include "kernel/core/table.h"
#include "scrim/check.h"

#include <optional>
#include <vector>

namespace scrim::risk {

// Columns of one table, by their place there. Over the smaller sets of up to 64 columns.
struct SudaSubject {
    const Table& table;
    std::vector<std::size_t> columns;
    std::optional<std::size_t> person = {};  // nothing where each record is another person's
    std::uint32_t largest = 3;               // M, at least 1
    std::optional<double> fraction = {};     // of the population that is in the sample
};

// Refuses more than 64 columns.
Result<SudaReport> measure_suda(const SudaSubject& subject);

}  // namespace scrim::risk
