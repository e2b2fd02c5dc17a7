// What several metrics promise, tried on random tables.
#pragma once

#include "tests/metrics/generalized_table.h"

#include <string_view>

namespace scrim::test {

// The metric equals its slow twin, and is absent where the twin is.
void expect_equals(std::string_view metric, std::optional<double> (*oracle)(const GeneralizedTable&));
// A release that prints everything exactly measures `exact`; one that prints nothing `suppressed`.
void expect_ends(std::string_view metric, double exact, double suppressed);
// Printing one cell as a wider span, or suppressing one record, never makes the release look better.
void expect_never_improves_cell_by_cell(std::string_view metric);

}  // namespace scrim::test
