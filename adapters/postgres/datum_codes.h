// DatumCodes: the different values of a column that has few of them, by code; 0 is for NULL. Values are equal by their
// bytes.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "guard.h"

namespace scrim::postgres {

class DatumCodes {
public:
    static constexpr std::size_t most_values = 4096;

    void of_type(bool by_value, int16 length) {
        by_value_ = by_value;
        length_ = length;
    }
    // Nothing where there are too many, or a value is not kept whole in its row. Copies go into the context.
    std::optional<std::uint16_t> add(Datum value, MemoryContext context);
    // By code.
    const std::vector<Datum>& values() const { return values_; }

private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
    };
    std::optional<std::string_view> bytes(const Datum& value) const;

    bool by_value_ = false;
    int16 length_ = 0;
    std::unordered_map<std::string, std::uint16_t, Hash, std::equal_to<>> known_;
    std::vector<Datum> values_{0};
};

}  // namespace scrim::postgres
