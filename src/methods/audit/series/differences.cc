#include "methods/audit/series/differences.h"

#include <algorithm>

namespace scrim::audit {
namespace {

// Its people have just the values that it publishes.
bool exact(const KnownRelease& known, std::uint32_t g) {
    return known.release->groups()[g].fakes == 0 && known.membership.complete(g);
}

// The values of `group` less those of `part`; false when they are not all there.
bool take_away(std::vector<std::pair<Code, std::uint32_t>>& values, const SeenGroup& part) {
    auto at = values.begin();
    for (const auto& [value, count] : part.values) {
        at = std::lower_bound(at, values.end(), std::pair<Code, std::uint32_t>{value, 0});
        if (at == values.end() || at->first != value || at->second < count) return false;
        at->second -= count;
    }
    return true;
}

}  // namespace

KnownRelease::KnownRelease(const SeenRelease& of, std::uint32_t people)
    : release(&of), membership(of), group_of(people, none) {
    if (membership.impossible()) return;
    for (std::uint32_t g = 0; g < of.groups().size(); ++g)
        for (const std::uint32_t person : membership.members(g)) group_of[person] = g;
}

void Differences::begin() {
    for (const std::uint32_t person : touched_) kept_of_[person] = none;
    touched_.clear();
    kept_size_.clear();
    kept_here_.clear();
}

bool Differences::holds_kept(const std::vector<std::uint32_t>& people) {
    bool holds = false;
    for (const std::uint32_t person : people)
        if (const std::uint32_t kept = kept_of_[person]; kept != none) holds |= ++kept_here_[kept] == kept_size_[kept];
    for (const std::uint32_t person : people)
        if (kept_of_[person] != none) kept_here_[kept_of_[person]] = 0;
    return holds;
}

void Differences::keep(const std::vector<std::uint32_t>& people) {
    // One number per person is enough: a difference of which somebody has another number is found again, no harm done.
    for (const std::uint32_t person : people) {
        if (kept_of_[person] != none) continue;
        kept_of_[person] = static_cast<std::uint32_t>(kept_size_.size());
        touched_.push_back(person);
    }
    kept_size_.push_back(static_cast<std::uint32_t>(people.size()));
    kept_here_.push_back(0);
}

bool Differences::find(const KnownRelease& outer, const KnownRelease& inner, std::vector<Difference>& found) {
    inside_.assign(inner.release->groups().size(), 0);
    for (std::uint32_t g = 0; g < outer.release->groups().size(); ++g) {
        const SeenGroup& group = outer.release->groups()[g];
        const auto members = outer.membership.members(g);
        if (group.holds_anything()) continue;
        const auto part_of = [&](std::uint32_t person) { return inner.group_of[person]; };
        bool contains = false;
        for (const std::uint32_t person : members)
            if (const std::uint32_t part = part_of(person); part != none && exact(inner, part))
                contains |= ++inside_[part] == inner.membership.members(part).size();
        Difference left{{}, group};
        bool fits = true;
        if (contains)
            for (const std::uint32_t person : members) {
                const std::uint32_t part = part_of(person);
                if (part == none || inside_[part] < inner.membership.members(part).size())
                    left.people.push_back(person);
                else if (inner.membership.members(part).front() == person)
                    fits = fits && take_away(left.group.values, inner.release->groups()[part]);
            }
        for (const std::uint32_t person : members)
            if (part_of(person) != none) inside_[part_of(person)] = 0;
        if (!fits) {
            impossible_ = members.front();
            return false;
        }
        if (left.people.empty() || holds_kept(left.people)) continue;
        std::erase_if(left.group.values, [](const auto& value) { return value.second == 0; });
        keep(left.people);
        found.push_back(std::move(left));
    }
    return true;
}

}  // namespace scrim::audit
