#include "kernel/risk/risk.h"

#include <algorithm>

namespace scrim::risk {
namespace {

struct Linkage {
    std::uint64_t smallest = UINT64_MAX;
    std::uint64_t at_risk = 0;
    long double linked = 0;  // records expected to be linked rightly
    bool whole = true;       // every class stands for itself, so that one record per class is linked

    void add(std::uint64_t records, std::uint64_t crowd, const Ratio& threshold) {
        smallest = std::min(smallest, crowd);
        if (Ratio(1, crowd) > threshold) at_risk += records;
        linked += static_cast<long double>(records) / static_cast<long double>(crowd);
        whole &= records == crowd;
    }
    Exact average(std::uint64_t classes, std::uint64_t rows) const {
        if (whole) return exact(Ratio(classes, rows));
        return {static_cast<double>(linked / static_cast<long double>(rows)), ""};
    }
};

}  // namespace

Exact exact(const Ratio& ratio) { return {ratio.to_double(), ratio.to_string()}; }

namespace {

// People who are in a class for which `is` holds.
template <class Is>
std::uint64_t people_where(const Tuples& people, std::size_t x, Is is) {
    const std::vector<std::uint32_t> runs = run_offsets(people, x);
    std::vector<char> found(people.table[x].domain().size(), 0);
    for (std::size_t c = 0; c + 1 < runs.size(); ++c)
        for (std::uint32_t t = runs[c]; is(c) && t < runs[c + 1]; ++t) found[people.table[x][t]] = 1;
    return static_cast<std::uint64_t>(std::count(found.begin(), found.end(), char{1}));
}

}  // namespace

RiskReport measure_risks(const models::Classes& classes, std::uint64_t rows, const Ratio& threshold,
                         const Tuples* people) {
    Linkage prosecutor, journalist;
    RiskReport report;
    report.threshold = exact(threshold);
    report.journalist_has_population = classes.has_population();
    std::uint64_t population_uniques = 0;
    // A population that lacks people of the table cannot lower its risk.
    const auto journalist_crowd = [&](std::size_t c) {
        return classes.has_population() ? std::max(classes.population(c), classes.records(c)) : classes.crowd(c);
    };
    for (std::size_t c = 0; c < classes.size(); ++c) {
        const std::uint64_t records = classes.records(c), crowd = classes.crowd(c);
        prosecutor.add(records, crowd, threshold);
        journalist.add(records, journalist_crowd(c), threshold);
        if (crowd == 1) ++report.sample_uniques;
        if (crowd == 1 && journalist_crowd(c) == 1) ++population_uniques;
    }
    if (people) {
        const std::size_t x = classes.x();
        const auto at_risk = [&](std::uint64_t crowd) { return Ratio(1, static_cast<Int128>(crowd)) > threshold; };
        prosecutor.at_risk = people_where(*people, x, [&](std::size_t c) { return at_risk(classes.crowd(c)); });
        journalist.at_risk = people_where(*people, x, [&](std::size_t c) { return at_risk(journalist_crowd(c)); });
        report.sample_uniques = people_where(*people, x, [&](std::size_t c) { return classes.crowd(c) == 1; });
        population_uniques =
            people_where(*people, x, [&](std::size_t c) { return classes.crowd(c) == 1 && journalist_crowd(c) == 1; });
    }
    report.prosecutor_highest = exact(Ratio(1, prosecutor.smallest));
    report.prosecutor_average = prosecutor.average(classes.size(), rows);
    report.prosecutor_at_risk = prosecutor.at_risk;
    report.journalist_highest = exact(Ratio(1, journalist.smallest));
    report.journalist_average = journalist.average(classes.size(), rows);
    report.journalist_at_risk = journalist.at_risk;
    report.marketer = report.journalist_average;
    if (classes.has_population()) report.population_uniques = population_uniques;
    return report;
}

}  // namespace scrim::risk
