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

namespace {

// The different numbers among some, ascending, and the place of each; where they lie close, without sorting them.
class Ranked {
public:
    // `counts[i]`: the i-th is one of them; all are multiples of `grid`.
    Ranked(const std::vector<Int128>& numbers, const std::vector<char>& counts, Int128 grid) : grid_(grid) {
        bool any = false;
        Int128 most = 0;
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            if (!counts[i]) continue;
            least_ = any ? std::min(least_, numbers[i]) : numbers[i];
            most = any ? std::max(most, numbers[i]) : numbers[i];
            any = true;
        }
        const Int128 steps = any ? (most - least_) / grid + 1 : 0;
        if (steps <= static_cast<Int128>(4 * numbers.size() + 1024)) {
            places_.assign(static_cast<std::size_t>(steps), 0);
            for (std::size_t i = 0; i < numbers.size(); ++i)
                if (counts[i]) places_[step(numbers[i])] = 1;
            for (std::size_t s = 0; s < places_.size(); ++s) {
                if (places_[s] == 0) continue;
                places_[s] = static_cast<Code>(different.size());
                different.push_back(least_ + static_cast<Int128>(s) * grid);
            }
            return;
        }
        for (std::size_t i = 0; i < numbers.size(); ++i)
            if (counts[i]) different.push_back(numbers[i]);
        std::sort(different.begin(), different.end());
        different.erase(std::unique(different.begin(), different.end()), different.end());
    }

    std::vector<Int128> different;
    Code place(Int128 number) const {
        if (!places_.empty()) return places_[step(number)];
        return static_cast<Code>(std::lower_bound(different.begin(), different.end(), number) - different.begin());
    }

private:
    std::size_t step(Int128 number) const { return static_cast<std::size_t>((number - least_) / grid_); }

    Int128 grid_, least_ = 0;
    std::vector<Code> places_;  // by step above the least; empty where they were sorted
};

}  // namespace

Column NumberColumn::with(const std::vector<Int128>& units) const {
    const Domain& domain = column_->values.domain();
    std::vector<char> there(units.size());
    for (std::size_t i = 0; i < units.size(); ++i) there[i] = missing(i) ? 0 : 1;
    const Ranked ranked(units, there, grid_);
    const auto made = std::make_shared<Domain>(
        Domain::of_numbers(ranked.different, domain.scale(), domain.kind(), domain.has_null()));
    Column column(made, units.size());
    column.visit([&](auto codes) {
        using Narrow = typename decltype(codes)::value_type;
        for (std::size_t i = 0; i < units.size(); ++i)
            codes[i] = static_cast<Narrow>(there[i] ? ranked.place(units[i]) : made->null_code());
    });
    return column;
}

}  // namespace scrim::recode::perturb
