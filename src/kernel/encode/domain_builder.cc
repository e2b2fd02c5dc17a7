#include "kernel/encode/domain_builder.h"

#include "kernel/core/field.h"
#include "kernel/core/number_text.h"
#include "kernel/core/parallel.h"
#include "kernel/core/respelling.h"
#include "kernel/core/text.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <limits>
#include <optional>
#include <string>

namespace scrim::encode {
namespace {

constexpr std::size_t grain = 4096;  // values that one thread takes at once

// One value per local code of each dictionary, without NULL: [dictionary][local code - 1].
template <class T>
using PerDictionary = std::vector<std::vector<T>>;

template <class Real>
std::string shortest_text(Real value) {
    char buffer[64];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
    return {buffer, end};
}

// A floating-point number by the shortest text that reads back as itself.
std::string real_text(ValueType type, std::uint64_t bits) {
    return type == ValueType::real ? shortest_text(std::bit_cast<double>(bits))
                                   : shortest_text(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
}

Error non_finite_error(std::string_view column, std::string_view value) {
    return input_error(format("column {} holds {} among its numbers; finite numbers or empty cells are accepted",
                              quoted(column), quoted(value)));
}

Error too_wide_error(std::string_view column, std::string_view value) {
    return input_error(
        format("column {} holds {}, with which it needs more than 38 digits; round the column to fewer decimals, "
               "or leave that cell empty",
               quoted(column), quoted(value)));
}

using Respell = std::optional<std::string> (*)(std::string_view);

auto date_respelled(Respell respell) {
    return [respell](std::string_view text) -> std::optional<std::int64_t> {
        const auto spelled = respell(text);
        return spelled ? parse_date(*spelled) : std::nullopt;
    };
}
auto time_respelled(Respell respell) {
    return [respell](std::string_view text) -> std::optional<std::int64_t> {
        const auto spelled = respell(text);
        return spelled ? parse_timestamp(*spelled) : std::nullopt;
    };
}
auto number_respelled(Respell respell) {
    return [respell](std::string_view text) -> std::optional<Decimal> {
        const auto spelled = respell(text);
        return spelled ? parse_decimal(*spelled) : std::nullopt;
    };
}

// How many, but no more than `most`.
int zeros_at_end(Int128 value, int most) {
    int zeros = 0;
    for (; zeros < most && value % 10 == 0; ++zeros) value /= 10;
    return zeros;
}

class Builder {
public:
    Builder(std::string_view column, std::span<const Dictionary> dictionaries, std::uint64_t most_values)
        : column_(column), dictionaries_(dictionaries), most_values_(most_values) {
        for (const Dictionary& dictionary : dictionaries_) has_null_ = has_null_ || dictionary.has_null;
    }

    Result<BuiltDomain> of_integers() const { return of_units(integer_units(), 0, Domain::Kind::number); }
    Result<BuiltDomain> of_naturals() const {
        return of_units(collect([this](std::size_t d, std::size_t i) { return Int128{numbers(d)[i]}; }), 0,
                        Domain::Kind::number);
    }

    // Digits after the point that no value needs are left out.
    Result<BuiltDomain> of_fixed(int scale) const {
        PerDictionary<Int128> units =
            collect([this](std::size_t d, std::size_t i) { return decimal_units(texts(d)[i]); });
        int spare = scale;
        for (const auto& values : units)
            for (const Int128 value : values) spare = std::min(spare, zeros_at_end(value, spare));
        const Int128 divisor = *power_of_ten(std::max(spare, 0)), too_wide = *power_of_ten(38);
        for (auto& values : units)
            for (Int128& value : values) {
                value /= divisor;
                if (value >= too_wide || value <= -too_wide)
                    return too_wide_error(column_, format_decimal(value, scale - spare));
            }
        return of_units(std::move(units), scale - spare, Domain::Kind::number);
    }

    // The source's infinite dates are the ends of its range.
    Result<BuiltDomain> of_dates(Domain::Kind kind, std::int64_t infinity) const {
        PerDictionary<Int128> units = integer_units();
        for (const auto& values : units)
            for (const Int128 value : values)
                if (value == infinity || value == -infinity)
                    return input_error(
                        format("column {} holds an infinite date; dates of the calendar or empty cells are accepted",
                               quoted(column_)));
        return of_units(std::move(units), 0, kind);
    }

    Result<BuiltDomain> of_reals(ValueType type) const {
        const auto text_of = [&](std::size_t d, std::size_t i) { return real_text(type, numbers(d)[i]); };
        int scale = 0;
        for (std::size_t d = 0; d < dictionaries_.size(); ++d)
            for (std::size_t i = 0; i < dictionaries_[d].size(); ++i) {
                const std::string value = text_of(d, i);
                if (is_non_finite(value)) return non_finite_error(column_, value);
                const std::optional<Decimal> decimal = parse_decimal(value);
                if (!decimal) return too_wide_error(column_, value);
                scale = std::max(scale, decimal->scale);
            }
        return of_decimals(scale, text_of);
    }

    Result<BuiltDomain> of_text(ColumnType meant) const {
        switch (meant) {
            case ColumnType::found:
            case ColumnType::plain: break;
            case ColumnType::category: return of_categories();
            case ColumnType::day_first: return of_respelled(respell_day_first, "a date such as 31/12/2020");
            case ColumnType::month_first: return of_respelled(respell_month_first, "a date such as 12/31/2020");
            case ColumnType::decimal_comma: return of_respelled(respell_decimal_comma, "a number such as 1.234,56");
            case ColumnType::decimal_point: return of_respelled(respell_decimal_point, "a number such as 1,234.56");
        }
        SCRIM_TRY(const std::optional<int> scale, common_scale());
        if (scale) return of_decimals(*scale, [this](std::size_t d, std::size_t i) { return texts(d)[i]; });
        if (all_parse(parse_date)) return of_units(parsed_units(parse_date), 0, Domain::Kind::date);
        if (all_parse(parse_timestamp)) return of_units(parsed_units(parse_timestamp), 0, Domain::Kind::timestamp);
        if (meant == ColumnType::plain) return of_categories();
        if (all_dates(respell_day_first) || all_dates(respell_month_first)) return of_dates_respelled();
        if (all_parse(number_respelled(respell_decimal_comma)) || all_parse(number_respelled(respell_decimal_point)))
            return of_numbers_respelled();
        return of_categories();
    }

    Result<BuiltDomain> of_categories() const {
        std::vector<std::string_view> ordered;
        for (std::size_t d = 0; d < dictionaries_.size(); ++d)
            ordered.insert(ordered.end(), texts(d).begin(), texts(d).end());
        SCRIM_CHECK(order(ordered));
        auto codes = final_codes(ordered, [this](std::size_t d, std::size_t i) { return texts(d)[i]; });
        std::vector<std::string> labels(ordered.begin(), ordered.end());
        return BuiltDomain{std::make_shared<Domain>(Domain::of_text(std::move(labels), has_null_)), std::move(codes)};
    }

private:
    // Day first or month first? Only a day above 12 tells, or a dot.
    Result<BuiltDomain> of_dates_respelled() const {
        const bool day_first = all_dates(respell_day_first), month_first = all_dates(respell_month_first);
        if (day_first && month_first)
            return input_error(
                format("column {} holds {}, which may be day or month first; say type: day_first or "
                       "month_first in the policy (or {}), or type: category for text",
                       quoted(column_), quoted(first_text()), field("type", format("{}=day_first", column_))));
        return of_respelled(day_first ? respell_day_first : respell_month_first, "a date");
    }

    // 1,234 is a thousand and more, or one and a little.
    Result<BuiltDomain> of_numbers_respelled() const {
        const bool comma = all_parse(number_respelled(respell_decimal_comma));
        const bool point = all_parse(number_respelled(respell_decimal_point));
        if (!comma || !point) return of_respelled(comma ? respell_decimal_comma : respell_decimal_point, "a number");
        for (std::size_t d = 0; d < dictionaries_.size(); ++d)
            for (const std::string_view value : texts(d))
                if (value.find_first_of(",.") != std::string_view::npos)
                    return input_error(
                        format("column {} holds {}, whose comma or point may stand before decimals or between "
                               "thousands; say type: decimal_comma or decimal_point in the policy (or {}), "
                               "or type: category for text",
                               quoted(column_), quoted(value), field("type", format("{}=decimal_comma", column_))));
        return of_categories();  // blanks alone do not make a number: 555 123
    }

    bool all_dates(Respell respell) const {
        return all_parse(date_respelled(respell)) || all_parse(time_respelled(respell));
    }

    std::string_view first_text() const {
        for (std::size_t d = 0; d < dictionaries_.size(); ++d)
            if (!texts(d).empty()) return texts(d).front();
        return {};
    }

    // Every value, once respelled, is a date, a timestamp or a number, and all are the same.
    Result<BuiltDomain> of_respelled(Respell respell, std::string_view expected) const {
        if (all_parse(date_respelled(respell)))
            return of_units(parsed_units(date_respelled(respell)), 0, Domain::Kind::date);
        if (all_parse(time_respelled(respell)))
            return of_units(parsed_units(time_respelled(respell)), 0, Domain::Kind::timestamp);
        int scale = 0;
        for (std::size_t d = 0; d < dictionaries_.size(); ++d)
            for (const std::string_view value : texts(d)) {
                const auto decimal = number_respelled(respell)(value);
                if (!decimal)
                    return input_error(
                        format("column {} holds {}, and {} is expected; if it means 'no value', name it "
                               "with missing: in the policy or {}",
                               quoted(column_), quoted(value), expected, field("missing")));
                scale = std::max(scale, decimal->scale);
            }
        return of_decimals(scale, [this, respell](std::size_t d, std::size_t i) { return *respell(texts(d)[i]); });
    }

    const std::vector<std::uint64_t>& numbers(std::size_t d) const {
        return std::get<NumberDictionary>(dictionaries_[d].values).values();
    }
    const std::vector<std::string_view>& texts(std::size_t d) const {
        return std::get<TextDictionary>(dictionaries_[d].values).values();
    }

    // value_of(dictionary, i) for every value, in parallel.
    template <class ValueOf>
    PerDictionary<Int128> collect(ValueOf value_of) const {
        PerDictionary<Int128> result;
        for (std::size_t d = 0; d < dictionaries_.size(); ++d) {
            std::vector<Int128>& values = result.emplace_back(dictionaries_[d].size());
            parallel_for(0, values.size(), grain, [&](std::size_t begin, std::size_t end) {
                for (std::size_t i = begin; i < end; ++i) values[i] = value_of(d, i);
            });
        }
        return result;
    }
    PerDictionary<Int128> integer_units() const {
        return collect(
            [this](std::size_t d, std::size_t i) { return Int128{static_cast<std::int64_t>(numbers(d)[i])}; });
    }
    template <class Parse>
    PerDictionary<Int128> parsed_units(Parse parse) const {
        return collect([this, parse](std::size_t d, std::size_t i) { return Int128{*parse(texts(d)[i])}; });
    }

    // Whether every text value parses, and there is one.
    template <class Parse>
    bool all_parse(Parse parse) const {
        bool any = false;
        for (std::size_t d = 0; d < dictionaries_.size(); ++d)
            for (const std::string_view value : texts(d)) {
                if (!parse(value)) return false;
                any = true;
            }
        return any;
    }

    // The digits after the point that the text values need if they are numbers all; nothing if they are not.
    Result<std::optional<int>> common_scale() const {
        std::optional<int> scale;
        std::string_view non_finite;
        for (std::size_t d = 0; d < dictionaries_.size(); ++d)
            for (const std::string_view value : texts(d)) {
                if (const std::optional<Decimal> decimal = parse_decimal(value)) {
                    scale = std::max(scale.value_or(0), decimal->scale);
                } else if (is_non_finite(value)) {
                    non_finite = value;
                } else {
                    return std::optional<int>();
                }
            }
        if (scale && !non_finite.empty()) return non_finite_error(column_, non_finite);
        return scale;
    }

    // text_of(dictionary, i) is a decimal of at most `scale` digits after the point, for every value.
    template <class TextOf>
    Result<BuiltDomain> of_decimals(int scale, TextOf text_of) const {
        const Int128 too_wide = *power_of_ten(38);
        PerDictionary<Int128> units = collect([&](std::size_t d, std::size_t i) {
            const Decimal value = *parse_decimal(text_of(d, i));
            return rescale(value.units, value.scale, scale).value_or(too_wide);
        });
        for (std::size_t d = 0; d < units.size(); ++d)
            for (std::size_t i = 0; i < units[d].size(); ++i)
                if (units[d][i] >= too_wide || units[d][i] <= -too_wide) return too_wide_error(column_, text_of(d, i));
        return of_units(std::move(units), scale, Domain::Kind::number);
    }

    Result<BuiltDomain> of_units(PerDictionary<Int128> units, int scale, Domain::Kind kind) const {
        std::vector<Int128> ordered;
        for (const auto& values : units) ordered.insert(ordered.end(), values.begin(), values.end());
        SCRIM_CHECK(order(ordered));
        auto codes = final_codes(ordered, [&](std::size_t d, std::size_t i) { return units[d][i]; });
        return BuiltDomain{std::make_shared<Domain>(Domain::of_numbers(std::move(ordered), scale, kind, has_null_)),
                           std::move(codes)};
    }

    // Sort, keep each value once, and refuse too many.
    template <class T>
    Result<void> order(std::vector<T>& values) const {
        std::sort(values.begin(), values.end());
        values.erase(std::unique(values.begin(), values.end()), values.end());
        if (values.size() <= most_values_) return {};
        return input_error(format("column {} has {} distinct values; at most {} are accepted", quoted(column_),
                                  with_thousands(values.size()), with_thousands(most_values_)));
    }

    template <class T, class ValueOf>
    PerDictionary<Code> final_codes(const std::vector<T>& ordered, ValueOf value_of) const {
        PerDictionary<Code> result;
        for (std::size_t d = 0; d < dictionaries_.size(); ++d) {
            std::vector<Code>& codes = result.emplace_back(dictionaries_[d].size() + 1);
            codes[0] = static_cast<Code>(ordered.size());  // NULL comes last
            parallel_for(0, dictionaries_[d].size(), grain, [&](std::size_t begin, std::size_t end) {
                for (std::size_t i = begin; i < end; ++i) {
                    const auto found = std::lower_bound(ordered.begin(), ordered.end(), value_of(d, i));
                    codes[i + 1] = static_cast<Code>(found - ordered.begin());
                }
            });
        }
        return result;
    }

    std::string_view column_;
    std::span<const Dictionary> dictionaries_;
    std::uint64_t most_values_;
    bool has_null_ = false;
};

}  // namespace

Result<BuiltDomain> build_domain(std::string_view column, ValueType type, std::span<const Dictionary> dictionaries,
                                 std::uint64_t most_values, ColumnType meant, int scale) {
    const Builder builder(column, dictionaries, most_values);
    switch (type) {
        case ValueType::integer: return builder.of_integers();
        case ValueType::natural: return builder.of_naturals();
        case ValueType::decimal: return builder.of_fixed(scale);
        case ValueType::date: return builder.of_dates(Domain::Kind::date, std::numeric_limits<std::int32_t>::max());
        case ValueType::timestamp:
            return builder.of_dates(Domain::Kind::timestamp, std::numeric_limits<std::int64_t>::max());
        case ValueType::real:
        case ValueType::single: return builder.of_reals(type);
        case ValueType::text: return builder.of_text(meant);
    }
    return fault_error(format("column {} has an unknown type of values", quoted(column)));
}

}  // namespace scrim::encode
