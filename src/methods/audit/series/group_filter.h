// What a group's published values leave of what its people may have.
//
// A value is taken from a person when no way of dealing values to the group's certain people gives it to them: each
// gets one of their candidates, no value goes to more people than it is published for, but for the substitutions of the
// group, which may be anything. (Hall's theorem is why this finds more than looking at one person does: two people with
// the same two candidates use both up.) That exactly as many people are substituted as the release says is used only
// where people whose value is certain show it: in general that question is a hitting set problem; and a group of
// some ten thousands of people, all with other candidates, for as many values is let be. So this may keep values that
// no dealing has; it never takes one that some dealing has.
#pragma once

#include "methods/audit/series/candidate_sets.h"
#include "methods/audit/series/seen_series.h"
#include "methods/audit/series/value_flow.h"

#include <cstdint>
#include <vector>

namespace scrim::audit {

// People of a group who have equal candidates.
struct Lookalikes {
    CandidateSets::Id candidates = 0;
    std::uint64_t people = 0;
    CandidateSets::Id left = 0;  // candidates afterwards
};

class GroupFilter {
public:
    explicit GroupFilter(CandidateSets& sets) : sets_(sets), place_(sets.size(CandidateSets::anything), none) {}

    // Sets `left`. False when no dealing fits. Without substitutions, candidates are values that the group publishes.
    // `complete`: there is nobody else in the group.
    bool filter(const SeenGroup& group, bool complete, std::vector<Lookalikes>& people);

private:
    bool filter_by_flow(const SeenGroup& group, std::vector<Lookalikes>& people);
    bool filter_by_substitutions(const SeenGroup& group, std::vector<Lookalikes>& people);

    // f(value, its place in the group) for the values of a set that the group publishes.
    template <class F>
    void for_published(CandidateSets::Id set, F f) const {
        for (const Code value : sets_[set])
            if (const std::uint32_t at = place_[value]; at != none) f(value, at);
    }

    static constexpr std::uint32_t none = UINT32_MAX;
    CandidateSets& sets_;
    std::vector<std::uint32_t> place_;  // by value: its place in the group that is looked at, or none
    ValueFlow flow_;
};

}  // namespace scrim::audit
