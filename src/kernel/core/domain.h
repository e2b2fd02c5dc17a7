// Domain: the ordered values of one attribute. Code i is the i-th value.
//
// Numbers and dates are ordered by value, text as its maker ordered it (alphabetically, or by the leaves of a hierarchy
// from left to right). Where the data hold NULL it is a value of its own and has the last code. Numbers are exact: a
// value is units / 10^scale with one scale for the whole domain; dates count days and timestamps microseconds since
// 1970-01-01.
#pragma once

#include "kernel/core/int128.h"
#include "kernel/core/span.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scrim {

class Domain {
public:
    enum class Kind { text, number, date, timestamp };

    // `labels` in their order, all different.
    static Domain of_text(std::vector<std::string> labels, bool has_null = false);
    // `units` ascending, all different.
    static Domain of_numbers(std::vector<Int128> units, int scale, Kind kind = Kind::number, bool has_null = false);

    Kind kind() const { return kind_; }
    bool is_numeric() const { return kind_ != Kind::text; }
    Code size() const { return values() + (has_null_ ? 1 : 0); }  // with NULL
    Code values() const;                                          // without NULL
    Span whole() const { return {0, size()}; }

    bool has_null() const { return has_null_; }
    Code null_code() const { return values(); }  // only meaningful with has_null()

    std::string label(Code code) const;                      // NULL prints as "NULL"
    std::optional<Code> find(std::string_view label) const;  // never finds NULL

    // Numbers, dates and timestamps only.
    Int128 units(Code code) const { return units_[code]; }
    int scale() const { return scale_; }
    Code lower_bound(Int128 units) const;  // first code whose value is >= units

private:
    Kind kind_ = Kind::text;
    bool has_null_ = false;
    int scale_ = 0;
    std::vector<std::string> labels_;  // text
    std::vector<Code> by_label_;       // text: codes in alphabetical order, for find()
    std::vector<Int128> units_;        // the rest
};

using DomainPtr = std::shared_ptr<const Domain>;

}  // namespace scrim
