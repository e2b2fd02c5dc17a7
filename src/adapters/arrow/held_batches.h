// HeldBatches: a stream of record batches, taken over whole. What a Frame holds.
//
// Nothing is copied: the producer's buffers stay where they are until the last owner goes. Everything that the
// interface lets us check is checked once, here; values are looked at by arrow_source.h.
#pragma once

#include "adapters/arrow/cell_type.h"
#include "adapters/arrow/owned.h"
#include "scrim/result.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace scrim::arrow {

class HeldBatches {
public:
    // Takes the stream over, and releases it.
    static Result<std::shared_ptr<const HeldBatches>> take(ArrowArrayStream* stream);

    std::uint64_t rows() const { return starts_.back(); }
    const std::vector<std::string>& names() const { return names_; }
    const std::vector<CellType>& types() const { return types_; }
    const ArrowSchema& schema() const { return schema_.raw; }
    std::size_t batches() const { return batches_.size(); }
    const ArrowArray& batch(std::size_t number) const { return batches_[number].raw; }

    // take(array, first, count) for the cells [begin, end) of a column, in their order: `count` cells of the array from
    // the `first` on, its own offset included.
    template <class Take>
    void each_piece(std::size_t column, std::uint64_t begin, std::uint64_t end, Take take) const {
        auto b =
            static_cast<std::size_t>(std::upper_bound(starts_.begin(), starts_.end(), begin) - starts_.begin()) - 1;
        for (; begin < end; ++b) {
            const ArrowArray& batch = batches_[b].raw;
            const ArrowArray& cells = *batch.children[column];
            const std::uint64_t count = std::min(end, starts_[b + 1]) - begin;
            take(cells, cells.offset + batch.offset + static_cast<std::int64_t>(begin - starts_[b]), count);
            begin += count;
        }
    }

private:
    Result<void> take_schema(ArrowArrayStream& stream);
    Result<void> take_batches(ArrowArrayStream& stream);
    Result<void> check(const ArrowArray& batch) const;

    OwnedSchema schema_;
    std::vector<OwnedArray> batches_;
    std::vector<std::uint64_t> starts_ = {0};  // of each batch's rows, and the end
    std::vector<std::string> names_;
    std::vector<CellType> types_;
};

}  // namespace scrim::arrow
