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

std::uint64_t Chance::below(std::uint64_t count) {
    const std::uint64_t uneven = (0 - count) % count;
    for (;;) {
        const std::uint64_t number = draw();
        if (number >= uneven) return number % count;
    }
}

}  // namespace scrim::postgres
