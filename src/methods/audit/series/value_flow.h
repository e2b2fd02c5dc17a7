// Dealing values out to people: sides with counts, and which of them go together in some way of dealing.
//
// Takers (people with equal candidates, so many of each) each take one of the kinds that they accept; of each kind
// there is a limited number. Decided with a largest flow along shortest paths (Edmonds & Karp 1972); a taker and a kind
// go together in some complete dealing just when they are in one strongly connected component of what the flow leaves
// (Régin 1996). Who accepts what is kept as bits, so that a group of a hundred people is looked at in microseconds.
//
//   ValueFlow flow;
//   flow.reset({2, 1}, {2, 5});   // two people of one sort, one of another; two pieces of kind 0, five of kind 1
//   flow.accept(0, 0); flow.accept(1, 0); flow.accept(1, 1);
//   flow.run();                   // everybody gets something
//   flow.possible(1, 0);          // false: both pieces are needed by the first two
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace scrim::audit {

class ValueFlow {
public:
    // Would take more memory than a filter is worth.
    static bool too_large(std::size_t takers, std::size_t kinds) { return takers * kinds > most_bits; }

    // Forgets what was; keeps its memory.
    void reset(std::span<const std::uint64_t> takers, std::span<const std::uint64_t> kinds);
    void accept(std::size_t taker, std::size_t kind) {
        rows_[taker * row_words_ + kind / 64] |= std::uint64_t{1} << kind % 64;
    }
    // Is there enough for everybody? To be called once.
    bool run();
    // After run() said yes, for a taker that accepts the kind.
    bool possible(std::size_t taker, std::size_t kind) const { return component_[taker] == component_[takers_ + kind]; }
    // All kinds that the taker accepts are possible.
    bool all_possible(std::size_t taker) const;

private:
    static constexpr std::uint64_t most_bits = std::uint64_t{1} << 32;
    static constexpr std::uint32_t none = UINT32_MAX;
    using Bits = std::vector<std::uint64_t>;

    // A taker who has some of a kind.
    struct Holding {
        std::uint32_t taker;
        std::uint64_t amount;
    };

    std::span<const std::uint64_t> row(std::size_t taker) const {
        return std::span(rows_).subspan(taker * row_words_, row_words_);
    }
    std::span<const std::uint64_t> column(std::size_t kind) const {
        return std::span(columns_).subspan(kind * column_words_, column_words_);
    }
    void give(std::size_t kind, std::uint32_t taker, std::uint64_t amount);
    void take(std::size_t kind, std::uint32_t taker, std::uint64_t amount);
    void deal_greedily();
    bool deal_one_more(std::uint32_t taker);
    void push_along(std::uint32_t kind, std::uint32_t taker);
    void turn_rows_into_columns();
    void find_components();
    // A node that is not seen yet and that a change of the dealing leads to from this one; none when there is none
    // left.
    std::uint32_t next_forward(std::uint32_t node);
    std::uint32_t next_backward(std::uint32_t node);

    std::size_t takers_ = 0, kinds_ = 0, row_words_ = 0, column_words_ = 0;
    Bits rows_, columns_;                                        // who accepts what, by taker and by kind
    std::vector<std::uint64_t> wants_, spare_;                   // by taker: not served yet; by kind: not taken yet
    std::vector<std::vector<Holding>> held_;                     // by kind
    std::vector<std::vector<std::uint32_t>> has_;                // by taker: kinds, when all is dealt
    std::vector<std::uint32_t> queue_, from_kind_, from_taker_;  // of a search
    // Nodes are takers, then kinds, then the heap of what is spare.
    Bits unseen_takers_, unseen_kinds_, used_kinds_, spare_kinds_;
    bool heap_unseen_ = false;
    std::vector<std::uint32_t> at_, component_, finished_, path_;
};

}  // namespace scrim::audit
