#include "kernel/risk/population_uniques.h"

namespace scrim::risk {

std::uint64_t ClassSizes::members() const {
    std::uint64_t members = 0;
    for (const auto& [size, many] : classes) members += size * many;
    return members;
}

std::uint64_t ClassSizes::count() const {
    std::uint64_t count = 0;
    for (const auto& [size, many] : classes) count += many;
    return count;
}

std::uint64_t ClassSizes::of_size(std::uint64_t size) const {
    for (const auto& [its, many] : classes)
        if (its == size) return many;
    return 0;
}

PopulationUniques estimate_population_uniques(const ClassSizes& sizes) {
    PopulationUniques report;
    report.fraction = sizes.fraction();
    report.sample_uniques = sizes.of_size(1);
    const UniquesEstimate zayatz = estimate_zayatz(sizes), snb = estimate_slide_negative_binomial(sizes),
                          pitman = estimate_pitman(sizes);
    const bool small = sizes.members() <= sizes.population / 10;
    if (small && pitman.uniques)
        report.recommended = pitman.name;
    else if (!small && snb.uniques && *snb.uniques <= *zayatz.uniques)
        report.recommended = snb.name;
    else
        report.recommended = zayatz.name;
    report.estimates = {zayatz, snb, pitman};
    return report;
}

}  // namespace scrim::risk
