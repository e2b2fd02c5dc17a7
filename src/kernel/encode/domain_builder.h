// From the workers' dictionaries of one column to its Domain: the union of their values, its kind and its order.
//
// A column that the source types as numbers or dates stays one. Text is looked at: where every distinct value is a
// number the domain is one of numbers ("1.0" and "1" are one value), else where every one is an ISO date or timestamp
// it is one of those, else where every one is a date or number as some countries write them (core/respelling.h) it is
// one of those, else it is text in the order of its bytes. Spellings that may mean two things are refused.
#pragma once

#include "kernel/core/domain.h"
#include "kernel/encode/dictionary.h"
#include "scrim/input.h"
#include "scrim/result.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace scrim::encode {

// How the 64 bits of a NumberDictionary's values are meant; a TextDictionary's are text, or decimals.
enum class ValueType {
    integer,    // std::int64_t
    natural,    // std::uint64_t
    date,       // days since 1970-01-01, std::int64_t
    timestamp,  // microseconds since 1970-01-01, std::int64_t
    real,       // the bits of a double
    single,     // the bits of a float
    decimal,    // the 16 bytes of an Int128, units / 10^scale
    text,
};

struct BuiltDomain {
    DomainPtr domain;
    std::vector<std::vector<Code>> final_codes;  // [dictionary][local code]; local code 0 is NULL
};

// Codes have 32 bits, and one is kept for NULL.
constexpr std::uint64_t most_distinct_values = 0xFFFF'FFFE;

// Refuses a column of numbers with NaN or infinity among them, numbers that no common scale of 38 digits holds, and
// more than `most_values` distinct values. `column` is named in the message. `meant` says what text is; it is refused
// where the text is not that. `scale` is of decimals; the domain's is as small as its values allow.
Result<BuiltDomain> build_domain(std::string_view column, ValueType type, std::span<const Dictionary> dictionaries,
                                 std::uint64_t most_values = most_distinct_values, ColumnType meant = ColumnType::found,
                                 int scale = 0);

}  // namespace scrim::encode
