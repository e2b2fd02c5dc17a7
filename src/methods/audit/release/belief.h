// Belief: what an attacker thinks of a person's sensitive value before and after a release (Deutsch 2007, section 4).
//
// Before, the attacker knows who is in the table and how often each value occurs in it: mult(s, R) / |R|; or in the
// original, where it is given. After, the
// person's class counts: mult(s, class) / |class|. An attacker who prunes has first ruled out some values of the
// person: those of the class that are most frequent beside the true one, which makes what is left likeliest.
#pragma once

#include "kernel/models/classes.h"
#include "scrim/audit.h"

namespace scrim::audit {

// How often each value occurs where the attacker learned it before the release.
struct Prior {
    std::vector<std::uint64_t> counts;  // by code of the released values
    std::uint64_t total = 0;            // of all values, also those that are not released
};

struct Attacker {
    std::uint64_t pruned = 0;      // values that are ruled out for each person
    std::uint64_t people = 0;      // of the release, where people are counted and may have several values; else 0
    const Prior* prior = nullptr;  // null: values are known to occur as often as in the release
};

struct Belief {
    Ratio before, after;

    // How far it moves, either way.
    Ratio moved() const;
};

// The positions of a class's values, the `most` most frequent first, in front.
void most_frequent(const models::ClassView& view, std::size_t most, std::vector<std::uint32_t>& order);

// In the value that stands at `at` in the class, by an attacker who rules out others of its values. `frequent` are the
// positions of the class's values, the most frequent first, at least as many as are pruned and one more.
Belief belief_in(const models::ClassView& view, std::size_t at, std::span<const std::uint32_t> frequent,
                 const Attacker& attacker);

// Of everybody, as reports tell it.
BeliefReport beliefs_of(const models::Classes& classes, const Attacker& attacker);

}  // namespace scrim::audit
