// What perturbing methods have in common: parameters that name columns, and columns made of others.
#pragma once

#include "kernel/core/partition.h"
#include "kernel/core/text.h"
#include "kernel/models/arguments.h"
#include "kernel/recode/perturbation.h"

#include <cstdint>
#include <string>
#include <vector>

namespace scrim::recode::perturb {

// The columns to change; kernel/recode/perturb_records.h reads it.
inline Parameter columns_parameter(std::string others = "all quasi-identifiers that it can change") {
    return {.name = "columns",
            .title = "columns to change (default: " + std::move(others) + ")",
            .kind = Parameter::Kind::columns,
            .bound = Parameter::Bound::given};
}
inline Parameter within_parameter() {
    return {.name = "within",
            .title = "columns whose equal values bound the classes within which values are swapped (default: none)",
            .kind = Parameter::Kind::columns,
            .bound = Parameter::Bound::given};
}

// The columns that a parameter names, ascending; refuses names that are none.
Result<std::vector<std::size_t>> columns_named(const Records& records, const models::Arguments& arguments,
                                               std::string_view method, std::string_view parameter);

// Record i gets the value of record from[i].
Column rearranged(const Column& column, const std::vector<std::uint32_t>& from);

}  // namespace scrim::recode::perturb
