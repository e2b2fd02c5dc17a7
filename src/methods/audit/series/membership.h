// Who is in which group of a release for certain, and where the others may be.
//
// A group that has as many certain people as it has room is complete: it is no place for anybody else, which may leave
// one of the others a single group, and so on.
#pragma once

#include "methods/audit/series/seen_series.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace scrim::audit {

class Membership {
public:
    explicit Membership(const SeenRelease& release);

    // Somebody who cannot be where the release says; then nothing else here means anything.
    std::optional<std::uint32_t> impossible() const { return impossible_; }

    // People who are in the group for certain.
    std::span<const std::uint32_t> members(std::uint32_t group) const {
        return std::span(members_).subspan(first_[group], first_[group + 1] - first_[group]);
    }
    // There is nobody else in it.
    bool complete(std::uint32_t group) const { return complete_[group]; }
    // The groups that people at this place of the release may be in.
    const std::vector<std::uint32_t>& left(std::uint32_t place) const { return left_[place]; }

private:
    void leave_complete_groups(const SeenRelease& release);

    std::vector<std::vector<std::uint32_t>> left_;  // by place
    std::vector<bool> complete_;                    // by group
    std::vector<std::uint32_t> first_, members_;    // by group
    std::optional<std::uint32_t> impossible_;
};

}  // namespace scrim::audit
