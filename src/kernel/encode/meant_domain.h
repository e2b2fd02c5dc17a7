// The domain of a column of typed values, as its caller means them: values that mean "no value" are NULL, and values
// that are to be text are the text that they print as (value_text.h). Only different values are looked at, never rows.
//
// Where a column holds numbers, a missing value is compared as a number: -9 and -9.0 are one.
#pragma once

#include "kernel/encode/domain_builder.h"
#include "kernel/encode/meaning.h"

#include <span>
#include <string_view>

namespace scrim::encode {

Result<BuiltDomain> build_meant_domain(std::string_view column, ValueType type, int scale,
                                       std::span<const Dictionary> dictionaries, const Meaning& meaning);

}  // namespace scrim::encode
