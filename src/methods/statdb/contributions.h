// Contributions: at most so many records of each person, so that no person changes an answer by more than these can.
//
// The records that stay are drawn once, uniformly, each person's by themselves, and the file holds no others: every
// question is about the same ones. Why that protects persons: draw the others' records alike for two tables of which
// one lacks a person. What is drawn then differs in at most `most` records, so that noise for so many gives, for each
// such draw and so for their mixture, the promise for the whole person. Which of a person's records stay must depend
// on nobody else, nor on what they say. (Wilson et al., "Differentially private SQL with bounded user contribution",
// PETS 2020.)
//
//   const Contributions kept = at_most(persons, 3, chance);
//   kept.rows;                                     // those that stay, ascending
#pragma once

#include "kernel/core/column.h"
#include "kernel/deal/chance.h"

#include <cstdint>
#include <vector>

namespace scrim::statdb {

struct Contributions {
    std::vector<std::uint32_t> rows;
    std::uint64_t people = 0;
    std::uint64_t cut = 0;  // people who have more records than stay
};

// `persons`: whose record each is; without NULL. most >= 1.
Contributions at_most(const Column& persons, std::uint32_t most, deal::Chance& chance);

// A column of some of its rows.
Column rows_of(const Column& column, const std::vector<std::uint32_t>& rows);

}  // namespace scrim::statdb
