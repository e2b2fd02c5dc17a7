// How far apart in rank two values may be that are exchanged: "5%" of the values, or a number of ranks.
#pragma once

#include "kernel/core/ratio.h"
#include "scrim/result.h"

#include <cstdint>
#include <optional>
#include <string>

namespace scrim::recode::perturb {

struct Window {
    Ratio size;  // of all values, or in ranks
    bool share = false;

    // "5%", "20"; nothing for what is neither.
    static std::optional<Window> parse(const std::string& text);
    // In ranks, for a column of so many values; refuses one that reaches no other value, or more than there are.
    Result<std::uint64_t> ranks(const std::string& column, std::uint64_t values) const;
};

}  // namespace scrim::recode::perturb
