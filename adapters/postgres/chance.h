// Chance: numbers of the operating system, many at a time.
#pragma once

#include <cstddef>
#include <cstdint>

namespace scrim::postgres {

class Chance {
public:
    std::uint64_t draw();
    // Below `count`, each as likely as any other.
    std::uint64_t below(std::uint64_t count);

private:
    static constexpr std::size_t size = 512;
    std::uint64_t numbers_[size];
    std::size_t at_ = size;
};

}  // namespace scrim::postgres
