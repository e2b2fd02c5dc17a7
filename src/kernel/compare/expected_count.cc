#include "kernel/compare/expected_count.h"

#include <algorithm>

namespace scrim::compare {

double share_of(Span printed, const std::vector<Span>& asked) {
    std::uint64_t common = 0;
    for (const Span span : asked)
        if (span.overlaps(printed)) common += std::min(span.hi, printed.hi) - std::max(span.lo, printed.lo);
    return static_cast<double>(common) / printed.width();
}

double expected_count(const Side& side, const CountQuery& query) {
    if (query.empty()) return side.total;
    std::vector<std::vector<double>> shares;  // per condition, by label
    for (const Condition& condition : query) {
        std::vector<double>& of_label = shares.emplace_back();
        for (const Span printed : side.printed[condition.attribute])
            of_label.push_back(share_of(printed, condition.spans));
    }
    double sum = 0;
    for (std::size_t row = 0; row < side.rows(); ++row) {
        double share = side.weights[row];
        for (std::size_t c = 0; c < query.size() && share > 0; ++c)
            share *= shares[c][side.labels[query[c].attribute][row]];
        sum += share;
    }
    return sum;
}

}  // namespace scrim::compare
