// The numbers of a class: its values without NULL, which has the last code.
#pragma once

#include "core/int128.h"
#include "models/model.h"

namespace scrim {

inline std::span<const ValueCount> numbers_of(const ClassView& view) {
    const bool has_null = !view.values.empty() && view.sensitive->is_null(view.values.back().value);
    return view.values.first(view.values.size() - (has_null ? 1 : 0));
}

// How many of the domain's units make 1.
inline Int128 units_per_one(const Domain& domain) { return power_of_ten(domain.scale()).value(); }

}  // namespace scrim
