#include "adapters/libpq/cells/numeric.h"

#include "adapters/libpq/cells/copy_rows.h"
#include "kernel/core/text.h"

namespace scrim::libpq {
namespace {

constexpr std::uint16_t negative = 0x4000, not_a_number = 0xC000, infinity = 0xD000, minus_infinity = 0xF000;
constexpr int digits_each = 4;

}  // namespace

std::optional<std::string> numeric_text(std::string_view bytes) {
    if (bytes.size() < 8) return std::nullopt;
    const auto groups = number_at<std::int16_t>(bytes), weight = number_at<std::int16_t>(bytes, 2);
    const auto sign = number_at<std::uint16_t>(bytes, 4);
    const auto scale = number_at<std::int16_t>(bytes, 6);
    if (groups < 0 || scale < 0 || bytes.size() != 8 + 2 * static_cast<std::size_t>(groups)) return std::nullopt;
    if (sign == not_a_number) return "NaN";
    if (sign == infinity) return "Infinity";
    if (sign == minus_infinity) return "-Infinity";
    if (sign != 0 && sign != negative) return std::nullopt;
    // The group that stands for 10,000^place.
    bool wrong = false;
    const auto group = [&](int place) {
        const int i = weight - place;
        if (i < 0 || i >= groups) return 0;
        const auto value = number_at<std::int16_t>(bytes, 8 + 2 * static_cast<std::size_t>(i));
        wrong = wrong || value < 0 || value > 9999;
        return int{value};
    };
    std::string text = sign == negative ? "-" : "";
    if (weight < 0) text += "0";
    for (int place = weight; place >= 0; --place)
        text += place == weight ? format("{}", group(place)) : format("{:04}", group(place));
    if (scale > 0) {
        std::string fraction;
        for (int place = -1; static_cast<int>(fraction.size()) < scale; --place)
            fraction += format("{:0{}}", group(place), digits_each);
        text += "." + fraction.substr(0, static_cast<std::size_t>(scale));
    }
    if (wrong) return std::nullopt;
    return text;
}

}  // namespace scrim::libpq
