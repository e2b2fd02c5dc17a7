#include "kernel/recode/perturb/mdav.h"

#include <algorithm>
#include <numeric>

namespace scrim::recode::perturb {
namespace {

// The points that are in no group yet, in their order, with their coordinates beside each other.
class Left {
public:
    Left(const PointSet& points, std::span<const std::uint32_t> members)
        : dimensions_(points.dimensions()), ids_(members.begin(), members.end()), distances_(members.size()) {
        rows_.reserve(members.size() * dimensions_);
        sum_.assign(dimensions_, 0.0);
        for (const std::uint32_t member : members)
            for (std::size_t d = 0; d < dimensions_; ++d) {
                rows_.push_back(points[member][d]);
                sum_[d] += points[member][d];
            }
    }

    std::size_t size() const { return ids_.size(); }
    const std::vector<std::uint32_t>& ids() const { return ids_; }
    std::vector<double> mean() const {
        std::vector<double> mean = sum_;
        for (double& sum : mean) sum /= static_cast<double>(size());
        return mean;
    }
    // Distances from a place, for the next two.
    void measure(const std::vector<double>& from) {
        for (std::size_t i = 0; i < size(); ++i)
            distances_[i] = squared_distance(&rows_[i * dimensions_], from.data(), dimensions_);
    }
    std::vector<double> farthest() const {
        return row(static_cast<std::size_t>(
            std::max_element(distances_.begin(), distances_.begin() + static_cast<std::ptrdiff_t>(size())) -
            distances_.begin()));
    }
    // The k nearest points become a group.
    void take_nearest(std::uint32_t k, PointGroups& groups) {
        using Near = std::pair<double, std::uint32_t>;
        std::vector<Near> heap;  // the farthest of them in front
        heap.reserve(k);
        for (std::uint32_t i = 0; i < size(); ++i) {
            if (heap.size() == k) {
                if (distances_[i] >= heap.front().first) continue;
                std::pop_heap(heap.begin(), heap.end());
                heap.pop_back();
            }
            heap.emplace_back(distances_[i], i);
            std::push_heap(heap.begin(), heap.end());
        }
        std::vector<std::uint32_t> nearest;
        for (const Near& near : heap) nearest.push_back(near.second);
        std::sort(nearest.begin(), nearest.end());
        for (const std::uint32_t i : nearest) groups.members.push_back(ids_[i]);
        groups.end_group();
        remove(nearest);
    }

private:
    std::vector<double> row(std::size_t i) const {
        return {rows_.begin() + static_cast<std::ptrdiff_t>(i * dimensions_),
                rows_.begin() + static_cast<std::ptrdiff_t>((i + 1) * dimensions_)};
    }
    void remove(const std::vector<std::uint32_t>& gone) {  // ascending
        std::size_t kept = gone.front(), next = 0;
        for (std::size_t i = kept; i < size(); ++i) {
            double* const row = &rows_[i * dimensions_];
            if (next < gone.size() && gone[next] == i) {
                for (std::size_t d = 0; d < dimensions_; ++d) sum_[d] -= row[d];
                ++next;
                continue;
            }
            std::copy_n(row, dimensions_, &rows_[kept * dimensions_]);
            ids_[kept++] = ids_[i];
        }
        ids_.resize(kept);
    }

    std::size_t dimensions_;
    std::vector<std::uint32_t> ids_;
    std::vector<double> rows_, distances_, sum_;
};

}  // namespace

PointGroups mdav(const PointSet& points, std::span<const std::uint32_t> members, std::uint32_t k) {
    PointGroups groups;
    groups.reserve(members.size() / k + 1, members.size());
    Left left(points, members);
    while (left.size() >= std::size_t{3} * k) {
        left.measure(left.mean());
        left.measure(left.farthest());
        const std::vector<double> second = left.farthest();
        left.take_nearest(k, groups);
        left.measure(second);
        left.take_nearest(k, groups);
    }
    if (left.size() >= std::size_t{2} * k) {
        left.measure(left.mean());
        left.measure(left.farthest());
        left.take_nearest(k, groups);
    }
    if (left.size() > 0) groups.add(left.ids());
    return groups;
}

PointGroups mdav(const PointSet& points, std::uint32_t k) {
    std::vector<std::uint32_t> all(points.size());
    std::iota(all.begin(), all.end(), 0u);
    return mdav(points, all, k);
}

}  // namespace scrim::recode::perturb
