#include "methods/verify/chance_claims.h"

#include "kernel/core/field.h"
#include "kernel/core/text.h"
#include "kernel/models/mechanism.h"
#include "methods/verify/same_values.h"

#include <cmath>

namespace scrim::verifier {
namespace {

// Bernstein's inequality: a sum of chances that are `expected` together is further off once in 10^12 times.
std::string implausible(double found, double expected) {
    const double away = found - expected, bound = 2 * std::log(2e12);
    return away * away <= bound * (expected + std::abs(away) / 3)
               ? ""
               : format("there are {:.0f}, and about {:.0f} are to be expected: that happens less than once in 10^12",
                        found, expected);
}

std::string some_row_twice(const Tuples& rows) {
    for (std::size_t t = 0; t < rows.size(); ++t)
        if (rows.weights[t] > 1)
            return format("{} occurs {}", row_text(rows.table, t), counted(rows.weights[t], "time", "times"));
    return {};
}

// How many different rows of the original the release has.
std::uint64_t shared_rows(const Tuples& released, const Tuples& original) {
    std::vector<Recoded> recoded;
    for (std::size_t c = 0; c < original.table.width(); ++c)
        recoded.push_back(
            {same_values(original.table[c].domain(), released.table[c].domain()), released.table[c].domain_ptr()});
    const Tuples there = in_terms_of(original, recoded);
    std::uint64_t shared = 0;
    for (std::size_t r = 0, o = 0; r < released.size(); ++r) {
        const auto order = [&] { return compare_rows(there.table, o, released.table, r, released.table.width()); };
        while (o < there.size() && order() < 0) ++o;
        if (o < there.size() && order() == 0) ++shared;
    }
    return shared;
}

}  // namespace

void check_chances(const ClaimedRelease& claimed, const Tuples& released, const Tuples* original, Ledger& ledger) {
    const models::Design& design = claimed.perturbation->design;
    const Ratio *keep = models::find_number(design, "keep"), *rate = models::find_number(design, "rate"),
                *all = models::find_number(design, "combinations");
    if (!keep || !rate || !all) return;
    ledger.settle("no row occurs twice", some_row_twice(released), counted(released.total, "row", "rows"));
    const std::string kept = "rows of the original that are in the release", others = "rows that were made up";
    if (!original) {
        ledger.unchecked(kept, format("to see whether chance is plausible, give {}", field("original")));
        return;
    }
    const std::uint64_t shared = shared_rows(released, *original);
    const auto of_original = static_cast<double>(original->size());
    const double beta = -std::expm1(-rate->to_double());
    ledger.settle(kept, implausible(static_cast<double>(shared), of_original * keep->to_double()),
                  format("{} of {} different ones, plausible for a chance of {}", with_thousands(shared),
                         with_thousands(original->size()), keep->to_string()));
    ledger.settle(others,
                  implausible(static_cast<double>(released.total - shared), (all->to_double() - of_original) * beta),
                  format("{}, plausible for a chance of {:.4g}", with_thousands(released.total - shared), beta));
}

}  // namespace scrim::verifier
