#include "kernel/recode/cluster/block.h"

#include <algorithm>
#include <bit>

namespace scrim::recode::cluster {
namespace {

// From global numbers of points to those of the block: open addressing.
class Numbers {
public:
    explicit Numbers(std::span<const std::uint32_t> which)
        : shift_(32 - std::bit_width(which.size() * 2)), slots_(std::size_t{1} << (32 - shift_), {0, Block::none}) {
        for (std::uint32_t i = 0; i < which.size(); ++i) {
            std::size_t at = home(which[i]);
            while (slots_[at].local != Block::none) at = (at + 1) & (slots_.size() - 1);
            slots_[at] = {which[i], i};
        }
    }
    std::uint32_t find(std::uint32_t global) const {
        std::size_t at = home(global);
        while (slots_[at].local != Block::none && slots_[at].global != global) at = (at + 1) & (slots_.size() - 1);
        return slots_[at].local;
    }

private:
    struct Slot {
        std::uint32_t global, local;
    };
    std::size_t home(std::uint32_t global) const { return (global * 0x9E3779B1u) >> shift_; }

    int shift_;
    std::vector<Slot> slots_;
};

void add_share(Class& shares, Share share) {
    for (Share& known : shares)
        if (known.atom == share.atom) {
            known.records += share.records;
            return;
        }
    shares.push_back(share);
}

}  // namespace

Block::Block(const Points& points, const Neighbors& neighbors, const Judge& judge, std::span<const std::uint32_t> which)
    : cost_(&points.cost()) {
    copy(points, neighbors, judge, which);
}

Block::Block(const Points& points, const Neighbors& neighbors, const Judge& judge, std::vector<Class> classes)
    : cost_(&points.cost()) {
    std::vector<std::uint32_t> which;
    for (const Class& shares : classes)
        for (const Share& share : shares) which.push_back(points.point_of(share.atom));
    std::sort(which.begin(), which.end());
    which.erase(std::unique(which.begin(), which.end()), which.end());
    copy(points, neighbors, judge, which);
    const Numbers numbers(which);
    for (Class& shares : classes) {
        for (Share& share : shares) {
            const std::uint32_t point = points.point_of(share.atom);
            share.atom = first_atom_[numbers.find(point)] + (share.atom - points.first_atom(point));
        }
        add(std::move(shares));
    }
}

void Block::copy(const Points& points, const Neighbors& neighbors, const Judge& judge,
                 std::span<const std::uint32_t> which) {
    const std::size_t stride = cost_->stride();
    const Numbers numbers(which);
    rows_.resize(which.size() * stride);
    first_neighbor_.assign(1, 0);
    first_atom_.assign(1, 0);
    for (std::uint32_t p = 0; p < which.size(); ++p) {
        std::copy_n(points.row(which[p]), stride, &rows_[p * stride]);
        for (const std::uint32_t neighbor : neighbors.of(which[p]))
            if (const std::uint32_t local = numbers.find(neighbor); local != none) neighbors_.push_back(local);
        first_neighbor_.push_back(static_cast<std::uint32_t>(neighbors_.size()));
        for (std::uint32_t atom = points.first_atom(which[p]); atom < points.first_atom(which[p] + 1); ++atom) {
            point_of_.push_back(p);
            global_.push_back(atom);
            records_.push_back(points.records(atom));
            tuples_.push_back(points.first_tuple(atom));
            values_.push_back(judge.value(tuples_.back()));
        }
        first_atom_.push_back(static_cast<std::uint32_t>(global_.size()));
    }
    near_.assign(which.size(), none);
    home_.assign(which.size(), none);
}

void Block::measure(std::uint32_t c) {
    const Class& shares = classes_[c];
    const std::size_t stride = cost_->stride();
    Place *lo = &boxes_[c * 2 * stride], *hi = lo + stride;
    std::copy_n(row(point_of_[shares.front().atom]), stride, lo);
    std::copy_n(lo, stride, hi);
    sizes_[c] = 0;
    bool one_point = true;
    for (const Share& share : shares) {
        const std::uint32_t point = point_of_[share.atom];
        one_point &= point == point_of_[shares.front().atom];
        cost_->widen(lo, hi, row(point));
        sizes_[c] += share.records;
        near_[point] = c;
    }
    costs_[c] = cost_->of(lo, hi);
    if (one_point) home_[point_of_[shares.front().atom]] = c;
}

std::uint32_t Block::records_in(std::uint32_t c, std::uint32_t atom) const {
    for (const Share& share : classes_[c])
        if (share.atom == atom) return share.records;
    return 0;
}

void Block::add(Class shares) {
    const std::uint32_t point = point_of_[shares.front().atom];
    if (home_[point] != none &&
        std::all_of(shares.begin(), shares.end(), [&](const Share& share) { return point_of_[share.atom] == point; })) {
        put(home_[point], shares);
        return;
    }
    std::uint32_t c = classes();
    if (!free_.empty()) {
        c = free_.back();
        free_.pop_back();
    } else {
        classes_.emplace_back();
        costs_.push_back(0);
        sizes_.push_back(0);
        boxes_.resize(boxes_.size() + 2 * cost_->stride());
    }
    classes_[c] = std::move(shares);
    measure(c);
}

void Block::put(std::uint32_t c, std::span<const Share> shares) {
    const std::uint32_t point = point_of_[classes_[c].front().atom];
    if (home_[point] == c) home_[point] = none;
    for (const Share& share : shares) add_share(classes_[c], share);
    measure(c);
}

void Block::take(std::uint32_t c, std::span<const Share> shares) {
    for (const Share& share : shares)
        for (Share& known : classes_[c])
            if (known.atom == share.atom) known.records -= share.records;
    std::erase_if(classes_[c], [](const Share& share) { return share.records == 0; });
    measure(c);
}

Class Block::remove(std::uint32_t c) {
    const std::uint32_t point = point_of_[classes_[c].front().atom];
    if (home_[point] == c) home_[point] = none;
    Class shares = std::move(classes_[c]);
    classes_[c].clear();
    costs_[c] = 0;
    sizes_[c] = 0;
    free_.push_back(c);
    return shares;
}

std::vector<Class> Block::release() {
    std::vector<Class> released;
    for (Class& shares : classes_) {
        if (shares.empty()) continue;
        for (Share& share : shares) share.atom = global_[share.atom];
        released.push_back(std::move(shares));
    }
    return released;
}

}  // namespace scrim::recode::cluster
