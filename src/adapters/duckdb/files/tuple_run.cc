#include "adapters/duckdb/files/tuple_run.h"

#include "kernel/core/radix_sort.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace scrim::engine {
namespace {

// Large enough that malloc takes it from the system and gives it back.
constexpr std::size_t block_tuples = std::size_t{1} << 18;

int compare(const std::uint64_t* a, const std::uint64_t* b, std::size_t words) {
    for (std::size_t w = 0; w < words; ++w)
        if (a[w] != b[w]) return a[w] < b[w] ? -1 : 1;
    return 0;
}

// The order of rows by keys of several words: one stable sort for each word, the last word first.
std::vector<std::uint32_t> sorted_order(const KeyLayout& layout, const std::vector<std::uint64_t>& keys) {
    const std::size_t words = layout.words();
    std::vector<std::uint32_t> order(keys.size() / words);
    std::iota(order.begin(), order.end(), 0);
    std::vector<std::uint64_t> one_word(order.size());
    for (std::size_t w = words; w-- > 0;) {
        for (std::size_t i = 0; i < order.size(); ++i) one_word[i] = keys[order[i] * words + w];
        radix_sort(one_word, order, layout.word_bits(w));
    }
    return order;
}

}  // namespace

// Walks over a run, in another layout, and frees what lies behind.
class TupleRun::Reader {
public:
    Reader(TupleRun&& run, const KeyLayout& layout)
        : run_(std::move(run)), layout_(layout), same_layout_(run_.layout_ == layout), left_(run_.size_) {
        if (left_ > 0) load();
    }
    std::size_t left() const { return left_; }
    const std::uint64_t* key() const { return key_; }
    std::uint32_t weight() const { return run_.blocks_[block_].weights[place_]; }
    void next() {
        if (--left_ == 0) return;
        if (++place_ == run_.blocks_[block_].weights.size()) {
            run_.blocks_[block_++] = Block{};
            place_ = 0;
        }
        load();
    }

private:
    void load() {
        key_ = &run_.blocks_[block_].keys[place_ * run_.layout_.words()];
        if (same_layout_) return;
        repacked_.assign(layout_.words(), 0);
        for (std::size_t c = 0; c < layout_.columns(); ++c) layout_.put(repacked_.data(), c, run_.layout_.get(key_, c));
        key_ = repacked_.data();
    }

    TupleRun run_;
    const KeyLayout& layout_;
    const bool same_layout_;
    std::size_t left_;
    std::size_t block_ = 0, place_ = 0;
    const std::uint64_t* key_ = nullptr;
    std::vector<std::uint64_t> repacked_;
};

TupleRun TupleRun::of_rows(const KeyLayout& layout, std::vector<std::uint64_t> keys,
                           std::vector<std::uint32_t> weights) {
    TupleRun run(layout);
    const std::size_t words = layout.words();
    const std::size_t rows = keys.size() / words;
    if (words == 1) {
        radix_sort(keys, weights, layout.word_bits(0));
        for (std::size_t i = 0; i < rows; ++i) run.append(&keys[i], weights.empty() ? 1 : weights[i], rows - i);
    } else {
        const std::vector<std::uint32_t> order = sorted_order(layout, keys);
        for (std::size_t i = 0; i < rows; ++i)
            run.append(&keys[order[i] * words], weights.empty() ? 1 : weights[order[i]], rows - i);
    }
    return run;
}

TupleRun TupleRun::merge(TupleRun&& a, TupleRun&& b) {
    if (a.size_ == 0) return std::move(b);
    if (b.size_ == 0) return std::move(a);
    TupleRun run(KeyLayout::wider(a.layout_, b.layout_));
    Reader left(std::move(a), run.layout_), right(std::move(b), run.layout_);
    while (left.left() > 0 || right.left() > 0) {
        const bool from_left =
            right.left() == 0 || (left.left() > 0 && compare(left.key(), right.key(), run.layout_.words()) <= 0);
        Reader& next = from_left ? left : right;
        run.append(next.key(), next.weight(), left.left() + right.left());
        next.next();
    }
    return run;
}

void TupleRun::append(const std::uint64_t* key, std::uint32_t weight, std::size_t more) {
    const std::size_t words = layout_.words();
    if (size_ > 0 && compare(&*(blocks_.back().keys.end() - static_cast<std::ptrdiff_t>(words)), key, words) == 0) {
        blocks_.back().weights.back() += weight;
        return;
    }
    if (blocks_.empty() || blocks_.back().weights.size() == block_tuples) {
        Block& block = blocks_.emplace_back();
        block.keys.reserve(std::min(block_tuples, more) * words);
        block.weights.reserve(std::min(block_tuples, more));
    }
    blocks_.back().keys.insert(blocks_.back().keys.end(), key, key + words);
    blocks_.back().weights.push_back(weight);
    ++size_;
}

}  // namespace scrim::engine
