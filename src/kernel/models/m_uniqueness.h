// The requirement m_uniqueness(m=…) of each release of a series, for those who write it down and those who read it.
#pragma once

#include "scrim/policy.h"

#include <cstdint>
#include <optional>

namespace scrim::models {

Requirement require_m_uniqueness(std::uint32_t m);
// Its m; nothing for other models, and where m is no count.
std::optional<std::uint64_t> required_uniqueness(const Requirement& requirement);

}  // namespace scrim::models
