// The loops of parallel.h in the calling thread alone, for programs that must not start any: the backends of a
// PostgreSQL server, whose own code knows one thread. Included by parallel.h only.
#pragma once

#include <cstddef>
#include <utility>

namespace scrim {

template <class F>
void parallel_for(std::size_t begin, std::size_t end, std::size_t, F f) {
    if (begin < end) f(begin, end);
}

template <class F, class G>
void parallel_invoke(F f, G g) {
    f();
    g();
}

template <class T, class Fold, class Combine>
T parallel_reduce(std::size_t begin, std::size_t end, std::size_t, T identity, Fold fold, Combine) {
    return begin < end ? fold(std::move(identity), begin, end) : identity;
}

template <class Produce, class Consume>
void pipeline(std::size_t, Produce produce, Consume consume) {
    while (auto item = produce()) consume(std::move(*item));
}

}  // namespace scrim
