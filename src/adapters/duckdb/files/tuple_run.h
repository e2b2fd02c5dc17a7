// TupleRun: different tuples of codes with how often each occurs, ascending, packed as keys.
//
// Runs come from sorting rows and grow by merging. A run lies in blocks, and merging frees the blocks of what it merges
// as it reads them, so that it needs little more memory than the runs have.
//
//   TupleRun run = TupleRun::of_rows(layout, keys);
//   run = TupleRun::merge(std::move(run), std::move(other));
#pragma once

#include "adapters/duckdb/files/key_layout.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace scrim::engine {

class TupleRun {
public:
    struct Block {
        std::vector<std::uint64_t> keys;  // layout.words() each
        std::vector<std::uint32_t> weights;
    };

    TupleRun() = default;
    // Rows in any order, given by their keys and, unless each counts once, their weights. All weights that are ever
    // merged add up to less than 2^32.
    static TupleRun of_rows(const engine::KeyLayout& layout, std::vector<std::uint64_t> keys,
                            std::vector<std::uint32_t> weights = {});
    // In a layout that is wide enough for both.
    static TupleRun merge(TupleRun&& a, TupleRun&& b);

    const engine::KeyLayout& layout() const { return layout_; }
    std::size_t size() const { return size_; }
    const std::vector<Block>& blocks() const { return blocks_; }
    // Moves the blocks out; the run must not be used afterwards.
    std::vector<Block> take_blocks() { return std::move(blocks_); }

private:
    class Reader;
    explicit TupleRun(const engine::KeyLayout& layout) : layout_(layout) {}
    // A key that is no less than the last. At most `more` are expected to follow, with this one.
    void append(const std::uint64_t* key, std::uint32_t weight, std::size_t more);

    engine::KeyLayout layout_;
    std::vector<Block> blocks_;
    std::size_t size_ = 0;
};

}  // namespace scrim::engine
