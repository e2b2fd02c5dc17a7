#include "kernel/recode/perturb/column_distance.h"

namespace scrim::recode::perturb {
namespace {

std::vector<std::uint64_t> counts_of(const Column& column, std::span<const std::uint32_t> records) {
    std::vector<std::uint64_t> counts(column.domain().size(), 0);
    for (const std::uint32_t record : records) ++counts[column[record]];
    return counts;
}

// From the first value, so that large numbers that are near each other lose no digits.
long double variance_of_numbers(const Domain& domain, const std::vector<std::uint64_t>& counts, std::size_t records) {
    const auto from_first = [&](Code code) { return static_cast<long double>(domain.units(code) - domain.units(0)); };
    const auto all = static_cast<long double>(records);
    long double mean = 0, squares = 0;
    for (Code code = 0; code < domain.values(); ++code)
        mean += from_first(code) * static_cast<long double>(counts[code]) / all;
    for (Code code = 0; code < domain.values(); ++code) {
        const long double apart = from_first(code) - mean;
        squares += apart * apart * static_cast<long double>(counts[code]);
    }
    return squares / (all - 1);
}

long double variance_of_categories(const Domain& domain, const hierarchy::Hierarchy* hierarchy,
                                   const std::vector<std::uint64_t>& counts, std::size_t records) {
    std::vector<std::uint64_t> below = counts;
    if (hierarchy != nullptr) {
        below.assign(hierarchy->nodes().size(), 0);
        for (Code code = 0; code < domain.values(); ++code)
            for (auto node = hierarchy->leaf(code); node != 0; node = hierarchy->nodes()[node].parent)
                below[node] += counts[code];
    }
    const auto all = static_cast<long double>(records);
    long double sum = 0;
    for (const std::uint64_t count : below)
        sum += static_cast<long double>(count) * (all - static_cast<long double>(count));
    return sum / (all * (all - 1));
}

}  // namespace

ColumnDistance::ColumnDistance(std::span<const EmbeddedColumn> columns, std::span<const std::uint32_t> records)
    : columns_(columns.begin(), columns.end()) {
    for (const EmbeddedColumn& column : columns) {
        const Domain& domain = column.values->domain();
        const auto counts = counts_of(*column.values, records);
        const long double variance = records.size() < 2 ? 0
                                     : domain.is_numeric()
                                         ? variance_of_numbers(domain, counts, records.size())
                                         : variance_of_categories(domain, column.hierarchy, counts, records.size());
        variance_.push_back(static_cast<double>(variance));
    }
}

double ColumnDistance::squared(std::uint32_t a, std::uint32_t b) const {
    double sum = 0;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
        const Code left = (*columns_[c].values)[a], right = (*columns_[c].values)[b];
        if (left == right || variance_[c] == 0) continue;
        const Domain& domain = columns_[c].values->domain();
        if (domain.is_numeric()) {
            const auto apart = static_cast<double>(domain.units(left) - domain.units(right));
            sum += apart * apart / variance_[c];
        } else {
            sum += steps_between(columns_[c].hierarchy, left, right) / variance_[c];
        }
    }
    return sum;
}

}  // namespace scrim::recode::perturb
