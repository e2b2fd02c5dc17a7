// How far a distribution moves when records are left out of the table.
//
// With Q the distribution of n records and Q' that of what is left without s of them, Q is (n - s) / n parts Q' and
// s / n parts something else, so no earth mover's distance between the two exceeds s / n. A class further than t + s /
// n from Q is further than t from Q'.
#pragma once

#include "kernel/models/model.h"

#include <optional>

namespace scrim::models {

// The distances of t-closeness.
const ModelSpec& t_closeness_hierarchical_model();
const ModelSpec& t_closeness_ordered_model();
const ModelSpec& t_closeness_equal_model();

// `level` is the class's distance from the whole table. Rounded to the safe side: it only rules out.
inline bool may_be_close_without(const Ratio& level, const std::optional<Ratio>& t, const ClassView& view,
                                 std::uint64_t spare) {
    if (!t) return true;
    const auto total = static_cast<double>(view.sensitive->overall.total());
    return level.to_double() <= t->to_double() + static_cast<double>(spare) / total + 1e-9;
}

// Distances along ranks change with the values that occur, and with NULL they are no distances: then nothing is known.
inline bool ranks_stay_without(const Sensitive& attribute, std::uint64_t spare) {
    if (attribute.nulls() > 0) return false;
    for (Code value = 0; value < attribute.domain->size(); ++value)
        if (const std::uint64_t count = attribute.overall[value]; count > 0 && count <= spare) return false;
    return true;
}

}  // namespace scrim::models
