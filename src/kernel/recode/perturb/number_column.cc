#include "kernel/recode/perturb/number_column.h"

#include "kernel/core/int128.h"

#include <algorithm>
#include <cmath>

namespace scrim::recode::perturb {
namespace {

// Times are printed no finer than they are: the coarsest of these, in microseconds, that all are multiples of.
constexpr Int128 clock_steps[] = {86'400'000'000, 3'600'000'000, 60'000'000, 1'000'000, 1'000, 1};

Int128 step_of(const Domain& domain) {
    if (domain.kind() != Domain::Kind::timestamp) return 1;
    for (const Int128 step : clock_steps) {
        bool all = true;
        for (Code code = 0; code < domain.values() && all; ++code) all = domain.units(code) % step == 0;
        if (all) return step;
    }
    return 1;
}

}  // namespace

NumberColumn::NumberColumn(const RecordColumn& column) : column_(&column) {
    const Domain& domain = column.values.domain();
    codes_.resize(column.values.size());
    column.values.visit([&](auto codes) { std::copy(codes.begin(), codes.end(), codes_.begin()); });
    unit_ = std::pow(10.0, -domain.scale());
    for (Code code = 0; code < domain.values(); ++code)
        values_.push_back(static_cast<double>(domain.units(code)) * unit_);
    grid_ = step_of(domain);
    step_ = static_cast<double>(grid_) * unit_;
}

Int128 NumberColumn::on_grid(double value) const {
    // Beyond this no double tells neighbors apart, and 128 bits hold sums of squares no longer.
    constexpr double most = 9e15;
    return static_cast<Int128>(std::nearbyint(std::clamp(value / step_, -most, most))) * grid_;
}

Column NumberColumn::with(const std::vector<Int128>& units) const {
    const Domain& domain = column_->values.domain();
    std::vector<Int128> different;
    different.reserve(units.size());
    for (std::size_t i = 0; i < units.size(); ++i)
        if (!missing(i)) different.push_back(units[i]);
    std::sort(different.begin(), different.end());
    different.erase(std::unique(different.begin(), different.end()), different.end());
    const auto made = std::make_shared<Domain>(
        Domain::of_numbers(std::move(different), domain.scale(), domain.kind(), domain.has_null()));
    Column column(made, units.size());
    column.visit([&](auto codes) {
        using Narrow = typename decltype(codes)::value_type;
        for (std::size_t i = 0; i < units.size(); ++i)
            codes[i] = static_cast<Narrow>(missing(i) ? made->null_code() : made->lower_bound(units[i]));
    });
    return column;
}

}  // namespace scrim::recode::perturb
