// Block: some points, their neighbors among themselves and classes made of them, copied side by side, so that work on
// one block touches nothing of another and stays in the cache.
//
// Points, atoms and classes have numbers of their own here. A class prints its box: the hull of its points.
#pragma once

#include "kernel/recode/cluster/judge.h"
#include "kernel/recode/cluster/neighbors.h"

#include <span>
#include <vector>

namespace scrim::recode::cluster {

class Block {
public:
    static constexpr std::uint32_t none = UINT32_MAX;

    // Of these points, in any order, with all their atoms and no class.
    Block(const Points& points, const Neighbors& neighbors, const Judge& judge, std::span<const std::uint32_t> which);
    // Of these classes, which are over global atoms, and all points in them.
    Block(const Points& points, const Neighbors& neighbors, const Judge& judge, std::vector<Class> classes);

    const HullCost& cost() const { return *cost_; }
    std::uint32_t points() const { return static_cast<std::uint32_t>(first_atom_.size() - 1); }
    const Place* row(std::uint32_t point) const { return &rows_[point * cost_->stride()]; }
    std::span<const std::uint32_t> neighbors(std::uint32_t point) const {
        return std::span(neighbors_)
            .subspan(first_neighbor_[point], first_neighbor_[point + 1] - first_neighbor_[point]);
    }

    std::uint32_t atoms() const { return static_cast<std::uint32_t>(global_.size()); }
    std::uint32_t first_atom(std::uint32_t point) const { return first_atom_[point]; }
    std::uint32_t point_of(std::uint32_t atom) const { return point_of_[atom]; }
    std::uint32_t global(std::uint32_t atom) const { return global_[atom]; }
    // In the whole table.
    std::uint32_t records(std::uint32_t atom) const { return records_[atom]; }
    // The tuple of each atom and the sensitive value in it.
    const std::uint32_t* tuples() const { return tuples_.data(); }
    Code value(std::uint32_t atom) const { return values_[atom]; }
    const Code* values() const { return values_.data(); }

    // Class numbers, some of which may be free: without shares.
    std::uint32_t classes() const { return static_cast<std::uint32_t>(classes_.size()); }
    const Class& shares(std::uint32_t c) const { return classes_[c]; }
    const Place* lowest(std::uint32_t c) const { return &boxes_[c * 2 * cost_->stride()]; }
    const Place* highest(std::uint32_t c) const { return lowest(c) + cost_->stride(); }
    Cost cost_of(std::uint32_t c) const { return costs_[c]; }
    std::uint32_t size(std::uint32_t c) const { return sizes_[c]; }
    std::uint32_t records_in(std::uint32_t c, std::uint32_t atom) const;
    // What it loses in all.
    std::uint64_t loss(std::uint32_t c) const { return std::uint64_t{costs_[c]} * sizes_[c]; }

    // A class that holds the point's records, or held them a while ago; none.
    std::uint32_t near(std::uint32_t point) const { return near_[point]; }
    // The class that prints exactly this point; none.
    std::uint32_t home(std::uint32_t point) const { return home_[point]; }

    // Shares of one atom are added up. A class that prints one point exactly joins the one that does already.
    void add(Class shares);
    // Puts shares into a class, or takes them out of it; it must not become empty.
    void put(std::uint32_t c, std::span<const Share> shares);
    void take(std::uint32_t c, std::span<const Share> shares);
    // Frees the class.
    Class remove(std::uint32_t c);

    // All classes, over global atoms. The block is not to be used afterwards.
    std::vector<Class> release();

private:
    void copy(const Points& points, const Neighbors& neighbors, const Judge& judge,
              std::span<const std::uint32_t> which);
    void measure(std::uint32_t c);

    const HullCost* cost_;
    std::vector<Place> rows_;
    std::vector<std::uint32_t> first_neighbor_, neighbors_;
    std::vector<std::uint32_t> first_atom_, point_of_, global_, records_, tuples_;
    std::vector<Code> values_;

    std::vector<Class> classes_;
    std::vector<Place> boxes_;
    std::vector<Cost> costs_;
    std::vector<std::uint32_t> sizes_;
    std::vector<std::uint32_t> free_;
    std::vector<std::uint32_t> near_, home_;
};

}  // namespace scrim::recode::cluster
