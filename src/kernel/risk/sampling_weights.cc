#include "kernel/risk/sampling_weights.h"

#include "kernel/core/text.h"

#include <cmath>

namespace scrim::risk {

Result<std::vector<double>> sampling_weights(const std::string& name, const Domain& domain) {
    constexpr std::string_view accepted = "the sampling weight {} must be a number greater than 0 in every record, {}";
    if (domain.has_null()) return input_error(format(accepted, quoted(name), "and is missing in some"));
    if (domain.kind() != Domain::Kind::number)
        return input_error(format(accepted, quoted(name), "not " + quoted(domain.label(0))));
    if (domain.size() > 0 && domain.units(0) <= 0)
        return input_error(format(accepted, quoted(name), "not " + domain.label(0)));
    std::vector<double> weights;
    const long double unit = std::pow(10.0L, static_cast<long double>(domain.scale()));
    for (Code code = 0; code < domain.size(); ++code)
        weights.push_back(static_cast<double>(static_cast<long double>(domain.units(code)) / unit));
    return weights;
}

}  // namespace scrim::risk
