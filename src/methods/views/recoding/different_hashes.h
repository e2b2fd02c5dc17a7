// Whether hashes are all different: much cheaper than counting the different ones, where they nearly always are.
#pragma once

#include <cstdint>
#include <span>

namespace scrim::views {

bool are_different(std::span<const std::uint64_t> hashes);

}  // namespace scrim::views
