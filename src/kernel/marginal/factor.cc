#include "kernel/marginal/factor.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>

namespace scrim::marginal {

std::uint64_t cells_of(std::span<const Variable> variables, const Sizes& sizes) {
    std::uint64_t cells = 1;
    for (const Variable v : variables)
        if (__builtin_mul_overflow(cells, std::uint64_t{sizes[v]}, &cells))
            return std::numeric_limits<std::uint64_t>::max();
    return cells;
}

bool contains_all(const Variables& all, const Variables& some) {
    return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

Variables united(const Variables& a, const Variables& b) {
    Variables both;
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
    return both;
}

Variables common(const Variables& a, const Variables& b) {
    Variables both;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
    return both;
}

Places::Places(const Variables& variables, const Variables& some, const Sizes& sizes) {
    std::size_t stride = cells_of(some, sizes);
    for (const Variable v : variables) {
        sizes_.push_back(sizes[v]);
        const bool kept = std::binary_search(some.begin(), some.end(), v);
        if (kept) stride /= sizes[v];
        strides_.push_back(kept ? stride : 0);
    }
}

Factor Factor::summed_to(const Variables& some, const Sizes& sizes) const {
    Factor sums(some, sizes);
    Places(variables, some, sizes).each([&](std::size_t cell, std::size_t place) { sums.cells[place] += cells[cell]; });
    return sums;
}

Factor Factor::log_summed_to(const Variables& some, const Sizes& sizes) const {
    const Places places(variables, some, sizes);
    Factor sums(some, sizes);
    std::vector<double> greatest(sums.cells.size(), -std::numeric_limits<double>::infinity());
    places.each([&](std::size_t cell, std::size_t place) { greatest[place] = std::max(greatest[place], cells[cell]); });
    places.each(
        [&](std::size_t cell, std::size_t place) { sums.cells[place] += std::exp(cells[cell] - greatest[place]); });
    for (std::size_t i = 0; i < greatest.size(); ++i) sums.cells[i] = std::log(sums.cells[i]) + greatest[i];
    return sums;
}

void Factor::add(const Factor& other, double factor, const Sizes& sizes) {
    Places(variables, other.variables, sizes).each([&](std::size_t cell, std::size_t place) {
        cells[cell] += factor * other.cells[place];
    });
}

double Factor::sum() const { return std::accumulate(cells.begin(), cells.end(), 0.0); }

Factor product(const Factor& a, const Factor& b, const Sizes& sizes) {
    Factor made(united(a.variables, b.variables), sizes);
    Places(made.variables, a.variables, sizes).each([&](std::size_t cell, std::size_t place) {
        made.cells[cell] = a.cells[place];
    });
    Places(made.variables, b.variables, sizes).each([&](std::size_t cell, std::size_t place) {
        made.cells[cell] *= b.cells[place];
    });
    return made;
}

}  // namespace scrim::marginal
