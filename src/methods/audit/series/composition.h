// The composition attack: what is left of everybody's possible values when releases are combined, one after the other.
//
// A person's candidates are the values that each of their releases leaves them: those of the groups they may be in,
// less those that no dealing of a group's values to its people gives them (audit/group_filter.h), until nothing changes
// any more. A later release may tell something about somebody who is not in it. Whoever changed has another value
// afterwards than before. No value is taken that some joint
// assignment of values to all people has, whatever the series; the converse need not hold (audit/joint_posterior.h is
// exact, for few people).
//
//   SCRIM_TRY(const Composition found, compose(series, 2, progress));
//   found.after.back().exposed;   // people with a single candidate, after all releases
#pragma once

#include "methods/audit/series/candidate_sets.h"
#include "methods/audit/series/seen_series.h"
#include "scrim/result.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace scrim::audit {

// What is known after a release and all before it.
struct AfterRelease {
    struct Exposed {
        std::uint32_t person = 0;
        CandidateSets::Id candidates = 0;
    };

    // Somebody who changed is one of the people, by the value of which fewest candidates are left.
    std::uint64_t people = 0;                                        // seen so far
    std::uint64_t fewest = 0;                                        // candidates of any of them; 0 when nobody is
    std::vector<std::pair<std::uint64_t, std::uint64_t>> histogram;  // candidates, people who have so many
    std::uint64_t exposed_people = 0;                                // with fewer than asked for …
    std::vector<Exposed> exposed;  // … ascending; somebody who changed may be there before and after
};

struct Composition {
    CandidateSets sets;
    std::vector<AfterRelease> after;            // one per release, up to a contradiction
    std::vector<CandidateSets::Id> candidates;  // by person; anything for who was in no release
    struct Contradiction {
        std::size_t release = 0;   // no assignment fits the releases up to this one …
        std::uint32_t person = 0;  // … nor leaves this person, or somebody in a group with them, a value
        bool crowded = false;      // for more people are in a group than it has
    };
    std::optional<Contradiction> contradiction;
};

// Exposed is who has fewer than `least` candidates. Refuses a series that is not valid.
Result<Composition> compose(const SeenSeries& series, std::uint64_t least, Progress& progress);

}  // namespace scrim::audit
