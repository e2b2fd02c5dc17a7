#include "methods/views/recoding/different_hashes.h"

#include <algorithm>
#include <bit>
#include <vector>

namespace scrim::views {

// By their upper bits, hashes fall on sixteen times as many places. Only those that share a place with another one are
// compared.
bool are_different(std::span<const std::uint64_t> hashes) {
    const int width = std::bit_width(std::max<std::size_t>(hashes.size(), 4) * 16);
    std::vector<std::uint64_t> taken((std::size_t{1} << width) / 64), shared(taken.size());
    const auto place = [&](std::uint64_t hash) { return hash >> (64 - width); };
    const auto bit = [](std::uint64_t at) { return std::uint64_t{1} << (at % 64); };
    for (const std::uint64_t hash : hashes) {
        const std::uint64_t at = place(hash);
        shared[at / 64] |= taken[at / 64] & bit(at);
        taken[at / 64] |= bit(at);
    }
    std::vector<std::uint64_t> suspects;
    for (const std::uint64_t hash : hashes)
        if (const std::uint64_t at = place(hash); shared[at / 64] & bit(at)) suspects.push_back(hash);
    std::sort(suspects.begin(), suspects.end());
    return std::adjacent_find(suspects.begin(), suspects.end()) == suspects.end();
}

}  // namespace scrim::views
