#include "methods/query/chances.h"

#include "kernel/core/number_text.h"
#include "kernel/core/text.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace scrim::querying {
namespace {

// The values over one domain, NULL aside: numbers where all are.
Domain domain_of(const Chances& chances) {
    std::vector<std::string> texts;
    std::vector<Decimal> numbers;
    bool missing = false;
    for (const auto& value : chances.values) {
        missing |= !value;
        if (!value) continue;
        texts.push_back(*value);
        if (const auto number = parse_decimal(*value)) numbers.push_back(*number);
    }
    int scale = 0;
    for (const Decimal& number : numbers) scale = std::max(scale, number.scale);
    std::vector<Int128> units;
    for (const Decimal& number : numbers)
        if (const auto scaled = rescale(number.units, number.scale, scale)) units.push_back(*scaled);
    if (units.size() == texts.size() && !units.empty()) {
        std::sort(units.begin(), units.end());
        return Domain::of_numbers(std::move(units), scale, Domain::Kind::number, missing);
    }
    std::sort(texts.begin(), texts.end());
    return Domain::of_text(std::move(texts), missing);
}

std::optional<Code> code_of(const std::optional<std::string>& value, const Domain& domain) {
    if (value) return domain.find(*value);
    return domain.has_null() ? std::optional(domain.null_code()) : std::nullopt;
}

// By Gauss and Jordan, the largest pivot first; nothing where there is none.
std::optional<std::vector<std::vector<double>>> inverse_of(std::vector<std::vector<double>> matrix) {
    const std::size_t size = matrix.size();
    std::vector<std::vector<double>> inverse(size, std::vector<double>(size, 0));
    for (std::size_t i = 0; i < size; ++i) inverse[i][i] = 1;
    for (std::size_t c = 0; c < size; ++c) {
        std::size_t pivot = c;
        for (std::size_t r = c; r < size; ++r)
            if (std::abs(matrix[r][c]) > std::abs(matrix[pivot][c])) pivot = r;
        if (std::abs(matrix[pivot][c]) < 1e-9) return std::nullopt;
        std::swap(matrix[c], matrix[pivot]);
        std::swap(inverse[c], inverse[pivot]);
        const double by = matrix[c][c];
        for (std::size_t k = 0; k < size; ++k) {
            matrix[c][k] /= by;
            inverse[c][k] /= by;
        }
        for (std::size_t r = 0; r < size; ++r) {
            const double factor = matrix[r][c];
            if (r == c || factor == 0) continue;
            for (std::size_t k = 0; k < size; ++k) {
                matrix[r][k] -= factor * matrix[c][k];
                inverse[r][k] -= factor * inverse[c][k];
            }
        }
    }
    return inverse;
}

}  // namespace

Result<Meaning> meaning_by_chances(const ReleasedColumn& column) {
    const auto domain = std::make_shared<const Domain>(domain_of(*column.chances));
    Meaning meaning;
    meaning.attribute.name = column.name;
    meaning.attribute.hierarchy = std::make_shared<const hierarchy::Hierarchy>(hierarchy::Hierarchy::flat(domain));
    meaning.all_values = true;
    meaning.scale = domain->scale();
    const Domain& printed = *column.printed;
    for (Code code = 0; code < printed.size(); ++code) {
        const auto label = code < printed.values() ? std::optional(printed.label(code)) : std::nullopt;
        const auto atom = code_of(label, *domain);
        if (!atom)
            return input_error(format("column {}: {} is no value that the certificate's chances lead to",
                                      quoted(column.name), quoted(printed.label(code))));
        meaning.cells.push_back({Span::of(*atom)});
    }
    meaning.values_before.push_back(0);
    for (Code code = 0; code < domain->size(); ++code) {
        if (domain->is_numeric() && code < domain->values()) meaning.low.push_back(domain->units(code));
        meaning.values_before.push_back(meaning.values_before.back() + 1);
    }
    meaning.high = meaning.low;
    meaning.twice_sum_before.assign(meaning.values_before.size(), 0);
    return meaning;
}

Result<Unmixer> Unmixer::of(const ReleasedColumn& column, const Meaning& meaning) {
    const Chances& chances = *column.chances;
    Unmixer unmixer;
    const auto useless = [&] {
        return input_error(
            format("column {} was changed by chances that leave nothing to estimate from", quoted(column.name)));
    };
    if (chances.retention) {
        unmixer.retention_ = chances.retention->to_double();
        if (!(*chances.retention > Ratio(0))) return useless();
    }
    std::vector<Code> atoms;
    for (const auto& value : chances.values) {
        const auto atom = code_of(value, meaning.domain());
        if (!atom) return useless();
        atoms.push_back(*atom);
    }
    if (chances.retention) {
        unmixer.drawn_.assign(atoms.size(), 1 / static_cast<double>(atoms.size()));
        for (std::size_t i = 0; i < chances.drawn.size(); ++i) unmixer.drawn_[atoms[i]] = chances.drawn[i].to_double();
        return unmixer;
    }
    std::vector<std::vector<double>> matrix(atoms.size(), std::vector<double>(atoms.size(), 0));
    for (std::size_t i = 0; i < atoms.size(); ++i)
        for (std::size_t j = 0; j < atoms.size(); ++j) matrix[atoms[i]][atoms[j]] = chances.rows[i][j].to_double();
    auto inverse = inverse_of(std::move(matrix));
    if (!inverse) return useless();
    unmixer.inverse_ = *std::move(inverse);
    return unmixer;
}

std::vector<double> Unmixer::unmixed(const std::vector<double>& f) const {
    std::vector<double> g(f.size(), 0);
    if (inverse_.empty()) {
        // A value stays with chance p and else is drawn by d: g = (f - (1 - p) * (d, f)) / p, for (d, g) is (d, f).
        const double mean = std::inner_product(f.begin(), f.end(), drawn_.begin(), 0.0);
        for (std::size_t i = 0; i < f.size(); ++i) g[i] = (f[i] - (1 - retention_) * mean) / retention_;
        return g;
    }
    for (std::size_t i = 0; i < f.size(); ++i)
        for (std::size_t j = 0; j < f.size(); ++j) g[i] += inverse_[i][j] * f[j];
    return g;
}

}  // namespace scrim::querying
