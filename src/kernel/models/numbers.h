// The numbers of a class: its values without NULL, which has the last code.
#pragma once

#include "kernel/core/int128.h"
#include "kernel/models/model.h"

namespace scrim::models {

inline std::span<const ValueCount> numbers_of(const ClassView& view) {
    const bool has_null = !view.values.empty() && view.sensitive->is_null(view.values.back().value);
    return view.values.first(view.values.size() - (has_null ? 1 : 0));
}

// How many of the domain's units make 1: of numbers 1, of dates and timestamps a day.
inline Int128 units_per_one(const Domain& domain) {
    constexpr std::int64_t microseconds_a_day = 86'400'000'000;
    return domain.kind() == Domain::Kind::timestamp ? microseconds_a_day : power_of_ten(domain.scale()).value();
}

}  // namespace scrim::models
