#include "kernel/recode/cluster/settle.h"

#include "kernel/recode/cluster/split.h"

#include <algorithm>

namespace scrim::recode::cluster {
namespace {

constexpr std::uint64_t attempts = 6;  // to cut a set in two that both hold

// Shares of one atom as one.
void add_up(Class& shares) {
    std::sort(shares.begin(), shares.end(), [](const Share& a, const Share& b) { return a.atom < b.atom; });
    std::size_t out = 0;
    for (std::size_t s = 1; s < shares.size(); ++s) {
        if (shares[s].atom == shares[out].atom)
            shares[out].records += shares[s].records;
        else
            shares[++out] = shares[s];
    }
    shares.resize(out + 1);
}

class Settler {
public:
    Settler(const Points& points, Judge& judge, std::vector<Class>& classes)
        : points_(points), judge_(judge), classes_(classes) {}

    bool holds(const Class& shares) { return judge_.holds(shares, size_of(shares), points_.first_tuples()); }
    void divide(Class shares, std::uint64_t seed);
    void host(Share share);
    void absorb(Class& shares);

private:
    void hull(const Class& shares);
    std::uint64_t size_of(const Class& shares) const;

    const Points& points_;
    Judge& judge_;
    std::vector<Class>& classes_;
    std::vector<std::uint32_t> scratch_;
    std::vector<Place> lo_, hi_;
};

// Cuts a set that holds in two that hold, again and again, from above.
void Settler::divide(Class shares, std::uint64_t seed) {
    std::vector<std::uint32_t> order;
    for (const Share& share : shares) order.push_back(points_.point_of(share.atom));
    std::sort(order.begin(), order.end());
    order.erase(std::unique(order.begin(), order.end()), order.end());
    for (std::uint64_t attempt = 0; attempt < attempts && order.size() > 1; ++attempt) {
        const std::size_t middle = cut(points_, order, seed + attempt, scratch_);
        if (middle == 0) break;
        std::sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(middle));
        const std::span<const std::uint32_t> first(order.data(), middle);
        Class left, right;
        for (const Share& share : shares) {
            const bool is_left = std::binary_search(first.begin(), first.end(), points_.point_of(share.atom));
            (is_left ? left : right).push_back(share);
        }
        if (!holds(left) || !holds(right)) continue;
        divide(std::move(left), 2 * seed + 1);
        divide(std::move(right), 2 * seed + 2);
        return;
    }
    classes_.push_back(std::move(shares));
}

void Settler::hull(const Class& shares) {
    const Place* first = points_.row(points_.point_of(shares.front().atom));
    lo_.assign(first, first + points_.cost().stride());
    hi_ = lo_;
    for (const Share& share : shares)
        points_.cost().widen(lo_.data(), hi_.data(), points_.row(points_.point_of(share.atom)));
}

std::uint64_t Settler::size_of(const Class& shares) const {
    std::uint64_t size = 0;
    for (const Share& share : shares) size += share.records;
    return size;
}

// Where models only count: into the class that loses least by it.
void Settler::host(Share share) {
    const Place* row = points_.row(points_.point_of(share.atom));
    std::uint64_t least = UINT64_MAX;
    std::size_t best = 0;
    for (std::size_t c = 0; c < classes_.size(); ++c) {
        hull(classes_[c]);
        const std::uint64_t size = size_of(classes_[c]);
        const std::uint64_t before = size * points_.cost().of(lo_.data(), hi_.data());
        const std::uint64_t more = points_.cost().with(lo_.data(), hi_.data(), row) * (size + share.records) - before;
        if (more >= least) continue;
        least = more;
        best = c;
    }
    classes_[best].push_back(share);
    add_up(classes_[best]);
}

// Adds the nearest classes until all hold together.
void Settler::absorb(Class& shares) {
    hull(shares);
    const std::vector<Place> lo = lo_, hi = hi_;
    std::vector<std::pair<Cost, std::size_t>> nearest;
    for (std::size_t c = 0; c < classes_.size(); ++c) {
        hull(classes_[c]);
        points_.cost().widen(lo_.data(), hi_.data(), lo.data());
        nearest.emplace_back(points_.cost().with(lo_.data(), hi_.data(), hi.data()), c);
    }
    std::sort(nearest.begin(), nearest.end());
    for (std::size_t i = 0, more = 1; i < nearest.size() && !holds(shares); more += 1 + more / 4)
        for (const std::size_t end = std::min(nearest.size(), i + more); i < end; ++i) {
            Class& other = classes_[nearest[i].second];
            shares.insert(shares.end(), other.begin(), other.end());
            other.clear();
        }
    std::erase_if(classes_, [](const Class& other) { return other.empty(); });
    add_up(shares);
}

}  // namespace

void settle(const Points& points, Judge& judge, std::vector<Share> shares, std::vector<Class>& classes) {
    if (shares.empty()) return;
    Settler settler(points, judge, classes);
    if (!settler.holds(shares)) {
        if (judge.counts_only() && !classes.empty()) {
            for (const Share& share : shares) settler.host(share);
            return;
        }
        settler.absorb(shares);
    }
    settler.divide(std::move(shares), 1);
}

}  // namespace scrim::recode::cluster
