// Records that miss the same columns: a method that makes groups makes them among these, so that nobody's missing value
// is made up and nobody's value becomes missing.
#pragma once

#include "kernel/recode/perturb/embedding.h"
#include "kernel/recode/perturbation.h"

#include <cstdint>
#include <vector>

namespace scrim::recode::perturb {

struct Present {
    std::vector<std::size_t> columns;    // places in Records::chosen: those that these records have
    std::vector<std::uint32_t> records;  // ascending

    std::vector<EmbeddedColumn> embedded(const Records& all) const;
    // By those columns; without any, all are the same point.
    PointSet points(const Records& all) const;
};

// Refuses fewer than `least` records in all, and records that miss the same columns and are fewer. `parameter` is what
// the user calls `least`; `among` are the places in Records::chosen that are looked at, all where it is not given.
Result<std::vector<Present>> by_present_columns(const Records& records, std::uint64_t least, std::string_view method,
                                                std::string_view parameter);
Result<std::vector<Present>> by_present_columns(const Records& records, const std::vector<std::size_t>& among,
                                                std::uint64_t least, std::string_view method,
                                                std::string_view parameter);

}  // namespace scrim::recode::perturb
