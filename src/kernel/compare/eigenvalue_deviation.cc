// Eigenvalue deviation: the sum over the eigenvalues of the correlation matrix of the columns of numbers and dates of
// |before - after| / before. Lower is better.
//
// As sdcMicro's dUtility(method = "eigen"): both tables are standardized, so the matrices are those of correlations. An
// eigenvalue of 0 (a column that others determine) has no relative difference and is left out.
//
// Templ, Meindl, Robust statistics meets SDC, PSD 2008. Example: correlation 1/2 becomes 0: eigenvalues 3/2 and 1/2
// become 1 and 1: 1/3 + 1 = 4/3.
#include "kernel/compare/eigenvalues.h"
#include "kernel/compare/number_columns.h"

#include <cmath>

namespace scrim::compare {
namespace {

std::optional<Measured> measure_eigenvalue_deviation(const Comparison& input) {
    const std::vector<NumberColumn> columns = number_columns(input);
    const std::size_t n = columns.size();
    if (n < 2 || input.release.total == 0) return std::nullopt;
    std::vector<std::vector<double>> before(n, std::vector<double>(n, 1)), after = before;
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = i + 1; j < n; ++j) {
            const NumberColumn &a = columns[i], &b = columns[j];
            before[i][j] = before[j][i] =
                correlation(input.original, a.attribute, a.of_original, b.attribute, b.of_original).value_or(0);
            after[i][j] = after[j][i] =
                correlation(input.release, a.attribute, a.of_release, b.attribute, b.of_release).value_or(0);
        }
    const std::vector<double> originals = eigenvalues(std::move(before)), released = eigenvalues(std::move(after));
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i)
        if (originals[i] > 1e-9) sum += std::abs(originals[i] - released[i]) / originals[i];
    return Measured{sum, {{"columns", static_cast<double>(n)}}};
}

}  // namespace

const ComparisonSpec& eigenvalue_deviation_comparison() {
    static const ComparisonSpec spec = {
        {.name = "eigenvalue_deviation",
         .title = "difference of the correlation matrix's eigenvalues",
         .citation = "Templ, Meindl: Robust statistics meets SDC, PSD 2008; sdcMicro, dUtility(method = \"eigen\")",
         .lower_is_better = true,
         .normalization = "0 (all eigenvalues kept); a sum of relative differences over the columns of numbers"},
        measure_eigenvalue_deviation};
    return spec;
}

}  // namespace scrim::compare
