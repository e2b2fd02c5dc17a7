#include "adapters/duckdb/files/tuple_store.h"

#include <utility>

namespace scrim::engine {
namespace {

// What a tuple takes as a key with its weight and, later and for a while beside it, as codes in columns with its
// weight.
std::size_t bytes_per_tuple(const KeyLayout& layout) {
    std::size_t bytes = 8 * layout.words() + 4 + 4;
    for (std::size_t c = 0; c < layout.columns(); ++c) bytes += layout.bits(c) <= 8 ? 1 : layout.bits(c) <= 16 ? 2 : 4;
    return bytes;
}

}  // namespace

void TupleStore::add(TupleRun&& run) {
    const std::lock_guard lock(mutex_);
    if (run.size() == 0) return;
    runs_.push_back(std::move(run));
    while (runs_.size() > 1 && runs_[runs_.size() - 2].size() <= 2 * runs_.back().size()) merge_last_two();
    if (full_ || !exceeds_limit()) return;
    while (runs_.size() > 1) merge_last_two();
    if (exceeds_limit()) full_ = true;
}

void TupleStore::more_bytes(std::size_t bytes) {
    other_bytes_ += bytes;
    if (limit_ > 0 && other_bytes_ > limit_) full_ = true;
}

TupleRun TupleStore::all() {
    const std::lock_guard lock(mutex_);
    while (runs_.size() > 1) merge_last_two();
    if (runs_.empty()) return {};
    TupleRun run = std::move(runs_.back());
    runs_.clear();
    return run;
}

void TupleStore::merge_last_two() {
    TupleRun last = std::move(runs_.back());
    runs_.pop_back();
    runs_.back() = TupleRun::merge(std::move(runs_.back()), std::move(last));
}

bool TupleStore::exceeds_limit() const {
    if (limit_ == 0) return false;
    std::size_t bytes = other_bytes_;
    for (const TupleRun& run : runs_) bytes += run.size() * bytes_per_tuple(run.layout());
    return bytes > limit_;
}

}  // namespace scrim::engine
