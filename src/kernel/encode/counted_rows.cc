#include "kernel/encode/counted_rows.h"

#include "kernel/core/text.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace scrim::encode {
namespace {

Result<std::vector<std::uint64_t>> counts_of(const std::string& name, const TypedValues& values) {
    const auto all_above_zero = [&] {
        return values.numbers.size() == values.size() && values.scale == 0 &&
               std::all_of(values.numbers.begin(), values.numbers.end(),
                           [](Int128 count) { return count > 0 && count <= std::numeric_limits<std::int64_t>::max(); });
    };
    if (!all_above_zero())
        return input_error(format("column {} does not count rows: whole numbers above 0 are expected", quoted(name)));
    return std::vector<std::uint64_t>(values.numbers.begin(), values.numbers.end());
}

// The codes of the chosen rows, as narrow as before.
Column::Codes chosen(const Column::Codes& codes, const std::vector<std::size_t>& rows) {
    return std::visit(
        [&](const auto& from) -> Column::Codes {
            std::decay_t<decltype(from)> made;
            made.reserve(rows.size());
            for (const std::size_t row : rows) made.push_back(from[row]);
            return made;
        },
        codes);
}

Code code_at(const Column::Codes& codes, std::size_t row) {
    return std::visit([&](const auto& all) { return static_cast<Code>(all[row]); }, codes);
}

}  // namespace

Result<TypedRows> counted_rows(TypedRows rows) {
    const TypedColumn counts = rows.columns.back();
    const std::string name = rows.names.back();
    rows.columns.pop_back();
    rows.names.pop_back();
    SCRIM_TRY(const std::vector<std::uint64_t> often, counts_of(name, *counts.values));
    // Rows that differ in their counts alone stand beside each other.
    const auto same = [&](std::size_t one, std::size_t other) {
        return std::all_of(rows.columns.begin(), rows.columns.end(), [&](const TypedColumn& column) {
            return code_at(column.codes, one) == code_at(column.codes, other);
        });
    };
    std::vector<std::size_t> first;
    std::vector<std::uint64_t> weights;
    rows.total = 0;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        std::uint64_t records = 0;
        if (__builtin_mul_overflow(rows.weights[row], often[code_at(counts.codes, row)], &records) ||
            __builtin_add_overflow(rows.total, records, &rows.total))
            return input_error(format("the counts of column {} add up to more than 64 bits hold", quoted(name)));
        if (first.empty() || !same(first.back(), row)) {
            first.push_back(row);
            weights.push_back(0);
        }
        weights.back() += records;
    }
    for (TypedColumn& column : rows.columns) column.codes = chosen(column.codes, first);
    rows.weights = std::move(weights);
    return rows;
}

}  // namespace scrim::encode
