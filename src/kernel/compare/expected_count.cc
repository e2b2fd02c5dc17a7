#include "kernel/compare/expected_count.h"

namespace scrim::compare {

double expected_count(const Side& side, const CountQuery& query) {
    if (query.empty()) return side.total;
    std::vector<std::vector<double>> shares;  // per condition, by label
    for (const CountCondition& condition : query) {
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
