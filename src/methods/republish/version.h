// Version: one version of changing data, as a re-publication method sees it: codes, and the signatures to be kept.
#pragma once

#include "kernel/core/span.h"

#include <cstdint>
#include <span>
#include <vector>

namespace scrim::republication {

// The different sensitive values of a group, ascending.
using Signature = std::vector<std::uint32_t>;

struct Version {
    static constexpr std::uint32_t is_new = UINT32_MAX;

    std::uint32_t values = 0;  // how many sensitive values there are
    std::size_t dimensions = 0;
    std::vector<std::uint32_t> value;      // of each record
    std::vector<std::uint32_t> signature;  // of each record: which of `signatures` it has to keep, or is_new
    std::vector<Code> quasi_identifiers;   // of each record, dimensions() in a row
    std::vector<Signature> signatures;     // all different

    std::size_t records() const { return value.size(); }
    std::span<const Code> at(std::uint32_t record) const {
        return std::span(quasi_identifiers).subspan(record * dimensions, dimensions);
    }
};

}  // namespace scrim::republication
