#include "methods/query/estimate.h"

#include "kernel/core/int128.h"

#include <algorithm>
#include <cmath>

namespace scrim::querying {

Result<Estimator> Estimator::of(const Released& released, const std::vector<Meaning>& meanings,
                                const Condition& condition) {
    Estimator made(released, meanings);
    std::vector<Code> sizes;
    for (std::size_t c = 0; c < meanings.size(); ++c) {
        const bool used = meanings[c].attribute.hierarchy != nullptr;
        sizes.push_back(used ? meanings[c].domain().size() : 0);
        made.unmixers_.emplace_back();
        if (!used || !released.columns[c].chances) continue;
        SCRIM_TRY(made.unmixers_.back(), Unmixer::of(released.columns[c], meanings[c]));
    }
    SCRIM_TRY(made.cases_, cases_of(condition, sizes));
    return made;
}

double Estimator::value_of(const Asked& asked, Code atom) const {
    const Meaning& meaning = meanings_[*asked.column];
    if (atom >= meaning.domain().values()) return 0;
    if (asked.only_whether) return 1;
    const double number =
        static_cast<double>(meaning.low[atom]) / static_cast<double>(*power_of_ten(meaning.scale)) - asked.less;
    return asked.squared ? number * number : number;
}

std::vector<double> Estimator::by_row(const Asked& asked) const {
    const Tuples& rows = released_.rows;
    std::vector<double> total(rows.size(), 0), product;
    std::vector<std::size_t> columns = cases_.columns;
    if (asked.column && !cases_.place_of(*asked.column)) columns.push_back(*asked.column);
    for (const Box& box : cases_.yes) {
        product.assign(rows.size(), 1);
        for (const std::size_t column : columns) {
            const Meaning& meaning = meanings_[column];
            const auto place = cases_.place_of(column);
            std::vector<double> f(meaning.domain().size(), place ? 0 : 1);
            if (place)
                for (const Span span : box.sets[*place]) std::fill(f.begin() + span.lo, f.begin() + span.hi, 1.0);
            if (asked.column == column)
                for (Code atom = 0; atom < f.size(); ++atom) f[atom] *= f[atom] == 0 ? 0 : value_of(asked, atom);
            const std::vector<double> g = unmixers_[column] ? unmixers_[column]->unmixed(f) : f;
            std::vector<double> by_code;
            for (const Spans& cell : meaning.cells) by_code.push_back(g[cell.front().lo]);
            rows.table[column].visit([&](auto codes) {
                for (std::size_t row = 0; row < product.size(); ++row) product[row] *= by_code[codes[row]];
            });
        }
        for (std::size_t row = 0; row < total.size(); ++row) total[row] += product[row];
    }
    return total;
}

double Estimator::sum(const std::vector<double>& by_row) const {
    double sum = 0;
    for (std::size_t row = 0; row < by_row.size(); ++row) sum += released_.rows.weights[row] * by_row[row];
    return sum;
}

double Estimator::variance(const std::vector<double>& values, const std::vector<double>& squares) const {
    double sum = 0;
    for (std::size_t row = 0; row < values.size(); ++row)
        sum += released_.rows.weights[row] * (values[row] * values[row] - squares[row]);
    return std::max(sum, 0.0);
}

QueryEstimate Estimator::count() const {
    const std::vector<double> values = by_row({});
    return {sum(values), std::sqrt(variance(values, values))};
}

std::optional<QueryEstimate> Estimator::of_numbers(Aggregate aggregate, std::size_t column) const {
    const std::vector<double> values = by_row({column, 0, false, false});
    if (aggregate == Aggregate::sum)
        return QueryEstimate{sum(values), std::sqrt(variance(values, by_row({column, 0, true, false})))};
    const double count = sum(by_row({column, 0, false, true}));
    if (!(count > 0)) return std::nullopt;
    // Of a quotient, to first order: as of the sum of what exceeds it.
    const double mean = sum(values) / count;
    const double spread = variance(by_row({column, mean, false, false}), by_row({column, mean, true, false}));
    return QueryEstimate{mean, std::sqrt(spread) / count};
}

}  // namespace scrim::querying
