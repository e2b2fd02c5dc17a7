#include "kernel/compare/held_out.h"

#include <algorithm>

namespace scrim::compare {

std::vector<double> weights_without(const Comparison& input, std::span<const std::uint32_t> held_out) {
    const Side& release = input.release;
    std::vector<double> weights = release.weights;
    if (input.attributes.empty()) return weights;
    // Rows are looked for by the attribute that prints most different values.
    std::size_t index = 0;
    for (std::size_t a = 1; a < input.attributes.size(); ++a)
        if (release.printed[a].size() > release.printed[index].size()) index = a;
    std::vector<std::vector<std::uint32_t>> rows(release.printed[index].size());
    for (std::size_t row = 0; row < release.rows(); ++row)
        rows[release.labels[index][row]].push_back(static_cast<std::uint32_t>(row));
    std::vector<std::vector<Code>> labels(input.attributes[index].domain().size());  // by code: those that cover it
    for (Code label = 0; label < rows.size(); ++label)
        if (!rows[label].empty())
            for (Code code = release.printed[index][label].lo; code < release.printed[index][label].hi; ++code)
                labels[code].push_back(label);

    std::vector<Code> codes(input.attributes.size());
    const auto covers = [&](std::uint32_t row) {
        for (std::size_t a = 0; a < codes.size(); ++a)
            if (!release.span(a, row).contains(codes[a])) return false;
        return true;
    };
    for (const std::uint32_t record : held_out) {
        for (std::size_t a = 0; a < codes.size(); ++a) codes[a] = input.original.span(a, record).lo;
        double left = 1;
        for (const Code label : labels[codes[index]])
            for (const std::uint32_t row : rows[label]) {
                if (left <= 0) break;
                if (weights[row] <= 0 || !covers(row)) continue;
                const double taken = std::min(left, weights[row]);
                weights[row] -= taken;
                left -= taken;
            }
    }
    return weights;
}

}  // namespace scrim::compare
