// Pool: the records of a few classes of a block, to be made into classes anew.
//
// Records of a point that some class prints exactly are not bound to find a new class: they can go home at no loss, as
// what that class does not need can be borrowed from it. All others must be taken in.
#pragma once

#include "kernel/core/random.h"
#include "kernel/recode/cluster/block.h"

#include <vector>

namespace scrim::recode::cluster {

class Pool {
public:
    Pool(Block& block, Judge& judge);

    void clear();
    // Entries: different atoms.
    std::size_t size() const { return atoms_.size(); }
    // What the classes that would be taken apart lose now.
    std::uint64_t loss() const { return loss_; }

    // The class is to be taken apart.
    void add(std::uint32_t c);
    // Some records of an exact class may be borrowed.
    void add_lender(std::uint32_t c);

    // Tries some times, with seeds drawn by chance, to make classes that lose less. True when that succeeds.
    bool improve(int trials, SeededRandom& random);
    // Instead of pooling classes: grows a class out of one large class. True when both hold and it costs less.
    bool carve(std::uint32_t c, SeededRandom& random);
    // Puts the best classes found in place of those taken apart.
    void adopt();

private:
    struct Made {
        Class shares;  // of entries
        std::vector<Place> lo, hi;
        Cost cost = 0;
        std::uint32_t size = 0;

        std::uint64_t loss() const { return std::uint64_t{cost} * size; }
    };
    struct Entry {
        std::uint32_t must = 0;              // records to be taken in
        std::uint32_t may = 0;               // records that can be borrowed, of which …
        std::uint32_t home_comers = 0;       // … so many are of classes taken apart, the others of …
        std::uint32_t held = 0;              // … those that the lender has
        std::uint32_t lender = Block::none;  // class
    };

    const Place* row(std::uint32_t entry) const { return &rows_[entry * stride_]; }
    std::uint32_t entry_of(std::uint32_t atom);
    bool build(std::uint64_t limit, SeededRandom& random);
    std::uint32_t draw(SeededRandom& random) const;
    void start(Made& made);
    bool grow(Made& made, std::uint32_t seed);
    std::uint32_t cheapest(const Made& made, Cost& cost);
    void take(Made& made, std::uint32_t entry);
    bool scatter(const Made& made);
    bool place(Share share, std::size_t except, std::int64_t most);
    void relocate();
    bool without(const Made& made, std::size_t which, std::uint32_t records, Cost& cost) const;
    void put(Made& made, Share share);
    bool lenders_hold();
    bool holds(const Made& made) { return judge_.holds(made.shares, made.size, tuples_.data()); }

    Block& block_;
    Judge& judge_;
    std::size_t stride_;
    std::uint64_t loss_ = 0;
    std::vector<std::uint32_t> lenders_;
    std::vector<std::uint32_t> apart_;     // classes to be taken apart
    std::vector<std::uint32_t> entry_of_;  // by atom of the block
    // By entry.
    std::vector<std::uint32_t> atoms_, tuples_;
    std::vector<Code> values_;
    std::vector<Place> rows_;
    std::vector<Entry> entries_, open_;    // at first, and what is still open
    std::vector<Cost> bounds_;             // joining the class that grows costs at least this
    std::uint64_t must_ = 0;               // records still to be taken in
    std::vector<std::uint32_t> borrowed_;  // of each share of the class that grows
    std::vector<Made> made_, best_;
    std::size_t made_count_ = 0, best_count_ = 0;
    std::vector<std::uint32_t> same_;  // by value, its records in the class that grows
    Class left_;
    mutable std::vector<Place> lo_, hi_;
};

}  // namespace scrim::recode::cluster
