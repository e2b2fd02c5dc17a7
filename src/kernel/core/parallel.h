// Parallel loops. The only header that knows the thread library.
//
// For the thread sanitizer, which cannot see into a library that was not built for it, the same loops run on plain
// threads; inside a PostgreSQL server they run in the calling thread.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>

#if defined(SCRIM_ONE_THREAD)
#include "kernel/core/one_thread.h"
#elif defined(SCRIM_PLAIN_THREADS)
#include "kernel/core/plain_threads.h"
#else
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_invoke.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/parallel_reduce.h>

namespace scrim {

// f(begin, end) on disjoint blocks of at least `grain` items that together are [begin, end).
template <class F>
void parallel_for(std::size_t begin, std::size_t end, std::size_t grain, F f) {
    tbb::parallel_for(tbb::blocked_range<std::size_t>(begin, end, grain),
                      [&](const tbb::blocked_range<std::size_t>& block) { f(block.begin(), block.end()); });
}

// f() and g(), at the same time if a thread is free.
template <class F, class G>
void parallel_invoke(F f, G g) {
    tbb::parallel_invoke(f, g);
}

// fold(accumulator, begin, end) -> accumulator on blocks, then combine(left, right); `identity` starts every block.
template <class T, class Fold, class Combine>
T parallel_reduce(std::size_t begin, std::size_t end, std::size_t grain, T identity, Fold fold, Combine combine) {
    return tbb::parallel_reduce(
        tbb::blocked_range<std::size_t>(begin, end, grain), std::move(identity),
        [&](const tbb::blocked_range<std::size_t>& block, T accumulator) {
            return fold(std::move(accumulator), block.begin(), block.end());
        },
        combine);
}

// produce() -> std::optional<Item> runs in one thread at a time until it returns nothing; consume(Item&&) runs in
// parallel. At most `tokens` items exist at once.
template <class Produce, class Consume>
void pipeline(std::size_t tokens, Produce produce, Consume consume) {
    using Item = typename decltype(produce())::value_type;
    const auto source =
        tbb::make_filter<void, Item>(tbb::filter_mode::serial_in_order, [&](tbb::flow_control& control) {
            std::optional<Item> item = produce();
            if (item) return std::move(*item);
            control.stop();
            return Item{};
        });
    const auto sink =
        tbb::make_filter<Item, void>(tbb::filter_mode::parallel, [&](Item item) { consume(std::move(item)); });
    tbb::parallel_pipeline(tokens, source & sink);
}

}  // namespace scrim
#endif
