// Counts of all combinations of values of some columns: the truth, which never leaves, and what is measured of it.
#pragma once

#include "kernel/marginal/graphical_model.h"
#include "kernel/recode/synthetic/public_domains.h"
#include "kernel/recode/synthetic/spending.h"

#include <cstdint>
#include <vector>

namespace scrim::recode::synthetic {

// In the order of a marginal::Factor's cells.
std::vector<std::int64_t> true_counts(const Cells& cells, const marginal::Variables& variables,
                                      const marginal::Sizes& sizes);

marginal::Measured measured(const std::vector<std::int64_t>& truth, const marginal::Variables& variables,
                            const marginal::Sizes& sizes, const CountNoise& noise, noise::Coins& coins);

// The records that are looked at: of each person at most so many, drawn by chance. All of them where everybody has one.
std::vector<std::uint32_t> bounded_records(const Records& records, std::uint32_t per_person, Random& random);
// How many people there are.
std::uint64_t people_of(const Records& records);

}  // namespace scrim::recode::synthetic
