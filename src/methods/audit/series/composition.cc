#include "methods/audit/series/composition.h"

#include "methods/audit/series/differences.h"
#include "methods/audit/series/group_filter.h"

#include <algorithm>
#include <deque>

namespace scrim::audit {
namespace {

class Attack {
public:
    Attack(const SeenSeries& series, Composition& found)
        : series_(series),
          found_(found),
          filter_(found.sets),
          differences_(series.people),
          shared_by_(series.people),
          other_than_(series.people),
          person_of_(series.persons()),
          seen_(series.people, false) {
        found_.candidates.assign(series.people, CandidateSets::anything);
        for (const auto& [before, after] : series.changes) {
            other_than_[before].push_back(after);
            other_than_[after].push_back(before);
        }
    }

    // Learns the next release; false on a contradiction.
    bool learn(Progress& progress);
    AfterRelease state(std::uint64_t least) const;

private:
    // People who share these values.
    struct Sharing {
        std::span<const std::uint32_t> people;
        const SeenGroup* group;
        bool complete;
    };

    CandidateSets::Id values_at(const SeenRelease& release, const std::vector<std::uint32_t>& groups);
    bool narrow(std::uint32_t person, CandidateSets::Id candidates);
    bool look_at(std::uint32_t number);
    bool add_differences();
    void add(Sharing sharing);
    void wake(std::uint32_t number) {
        if (waits_[number]) return;
        waits_[number] = true;
        waiting_.push_back(number);
    }
    bool contradiction(std::uint32_t person, bool crowded = false) {
        found_.contradiction = {known_.size() - 1, person, crowded};
        return false;
    }

    const SeenSeries& series_;
    Composition& found_;
    GroupFilter filter_;
    std::deque<KnownRelease> known_;  // the releases learned
    Differences differences_;
    std::deque<Difference> left_;                         // what differences are made of
    std::vector<Sharing> sharings_;                       // groups with certain people, and differences
    std::vector<std::vector<std::uint32_t>> shared_by_;   // by person: numbers of the sharings that one is in
    std::vector<std::vector<std::uint32_t>> other_than_;  // by person: the same one before and after a change
    std::vector<std::uint32_t> person_of_;                // by person: the first number of the same one
    std::vector<bool> seen_;
    std::vector<std::uint32_t> waiting_;  // groups to look at again …
    std::vector<bool> waits_;             // … each once
    std::vector<Lookalikes> alike_;
    std::vector<std::uint32_t> alike_of_;  // by set: its place in alike_, while a group is looked at
};

// All values that somebody may have who is in one of these groups.
CandidateSets::Id Attack::values_at(const SeenRelease& release, const std::vector<std::uint32_t>& groups) {
    std::vector<Code> values;
    for (const std::uint32_t g : groups) {
        if (release.groups()[g].holds_anything()) return CandidateSets::anything;
        for (const auto& [value, count] : release.groups()[g].values) values.push_back(value);
    }
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return found_.sets.add(std::move(values));
}

bool Attack::narrow(std::uint32_t person, CandidateSets::Id candidates) {
    if (found_.candidates[person] == candidates) return true;
    if (found_.sets.size(candidates) == 0) return contradiction(person);
    found_.candidates[person] = candidates;
    for (const std::uint32_t number : shared_by_[person]) wake(number);
    if (found_.sets.size(candidates) > 1) return true;
    for (const std::uint32_t other : other_than_[person])
        if (!narrow(other, found_.sets.without(found_.candidates[other], found_.sets[candidates].front())))
            return false;
    return true;
}

// One group, with what is known of its people now.
bool Attack::look_at(std::uint32_t number) {
    const auto [members, group, complete] = sharings_[number];
    constexpr std::uint32_t none = UINT32_MAX;
    alike_.clear();
    alike_of_.resize(found_.sets.count(), none);
    for (const std::uint32_t person : members) {
        std::uint32_t& at = alike_of_[found_.candidates[person]];
        if (at == none) {
            at = static_cast<std::uint32_t>(alike_.size());
            alike_.push_back({found_.candidates[person], 0, 0});
        }
        ++alike_[at].people;
    }
    const bool fits = filter_.filter(*group, complete, alike_);
    bool narrowed = false;
    for (const Lookalikes& alike : alike_) narrowed |= alike.left != alike.candidates;
    bool possible = fits;
    if (!fits) contradiction(members.front());
    if (fits && narrowed)
        for (const std::uint32_t person : members) {
            const Lookalikes& alike = alike_[alike_of_[found_.candidates[person]]];
            possible = possible && narrow(person, alike.left);
        }
    for (const Lookalikes& alike : alike_) alike_of_[alike.candidates] = none;
    return possible;
}

void Attack::add(Sharing sharing) {
    const auto number = static_cast<std::uint32_t>(sharings_.size());
    sharings_.push_back(sharing);
    waits_.push_back(false);
    for (const std::uint32_t person : sharing.people) shared_by_[person].push_back(number);
    wake(number);
}

// Of the last release with each before it, in both directions, the nearest first.
bool Attack::add_differences() {
    std::vector<Difference> found;
    const KnownRelease& last = known_.back();
    for (const bool newcomers : {true, false}) {
        differences_.begin();
        for (std::size_t r = known_.size() - 1; r-- > 0;) {
            const KnownRelease& outer = newcomers ? last : known_[r];
            const KnownRelease& inner = newcomers ? known_[r] : last;
            if (!differences_.find(outer, inner, found)) return contradiction(*differences_.impossible());
        }
    }
    for (Difference& difference : found) {
        const Difference& kept = left_.emplace_back(std::move(difference));
        add({kept.people, &kept.group, false});
        std::vector<Code> values;
        for (const auto& [value, count] : kept.group.values) values.push_back(value);
        const CandidateSets::Id left = found_.sets.add(std::move(values));
        for (const std::uint32_t person : kept.people)
            if (!narrow(person, found_.sets.intersection(found_.candidates[person], left))) return false;
    }
    return true;
}

bool Attack::learn(Progress& progress) {
    const SeenRelease& release = series_.releases[known_.size()];
    const Membership& membership = known_.emplace_back(release, series_.people).membership;
    if (membership.impossible()) return contradiction(*membership.impossible(), true);

    constexpr CandidateSets::Id unknown = UINT32_MAX;
    std::vector<CandidateSets::Id> values(release.places().size(), unknown);
    for (const auto& [person, place] : release.people()) {
        seen_[person] = true;
        if (values[place] == unknown) values[place] = values_at(release, membership.left(place));
        if (!narrow(person, found_.sets.intersection(found_.candidates[person], values[place]))) return false;
    }
    for (std::uint32_t g = 0; g < release.groups().size(); ++g)
        if (!membership.members(g).empty()) add({membership.members(g), &release.groups()[g], membership.complete(g)});
    if (!add_differences()) return false;
    // In rounds, so that a group that many others tell something waits for all of them.
    std::vector<std::uint32_t> round;
    while (!waiting_.empty()) {
        round.swap(waiting_);
        waiting_.clear();
        for (const std::uint32_t number : round) {
            waits_[number] = false;
            if (progress.cancelled()) return false;
            if (!look_at(number)) return false;
        }
    }
    return true;
}

AfterRelease Attack::state(std::uint64_t least) const {
    AfterRelease after;
    constexpr std::uint64_t unseen = UINT64_MAX;
    std::vector<std::uint64_t> fewest(series_.people, unseen), people_with(series_.values + std::size_t{1}, 0);
    for (std::uint32_t person = 0; person < series_.people; ++person) {
        if (!seen_[person]) continue;
        const CandidateSets::Id candidates = found_.candidates[person];
        const std::uint64_t left = found_.sets.size(candidates);
        fewest[person_of_[person]] = std::min(fewest[person_of_[person]], left);
        if (left < least) after.exposed.push_back({person, candidates});
    }
    for (const std::uint64_t left : fewest) {
        if (left == unseen) continue;
        ++after.people;
        ++people_with[left];
        after.exposed_people += left < least;
    }
    for (std::size_t left = 0; left < people_with.size(); ++left)
        if (people_with[left] > 0) after.histogram.emplace_back(left, people_with[left]);
    if (!after.histogram.empty()) after.fewest = after.histogram.front().first;
    return after;
}

}  // namespace

Result<Composition> compose(const SeenSeries& series, std::uint64_t least, Progress& progress) {
    SCRIM_CHECK(validate(series));
    Composition found{CandidateSets(series.values), {}, {}, {}};
    Attack attack(series, found);
    progress.stage("combining the releases", series.releases.size());
    progress.unit("releases");
    for (std::size_t r = 0; r < series.releases.size(); ++r) {
        const bool fits = attack.learn(progress);
        if (progress.cancelled()) return cancelled_error();
        if (!fits) break;
        found.after.push_back(attack.state(least));
        progress.advance(1);
    }
    return found;
}

}  // namespace scrim::audit
