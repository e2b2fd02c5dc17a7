// The loops of parallel.h on plain threads, for the thread sanitizer. Included by parallel.h only.
#pragma once

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <thread>
#include <vector>

namespace scrim {

inline constexpr std::size_t plain_threads = 4;

// Runs f(part) for the parts 0 .. plain_threads - 1, each in a thread of its own.
template <class F>
void run_parts(F f) {
    std::vector<std::thread> threads;
    for (std::size_t part = 0; part < plain_threads; ++part) threads.emplace_back([&f, part] { f(part); });
    for (std::thread& thread : threads) thread.join();
}

template <class F>
void parallel_for(std::size_t begin, std::size_t end, std::size_t, F f) {
    run_parts([&](std::size_t part) {
        const std::size_t first = begin + (end - begin) * part / plain_threads;
        const std::size_t last = begin + (end - begin) * (part + 1) / plain_threads;
        if (first < last) f(first, last);
    });
}

template <class F, class G>
void parallel_invoke(F f, G g) {
    std::thread other(f);
    g();
    other.join();
}

template <class T, class Fold, class Combine>
T parallel_reduce(std::size_t begin, std::size_t end, std::size_t, T identity, Fold fold, Combine combine) {
    std::vector<T> results(plain_threads, identity);
    run_parts([&](std::size_t part) {
        const std::size_t first = begin + (end - begin) * part / plain_threads;
        const std::size_t last = begin + (end - begin) * (part + 1) / plain_threads;
        results[part] = fold(std::move(results[part]), first, last);
    });
    T total = std::move(results[0]);
    for (std::size_t part = 1; part < plain_threads; ++part)
        total = combine(std::move(total), std::move(results[part]));
    return total;
}

template <class Produce, class Consume>
void pipeline(std::size_t, Produce produce, Consume consume) {
    std::mutex mutex;
    bool more = true;
    run_parts([&](std::size_t) {
        for (;;) {
            decltype(produce()) item;
            {
                const std::lock_guard lock(mutex);
                if (more) item = produce();
                more = more && item.has_value();
            }
            if (!item) return;
            consume(std::move(*item));
        }
    });
}

}  // namespace scrim
