// Division of 128-bit integers that rounds towards minus infinity; b > 0.
#pragma once

#include "kernel/core/int128.h"

namespace scrim::hierarchy {

constexpr Int128 floor_divide(Int128 a, Int128 b) { return a / b - (a % b < 0 ? 1 : 0); }

}  // namespace scrim::hierarchy
