#include "chance.h"

#include <stdexcept>

#include "guard.h"

namespace scrim::postgres {

std::uint64_t Chance::draw() {
    if (at_ == size) {
        const bool drawn = in_server([this]() noexcept { return pg_strong_random(numbers_, sizeof numbers_); });
        if (!drawn) throw std::runtime_error("the operating system gives no random numbers");
        at_ = 0;
    }
    return numbers_[at_++];
}

// Lemire, "Fast Random Integer Generation in an Interval", 2019.
std::uint64_t Chance::below(std::uint64_t count) {
    unsigned __int128 product = static_cast<unsigned __int128>(draw()) * count;
    if (static_cast<std::uint64_t>(product) < count) {
        const std::uint64_t uneven = (0 - count) % count;
        while (static_cast<std::uint64_t>(product) < uneven)
            product = static_cast<unsigned __int128>(draw()) * count;
    }
    return static_cast<std::uint64_t>(product >> 64);
}

}  // namespace scrim::postgres
