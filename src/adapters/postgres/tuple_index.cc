#include "adapters/postgres/tuple_index.h"

#include <algorithm>
#include <bit>

namespace scrim::postgres {
namespace {

std::uint64_t mixed(std::uint64_t key) {
    key = (key ^ (key >> 32)) * 0xd6e8feb86659fd93;
    return key ^ (key >> 32);
}

}  // namespace

TupleIndex::TupleIndex(std::span<const std::vector<Code>> leaves, std::span<const Code> sizes,
                       std::span<const std::int64_t> k, std::span<const std::uint32_t> blocks)
    : sizes_(sizes.begin(), sizes.end()), k_(k.begin(), k.end()) {
    std::sort(k_.begin(), k_.end());
    k_.erase(std::unique(k_.begin(), k_.end()), k_.end());
    for (const std::uint32_t block : blocks) blocks_ = std::max(blocks_, block + 1);
    std::uint64_t combinations = std::max<std::size_t>(k_.size(), 1);
    const auto times = [&](std::uint64_t factor) {
        fits_ = fits_ && !__builtin_mul_overflow(combinations, factor, &combinations);
    };
    times(blocks_);
    for (const Code size : sizes_) times(std::max<Code>(size, 1));
    slots_.resize(std::bit_ceil(std::max<std::size_t>(k.size() * 2, 2)));
    width_ = sizes_.size() + 2;
    std::vector<Code> own(sizes_.size());
    for (std::uint32_t t = 0; t < k.size(); ++t) {
        for (std::size_t a = 0; a < own.size(); ++a) own[a] = leaves[a][t];
        const std::uint32_t number = number_of_k(k[t]), block = blocks.empty() ? 0 : blocks[t];
        if (!fits_) {
            exact_.insert(exact_.end(), own.begin(), own.end());
            exact_.insert(exact_.end(), {number, block});
        }
        const std::uint64_t key = key_of(own, number, block);
        std::size_t slot = mixed(key) & (slots_.size() - 1);
        while (slots_[slot].tuple != none &&
               !(slots_[slot].key == key && (fits_ || is_kept(slots_[slot].tuple, own, number, block))))
            slot = (slot + 1) & (slots_.size() - 1);
        if (slots_[slot].tuple == none) slots_[slot] = {key, t};
    }
}

std::uint32_t TupleIndex::number_of_k(std::int64_t k) const {
    const auto found = std::lower_bound(k_.begin(), k_.end(), k);
    return found == k_.end() || *found != k ? none : static_cast<std::uint32_t>(found - k_.begin());
}

std::uint64_t TupleIndex::key_of(std::span<const Code> leaves, std::uint32_t k, std::uint32_t block) const {
    std::uint64_t key = std::uint64_t{block} * k_.size() + k;
    for (std::size_t a = 0; a < leaves.size(); ++a) key = fits_ ? key * sizes_[a] + leaves[a] : mixed(key + leaves[a]);
    return key;
}

bool TupleIndex::is_kept(std::uint32_t tuple, std::span<const Code> leaves, std::uint32_t k,
                         std::uint32_t block) const {
    const auto own = kept(tuple);
    return std::equal(leaves.begin(), leaves.end(), own.begin()) && own[leaves.size()] == k &&
           own[leaves.size() + 1] == block;
}

std::uint32_t TupleIndex::find(std::span<const Code> leaves, std::int64_t k, std::int64_t block) const {
    const std::uint32_t number = number_of_k(k);
    if (number == none || block < 0 || block >= blocks_ || slots_.empty()) return none;
    const std::uint64_t key = key_of(leaves, number, static_cast<std::uint32_t>(block));
    for (std::size_t slot = mixed(key) & (slots_.size() - 1); slots_[slot].tuple != none;
         slot = (slot + 1) & (slots_.size() - 1))
        if (slots_[slot].key == key &&
            (fits_ || is_kept(slots_[slot].tuple, leaves, number, static_cast<std::uint32_t>(block))))
            return slots_[slot].tuple;
    return none;
}

}  // namespace scrim::postgres
