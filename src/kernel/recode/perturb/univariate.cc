#include "kernel/recode/perturb/univariate.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace scrim::recode::perturb {
namespace {

// Sum of squared deviations of runs of sorted values, from prefix sums around the middle value: what is added up stays
// small where the values are near each other.
class Runs {
public:
    Runs(const PointSet& points, const std::vector<std::uint32_t>& order) {
        const double middle = *points[order[order.size() / 2]];
        for (const std::uint32_t point : order) {
            const long double value = *points[point] - middle;
            sums_.push_back(sums_.back() + value);
            squares_.push_back(squares_.back() + value * value);
        }
    }
    long double loss(std::size_t begin, std::size_t end) const {
        const long double sum = sums_[end] - sums_[begin];
        return squares_[end] - squares_[begin] - sum * sum / static_cast<long double>(end - begin);
    }

private:
    std::vector<long double> sums_{0}, squares_{0};
};

}  // namespace

PointGroups univariate(const PointSet& points, std::uint32_t k) {
    std::vector<std::uint32_t> order(points.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return *points[a] < *points[b]; });
    const Runs runs(points, order);
    const std::size_t n = order.size();
    std::vector<long double> least(n + 1, std::numeric_limits<long double>::infinity());
    std::vector<std::size_t> begin(n + 1, 0);
    least[0] = 0;
    for (std::size_t end = k; end <= n; ++end)
        for (std::size_t size = k; size <= end && size < std::size_t{2} * k; ++size) {
            const long double loss = least[end - size] + runs.loss(end - size, end);
            if (loss < least[end]) least[end] = loss, begin[end] = end - size;
        }
    std::vector<std::size_t> ends;
    for (std::size_t end = n; end > 0; end = begin[end]) ends.push_back(end);
    PointGroups groups;
    groups.reserve(ends.size(), n);
    for (auto end = ends.rbegin(); end != ends.rend(); ++end)
        groups.add(std::span<const std::uint32_t>(order).subspan(begin[*end], *end - begin[*end]));
    return groups;
}

}  // namespace scrim::recode::perturb
