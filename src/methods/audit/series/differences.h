// Groups that nobody printed: what is left of a group when groups of another release that lie in it are taken away.
//
// Ten people publish flu six times and cold four times; later the same ten and a newcomer publish flu six times and
// cold five times: the newcomer has a cold, though everybody's candidates are flu and cold in either release (Fung et
// al. 2010, Example 6.3). Who leaves a group is told in the same way.
#pragma once

#include "methods/audit/series/membership.h"
#include "methods/audit/series/seen_series.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace scrim::audit {

// A release with what is known of its people.
struct KnownRelease {
    KnownRelease(const SeenRelease& release, std::uint32_t people);

    const SeenRelease* release;
    Membership membership;
    std::vector<std::uint32_t> group_of;  // by person: the group that one is in for certain, or none
    static constexpr std::uint32_t none = UINT32_MAX;
};

struct Difference {
    std::vector<std::uint32_t> people;
    SeenGroup group;
};

class Differences {
public:
    explicit Differences(std::uint32_t people) : kept_of_(people, none) {}

    // Of every group of `outer`, less the groups of `inner` that lie in it, whose people are all known and all real.
    // Appended to `found`, but for those that hold all of one found since begin(): they would tell nothing more. False
    // when a group publishes less than the groups in it; `impossible` is one of its people then.
    bool find(const KnownRelease& outer, const KnownRelease& inner, std::vector<Difference>& found);
    void begin();
    std::optional<std::uint32_t> impossible() const { return impossible_; }

private:
    static constexpr std::uint32_t none = UINT32_MAX;

    bool holds_kept(const std::vector<std::uint32_t>& people);
    void keep(const std::vector<std::uint32_t>& people);

    std::vector<std::uint32_t> inside_;                 // by inner group: how many of its people are in the outer one
    std::vector<std::uint32_t> kept_of_;                // by person: number of a difference, or none
    std::vector<std::uint32_t> kept_size_, kept_here_;  // by difference
    std::vector<std::uint32_t> touched_;                // people with kept_of_
    std::optional<std::uint32_t> impossible_;
};

}  // namespace scrim::audit
