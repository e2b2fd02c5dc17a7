#include "kernel/recode/perturb/equal_groups.h"

#include "kernel/recode/perturb/mdav.h"

#include <algorithm>
#include <numeric>

namespace scrim::recode::perturb {
namespace {

constexpr std::size_t small_block = 600;  // points that MDAV groups as a whole

// A point by its place among the members, so that equal points keep their order.
using PlaceSpan = std::span<std::uint32_t>;

class Cuts {
public:
    Cuts(const PointSet& points, std::span<const std::uint32_t> members, std::uint32_t k)
        : points_(points), members_(members), k_(k) {}

    void cut(PlaceSpan block, PointGroups& groups) const {
        if (block.size() <= std::max<std::size_t>(small_block, k_)) {
            std::sort(block.begin(), block.end());
            std::vector<std::uint32_t> inside;
            for (const std::uint32_t place : block) inside.push_back(members_[place]);
            const PointGroups found = mdav(points_, inside, k_);
            for (std::size_t g = 0; g < found.size(); ++g) groups.add(found[g]);
            return;
        }
        const std::size_t by = widest(block), half = block.size() / k_ / 2 * k_;
        const auto less = [&](std::uint32_t a, std::uint32_t b) {
            const double at_a = points_[members_[a]][by], at_b = points_[members_[b]][by];
            return at_a != at_b ? at_a < at_b : a < b;
        };
        std::nth_element(block.begin(), block.begin() + static_cast<std::ptrdiff_t>(half), block.end(), less);
        cut(block.first(half), groups);
        cut(block.subspan(half), groups);
    }

private:
    // The coordinate of largest variance.
    std::size_t widest(PlaceSpan block) const {
        std::size_t found = 0;
        double most = -1;
        for (std::size_t d = 0; d < points_.dimensions(); ++d) {
            double mean = 0, spread = 0;
            for (const std::uint32_t place : block) mean += points_[members_[place]][d];
            mean /= static_cast<double>(block.size());
            for (const std::uint32_t place : block) {
                const double away = points_[members_[place]][d] - mean;
                spread += away * away;
            }
            if (spread > most) most = spread, found = d;
        }
        return found;
    }

    const PointSet& points_;
    std::span<const std::uint32_t> members_;
    std::uint32_t k_;
};

}  // namespace

PointGroups equal_groups(const PointSet& points, std::span<const std::uint32_t> members, std::uint32_t k) {
    PointGroups groups;
    groups.reserve(members.size() / k, members.size());
    if (members.empty()) return groups;
    std::vector<std::uint32_t> places(members.size());
    std::iota(places.begin(), places.end(), 0u);
    Cuts(points, members, k).cut(places, groups);
    return groups;
}

}  // namespace scrim::recode::perturb
