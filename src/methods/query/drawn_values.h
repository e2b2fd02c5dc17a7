// The values of a column as they are drawn, record by record: numbers, names or nothing.
#pragma once

#include "kernel/core/column.h"

#include <cstdint>
#include <string>
#include <vector>

namespace scrim::querying {

class DrawnValues {
public:
    explicit DrawnValues(std::size_t records) : units_(records, 0), name_(records, missing) {}

    void set_number(std::size_t record, Int128 units) {
        units_[record] = units;
        name_[record] = number;
    }
    void set_name(std::size_t record, std::uint32_t name) { name_[record] = name; }

    // Names are places in `names`. Numbers as long as there are no others.
    Column column(const std::vector<std::string>& names, int scale, Domain::Kind kind) const;

private:
    static constexpr std::uint32_t missing = UINT32_MAX, number = UINT32_MAX - 1;

    std::vector<Int128> units_;
    std::vector<std::uint32_t> name_;
};

}  // namespace scrim::querying
