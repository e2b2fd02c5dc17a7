#include "kernel/recode/perturb/exchange.h"

#include "kernel/recode/perturb/pool.h"

#include <algorithm>
#include <numeric>

namespace scrim::recode::perturb {
namespace {

using Group = std::vector<std::uint32_t>;

constexpr std::size_t near_groups = 12;
constexpr std::size_t most_pooled = 400;  // points

class Exchange {
public:
    Exchange(const PointSet& points, std::vector<Group>& groups, std::uint32_t k, std::uint64_t seed)
        : points_(points), groups_(groups), random_(seed), pool_(k, points.dimensions()) {}

    void round() {
        find_neighbors();
        std::vector<std::uint32_t> order(groups_.size());
        std::iota(order.begin(), order.end(), 0u);
        random_.shuffle(std::span(order));
        for (const std::uint32_t group : order) try_around(group);
        std::erase_if(groups_, [](const Group& group) { return group.empty(); });
    }

private:
    // The groups with the nearest centers, the nearest first.
    void find_neighbors() {
        const std::size_t dimensions = points_.dimensions(), groups = groups_.size();
        std::vector<double> centers(dimensions * groups);  // coordinate by coordinate
        for (std::size_t g = 0; g < groups; ++g) {
            const std::vector<double> center = centroid(points_, groups_[g]);
            for (std::size_t d = 0; d < dimensions; ++d) centers[d * groups + g] = center[d];
        }
        const std::size_t most = std::min(near_groups, groups - 1);
        neighbors_.assign(groups, {});
        std::vector<double> apart(groups);
        std::vector<std::pair<double, std::uint32_t>> near;
        for (std::uint32_t g = 0; g < groups; ++g) {
            std::fill(apart.begin(), apart.end(), 0.0);
            for (std::size_t d = 0; d < dimensions; ++d) {
                const double* const coordinate = &centers[d * groups];
                const double own = coordinate[g];
                for (std::size_t h = 0; h < groups; ++h) apart[h] += (coordinate[h] - own) * (coordinate[h] - own);
            }
            near.clear();
            for (std::uint32_t h = 0; h < groups && most > 0; ++h) {
                if (h == g || (near.size() == most && apart[h] >= near.back().first)) continue;
                if (near.size() == most) near.pop_back();
                near.emplace_back(apart[h], h);
                for (std::size_t i = near.size() - 1; i > 0 && near[i].first < near[i - 1].first; --i)
                    std::swap(near[i], near[i - 1]);
            }
            for (const auto& [distance, h] : near) neighbors_[g].push_back(h);
        }
    }

    void try_around(std::uint32_t group) {
        if (groups_[group].empty()) return;
        chosen_ = {group};
        std::size_t pooled = groups_[group].size();
        Group near = neighbors_[group];
        const std::size_t wanted = 2 + random_.below(4);
        while (!near.empty() && chosen_.size() <= wanted) {
            const std::size_t which = std::min(random_.below(near.size()), random_.below(near.size()));
            const std::size_t size = groups_[near[which]].size();
            if (size > 0 && pooled + size <= most_pooled) {
                chosen_.push_back(near[which]);
                pooled += size;
            }
            near.erase(near.begin() + static_cast<std::ptrdiff_t>(which));
        }
        if (chosen_.size() == 1 && pooled > most_pooled) return;
        pool_.clear();
        members_.clear();
        for (const std::uint32_t g : chosen_) {
            rows_.clear();
            for (const std::uint32_t member : groups_[g]) rows_.push_back(points_[member]);
            pool_.add(rows_);
            members_.insert(members_.end(), groups_[g].begin(), groups_[g].end());
        }
        bool improved = pool_.settle();
        improved |= pool_.rebuild(trials, random_);
        if (!improved) return;
        for (const std::uint32_t g : chosen_) groups_[g].clear();
        while (chosen_.size() < pool_.groups()) {
            chosen_.push_back(static_cast<std::uint32_t>(groups_.size()));
            groups_.emplace_back();
            neighbors_.push_back(neighbors_[group]);
        }
        for (std::size_t i = 0; i < members_.size(); ++i) groups_[chosen_[pool_.group_of()[i]]].push_back(members_[i]);
    }

    static constexpr int trials = 3;

    const PointSet& points_;
    std::vector<Group>& groups_;
    SeededRandom random_;
    Pool pool_;
    std::vector<Group> neighbors_;
    Group chosen_, members_;
    std::vector<const double*> rows_;
};

}  // namespace

void exchange(const PointSet& points, std::vector<Group>& groups, std::uint32_t k, int rounds, std::uint64_t seed) {
    if (groups.size() == 0) return;
    Exchange work(points, groups, k, seed);
    for (int round = 0; round < rounds; ++round) work.round();
}

}  // namespace scrim::recode::perturb
