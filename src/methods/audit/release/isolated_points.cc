#include "methods/audit/release/isolated_points.h"

#include "kernel/core/big_ratio.h"
#include "kernel/core/parallel.h"

#include <algorithm>
#include <mutex>
#include <numeric>

namespace scrim::audit {
namespace {

// Squared distances from one guess to all people.
class Distances {
public:
    Distances(const Points& people, const std::vector<Int128>& ranges) : people_(people), ranges_(ranges) {}

    void measure_from(const Int128* guess) {
        guess_ = guess;
        about_.assign(people_.size(), 0);
        for (std::size_t p = 0; p < people_.size(); ++p)
            for (std::size_t d = 0; d < people_.dimensions; ++d) {
                const auto part =
                    static_cast<long double>(people_[p][d] - guess[d]) / static_cast<long double>(ranges_[d]);
                about_[p] += part * part;
            }
    }
    // Is the square for a, times `factor`, less than that for b? `factor` is about `about_factor`.
    bool less(std::size_t a, std::size_t b, const BigRatio& factor, long double about_factor) const {
        const long double left = about_[a] * about_factor, right = about_[b];
        // Rounding is far below this.
        if (const long double unclear = 1e-14L * (left + right); left + unclear < right || right + unclear < left)
            return left < right;
        return exactly(a) * factor < exactly(b);
    }

private:
    BigRatio exactly(std::size_t p) const {
        BigRatio sum(0);
        for (std::size_t d = 0; d < people_.dimensions; ++d) {
            const Int128 apart = people_[p][d] - guess_[d];
            BigRatio part(natural(static_cast<Uint128>(apart < 0 ? -apart : apart)),
                          natural(static_cast<Uint128>(ranges_[d])));
            part.canonicalize();
            sum += part * part;
        }
        return sum;
    }

    const Points& people_;
    const std::vector<Int128>& ranges_;
    const Int128* guess_ = nullptr;
    std::vector<long double> about_;
};

}  // namespace

std::vector<Isolated> isolated_points(const Points& people, const Points& guesses, const std::vector<Int128>& ranges,
                                      const Ratio& c, std::uint64_t t) {
    std::vector<Isolated> isolated(people.size());
    const BigRatio one(1), square = big(c) * big(c);
    const long double about_square = square.get_d();
    const std::size_t nearest = std::min<std::uint64_t>(t, people.size());
    std::mutex mutex;
    parallel_for(0, guesses.size(), 16, [&](std::size_t begin, std::size_t end) {
        Distances distances(people, ranges);
        std::vector<std::uint32_t> order(people.size());
        const auto nearer = [&](std::uint32_t a, std::uint32_t b) { return distances.less(a, b, one, 1); };
        for (std::size_t guess = begin; guess < end; ++guess) {
            distances.measure_from(guesses[guess]);
            std::iota(order.begin(), order.end(), 0u);
            const auto last = order.begin() + static_cast<std::ptrdiff_t>(nearest);
            std::nth_element(order.begin(), last - 1, order.end(), nearer);
            std::sort(order.begin(), last, nearer);
            // Farther people have larger balls; c >= 1, so that whoever is isolated is among the t nearest.
            std::size_t within = 0;
            for (std::size_t i = 0; i < nearest; ++i) {
                while (within < nearest && !distances.less(order[i], order[within], square, about_square)) ++within;
                if (within >= t) break;
                const std::scoped_lock lock(mutex);
                Isolated& known = isolated[order[i]];
                if (known.within == 0 || within < known.within || (within == known.within && guess < known.guess))
                    known = {within, guess};
            }
        }
    });
    return isolated;
}

}  // namespace scrim::audit
