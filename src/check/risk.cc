#include "check/risk.h"

#include <algorithm>

namespace scrim {
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

RiskReport measure_risks(const Classes& classes, std::uint64_t rows, const Ratio& threshold) {
    Linkage prosecutor, journalist;
    RiskReport report;
    report.threshold = exact(threshold);
    report.journalist_has_population = classes.has_population();
    std::uint64_t population_uniques = 0;
    for (std::size_t c = 0; c < classes.size(); ++c) {
        const std::uint64_t records = classes.records(c), crowd = classes.crowd(c);
        // A population that lacks people of the table cannot lower its risk.
        const std::uint64_t people = classes.has_population() ? std::max(classes.population(c), records) : crowd;
        prosecutor.add(records, crowd, threshold);
        journalist.add(records, people, threshold);
        if (crowd == 1) ++report.sample_uniques;
        if (crowd == 1 && people == 1) ++population_uniques;
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

}  // namespace scrim
