// What a perturbed release keeps, in words.
#include "kernel/core/ratio.h"
#include "kernel/core/text.h"
#include "scrim/publish.h"

namespace scrim {
namespace {

std::string of_columns(const std::vector<std::string>& columns) {
    std::vector<std::string> names;
    for (const std::string& column : columns) names.push_back(quoted(column));
    return join(names, ", ");
}

// "; to within 1/2": how exactly, "" for exactly.
std::string how_near(const KeptReport& kept) {
    const double tolerance = Ratio::parse(kept.tolerance).value_or(Ratio(0)).to_double();
    return kept.tolerance == "0" ? ", exactly" : format(", to within {:.4g}", tolerance);
}

}  // namespace

std::string KeptReport::words() const {
    const std::string names = of_columns(columns);
    const bool one = columns.size() == 1;
    const std::string times = factor == "1" ? "" : format(", times {}", factor);
    switch (what) {
        case What::margin:
            return one ? format("how often each value of {} occurs", names)
                       : format("how often each combination of values of {} occurs", names);
        case What::mean: return format("the mean of {}{}{}", names, times, how_near(*this));
        case What::covariance:
            return columns.front() == columns.back()
                       ? format("the variance of {}{}{}", quoted(columns.front()), times, how_near(*this))
                       : format("the covariance of {}{}{}", names, times, how_near(*this));
        case What::values: return format("every value of {} is one of the original", names);
        case What::subset: return format("every record is one of the original on {}", names);
        case What::apart: return format("no record equals one of the original on {}", names);
    }
    return {};
}

}  // namespace scrim
