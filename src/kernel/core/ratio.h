// Ratio: an exact fraction. Every guarantee is decided with these, never with floating point.
//
// Numerator and denominator are 128 bits wide and kept as given (reducing costs more than comparing); comparison is
// exact for any two ratios. A Ratio may be infinite (denominator 0), greater than every finite one: "no finite
// parameter holds".
//
//   Ratio confidence{3, 4};
//   confidence <= *Ratio::parse("75%");   // true
//   confidence.to_string();               // "3/4"
#pragma once

#include "kernel/core/int128.h"

#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace scrim {

class Ratio {
public:
    constexpr Ratio(Int128 numerator = 0, Int128 denominator = 1)
        : numerator_(denominator < 0 ? -numerator : numerator),
          denominator_(denominator < 0 ? -denominator : denominator) {}
    static constexpr Ratio infinity() { return Ratio(1, 0); }

    // "5", "-0.25", "3/7", "20%", "1e-3"; nothing when the text is none of these or does not fit 128 bits.
    static std::optional<Ratio> parse(std::string_view text);

    constexpr Int128 numerator() const { return numerator_; }
    constexpr Int128 denominator() const { return denominator_; }
    constexpr bool infinite() const { return denominator_ == 0; }
    bool is_integer() const { return !infinite() && numerator_ % denominator_ == 0; }

    Ratio reduced() const;
    double to_double() const;
    std::string to_string() const;  // reduced: "3/7", "5", "infinity"

    friend std::strong_ordering operator<=>(const Ratio& a, const Ratio& b) {
        // Products of 64-bit numbers fit.
        if (a.narrow() && b.narrow()) return a.numerator_ * b.denominator_ <=> b.numerator_ * a.denominator_;
        return compare_wide(a, b);
    }
    friend bool operator==(const Ratio& a, const Ratio& b) { return (a <=> b) == std::strong_ordering::equal; }

private:
    bool narrow() const {
        return numerator_ == static_cast<std::int64_t>(numerator_) &&
               denominator_ == static_cast<std::int64_t>(denominator_) && denominator_ != 0;
    }
    static std::strong_ordering compare_wide(const Ratio& a, const Ratio& b);

    Int128 numerator_;
    Int128 denominator_;  // >= 0; 0 means infinite
};

}  // namespace scrim
