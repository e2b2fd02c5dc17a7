// What a check says of a table as a sample: the risk in it, population uniques, and SUDA scores (kernel/risk).
#pragma once

#include "kernel/core/ratio.h"
#include "kernel/core/source.h"
#include "kernel/core/table.h"
#include "scrim/check.h"

namespace scrim::checking {

struct SampledColumns {
    const Table& table;
    const Policy& policy;
    std::vector<std::size_t> quasi_identifiers;
    bool missing_matches = false;
};

// The sampling weight and the household, where the policy names them, are columns of the table; the fraction is one.
Result<void> check_sample(const TableSource& source, const Policy& policy);

// Nothing where the policy names none of the three.
Result<std::optional<SampleReport>> measure_sample(const SampledColumns& columns, const Ratio& threshold);
// By sets of up to `largest` columns; nothing for 0.
Result<std::optional<SudaReport>> measure_suda(const SampledColumns& columns, std::uint32_t largest,
                                               const std::optional<SampleReport>& sample);

}  // namespace scrim::checking
