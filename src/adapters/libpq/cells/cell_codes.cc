#include "adapters/libpq/cells/cell_codes.h"

#include "adapters/libpq/cells/numeric.h"
#include "kernel/core/number_text.h"
#include "kernel/core/text.h"
#include "kernel/encode/meant_domain.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace scrim::libpq {
namespace {

constexpr std::int64_t days_to_2000 = 10'957, microseconds_to_2000 = days_to_2000 * 86'400'000'000;

// A date or timestamp counted from 1970; infinite ones are the ends of the range, as encode takes them.
template <class T>
std::int64_t since_1970(T value, std::int64_t epoch) {
    if (value == std::numeric_limits<T>::max()) return value;
    if (value == std::numeric_limits<T>::min()) return -std::int64_t{std::numeric_limits<T>::max()};
    return value + epoch;
}

std::uint64_t key(std::int64_t value) { return static_cast<std::uint64_t>(value); }
std::uint64_t key(double value) { return std::bit_cast<std::uint64_t>(value == 0 ? 0.0 : value); }
std::uint64_t key(float value) { return std::bit_cast<std::uint32_t>(value == 0 ? 0.0f : value); }

std::size_t bytes_of(Layout layout) {
    switch (layout) {
        case Layout::boolean: return 1;
        case Layout::int16: return 2;
        case Layout::int32:
        case Layout::float32:
        case Layout::date: return 4;
        case Layout::int64:
        case Layout::float64:
        case Layout::timestamp: return 8;
        case Layout::uuid: return 16;
        case Layout::numeric:
        case Layout::text:
        case Layout::padded: break;
    }
    return 0;  // of any length
}

bool holds_texts(Layout layout) { return layout == Layout::boolean || layout == Layout::uuid || bytes_of(layout) == 0; }

std::string_view without_blanks(std::string_view text) {
    const std::size_t last = text.find_last_not_of(' ');
    return text.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

std::string uuid_text(std::string_view bytes) {
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
        text += format("{:02x}", static_cast<unsigned char>(bytes[i]));
    }
    return text;
}

}  // namespace

CellCodes::CellCodes(const CellType& type) : type_(type) {
    if (holds_texts(type.layout)) dictionary_.values = encode::TextDictionary();
}

std::optional<Code> CellCodes::look_up(const Field& field) {
    if (field.null) {
        dictionary_.has_null = true;
        return Code{0};
    }
    const std::string_view bytes = field.bytes;
    if (const std::size_t expected = bytes_of(type_.layout); expected > 0 && bytes.size() != expected)
        return std::nullopt;
    if (holds_texts(type_.layout)) {
        auto& texts = std::get<encode::TextDictionary>(dictionary_.values);
        if (type_.layout == Layout::boolean) return texts.add(bytes[0] ? "true" : "false");
        if (type_.layout == Layout::padded) return texts.add(without_blanks(bytes));
        if (type_.layout == Layout::numeric && bytes.size() < 8) return std::nullopt;
        return texts.add(bytes);
    }
    auto& numbers = std::get<encode::NumberDictionary>(dictionary_.values);
    switch (type_.layout) {
        case Layout::int16: return numbers.add(key(std::int64_t{number_at<std::int16_t>(bytes)}));
        case Layout::int32: return numbers.add(key(std::int64_t{number_at<std::int32_t>(bytes)}));
        case Layout::int64: return numbers.add(key(number_at<std::int64_t>(bytes)));
        case Layout::float32: return numbers.add(key(std::bit_cast<float>(number_at<std::uint32_t>(bytes))));
        case Layout::float64: return numbers.add(key(std::bit_cast<double>(number_at<std::uint64_t>(bytes))));
        case Layout::date: return numbers.add(key(since_1970(number_at<std::int32_t>(bytes), days_to_2000)));
        case Layout::timestamp:
            return numbers.add(key(since_1970(number_at<std::int64_t>(bytes), microseconds_to_2000)));
        default: return std::nullopt;
    }
}

Result<encode::BuiltDomain> CellCodes::build(std::string_view column, const encode::Meaning& meaning) {
    int scale = 0;
    if (type_.layout == Layout::numeric) {
        SCRIM_TRY(scale, make_decimals(column));
    } else if (type_.layout == Layout::uuid) {
        make_uuids();
    } else if (type_.value == encode::ValueType::text) {
        SCRIM_CHECK(check_text(column));
    }
    SCRIM_TRY(encode::BuiltDomain built,
              encode::build_meant_domain(column, type_.value, scale, {&dictionary_, 1}, meaning));
    if (!equal_codes_.empty()) {
        std::vector<Code> codes{built.final_codes[0][0]};
        for (const Code code : equal_codes_) codes.push_back(built.final_codes[0][code]);
        built.final_codes[0] = std::move(codes);
    }
    return built;
}

// With as many digits after the point as the longest value keeps, unless 38 digits do not hold that.
Result<int> CellCodes::make_decimals(std::string_view column) {
    std::vector<Decimal> decimals;
    int kept = 0, needed = 0;
    for (const std::string_view bytes : std::get<encode::TextDictionary>(dictionary_.values).values()) {
        const auto text = numeric_text(bytes);
        if (!text) return input_error(format("the server sent no numeric in column {}", quoted(column)));
        if (is_non_finite(*text))
            return input_error(
                format("column {} holds {} among its numbers; finite numbers or empty cells are accepted",
                       quoted(column), quoted(*text)));
        const auto decimal = parse_decimal(*text);
        if (!decimal)
            return input_error(
                format("column {} holds {}, with which it needs more than 38 digits; round the column "
                       "to fewer decimals, or leave that cell empty",
                       quoted(column), quoted(printable(*text, 60))));
        const std::size_t point = text->find('.');
        kept = std::max(kept, point == std::string::npos ? 0 : static_cast<int>(text->size() - point - 1));
        needed = std::max(needed, decimal->scale);
        decimals.push_back(*decimal);
    }
    const Int128 too_wide = *power_of_ten(38);
    for (int scale = std::min(kept, 38);; scale = needed) {
        encode::TextDictionary made;
        std::vector<Code> codes;
        bool fits = true;
        for (const Decimal& decimal : decimals) {
            const auto units = scale >= decimal.scale ? rescale(decimal.units, decimal.scale, scale) : std::nullopt;
            fits = fits && units && *units<too_wide&& * units> - too_wide;
            if (!fits) break;
            codes.push_back(made.add(encode::decimal_key(*units)));
        }
        if (!fits && scale != needed) continue;
        if (!fits)
            return input_error(format("column {} needs more than 38 digits for its numbers; round it to fewer decimals",
                                      quoted(column)));
        equal_codes_ = std::move(codes);
        dictionary_.values = std::move(made);
        return scale;
    }
}

void CellCodes::make_uuids() {
    encode::TextDictionary made;
    for (const std::string_view bytes : std::get<encode::TextDictionary>(dictionary_.values).values())
        made.add(uuid_text(bytes));
    dictionary_.values = std::move(made);
}

Result<void> CellCodes::check_text(std::string_view column) const {
    for (const std::string_view text : std::get<encode::TextDictionary>(dictionary_.values).values())
        if (!is_utf8(text))
            return input_error(
                format("column {} holds bytes that are not UTF-8 text: {}", quoted(column), quoted(text)));
    return {};
}

}  // namespace scrim::libpq
