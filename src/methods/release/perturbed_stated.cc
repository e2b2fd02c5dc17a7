// What a kept quantity is in the release itself.
#include "kernel/core/int128.h"
#include "methods/release/perturbed_release.h"

#include <numeric>

namespace scrim::release {
namespace {

using What = recode::Kept::What;

// Exact, or nothing.
class Sum {
public:
    void add(Int128 a, Int128 b, Int128 c) {
        Int128 product = 0;
        if (__builtin_mul_overflow(a, b, &product) || __builtin_mul_overflow(product, c, &product) ||
            __builtin_add_overflow(sum_, product, &sum_))
            fits_ = false;
    }
    std::optional<Int128> value() const { return fits_ ? std::optional(sum_) : std::nullopt; }

private:
    Int128 sum_ = 0;
    bool fits_ = true;
};

std::optional<Int128> times(Int128 a, Int128 b) {
    Int128 product = 0;
    return __builtin_mul_overflow(a, b, &product) ? std::nullopt : std::optional(product);
}

std::optional<Int128> power_of_ten(int exponent) {
    std::optional<Int128> power = 1;
    for (int i = 0; i < exponent && power; ++i) power = times(*power, 10);
    return power;
}

struct Sums {
    std::uint64_t records = 0;
    Sum x, y, xy;
};

Sums sums_of(const Column& x, const Column& y, const std::vector<std::uint32_t>& weights) {
    Sums sums;
    const Domain &of_x = x.domain(), &of_y = y.domain();
    for (std::size_t t = 0; t < weights.size(); ++t) {
        const Code a = x[t], b = y[t];
        if (a >= of_x.values() || b >= of_y.values()) continue;  // NULL
        sums.records += weights[t];
        sums.x.add(of_x.units(a), weights[t], 1);
        sums.y.add(of_y.units(b), weights[t], 1);
        sums.xy.add(of_x.units(a), of_y.units(b), weights[t]);
    }
    return sums;
}

std::optional<Ratio> mean(const Column& x, const std::vector<std::uint32_t>& weights) {
    const Sums sums = sums_of(x, x, weights);
    const auto scale = power_of_ten(x.domain().scale());
    const auto below = scale ? times(*scale, sums.records) : scale;
    if (!sums.x.value() || !below || sums.records == 0) return std::nullopt;
    return Ratio(*sums.x.value(), *below).reduced();
}

// (n Σxy − Σx Σy) / n²
std::optional<Ratio> covariance(const Column& x, const Column& y, const std::vector<std::uint32_t>& weights) {
    const Sums sums = sums_of(x, y, weights);
    if (!sums.x.value() || !sums.y.value() || !sums.xy.value() || sums.records == 0) return std::nullopt;
    const auto n = static_cast<Int128>(sums.records);
    const auto all = times(n, *sums.xy.value()), apart = times(*sums.x.value(), *sums.y.value());
    const auto scale = power_of_ten(x.domain().scale() + y.domain().scale());
    const auto below = scale ? times(*scale, n * n) : scale;
    Int128 above = 0;
    if (!all || !apart || !below || __builtin_sub_overflow(*all, *apart, &above)) return std::nullopt;
    return Ratio(above, *below).reduced();
}

}  // namespace

std::optional<Stated> stated(const recode::Kept& kept, const Tuples& rows) {
    std::vector<std::size_t> columns;
    for (const std::string& name : kept.columns) columns.push_back(rows.table.find(name).value());
    Stated said{kept, std::nullopt, std::nullopt};
    switch (kept.what) {
        case What::margin:
        case What::values: said.different = distinct_tuples(rows, columns).size(); break;
        case What::mean: said.value = mean(rows.table[columns[0]], rows.weights); break;
        case What::covariance:
            said.value = covariance(rows.table[columns[0]], rows.table[columns[1]], rows.weights);
            break;
        case What::subset:
        case What::apart: break;
    }
    if ((kept.what == What::mean || kept.what == What::covariance) && !said.value) return std::nullopt;
    return said;
}

}  // namespace scrim::release
