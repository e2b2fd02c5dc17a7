#include "methods/audit/series/membership.h"

namespace scrim::audit {

// Works on places, not on people: those who share one share its fate.
void Membership::leave_complete_groups(const SeenRelease& release) {
    const std::size_t groups = release.groups().size();
    std::vector<std::uint64_t> people_at(left_.size(), 0), certain(groups, 0);
    for (const auto& [person, place] : release.people()) ++people_at[place];
    std::vector<std::vector<std::uint32_t>> wanted_by(groups);  // places with a choice, by group
    for (std::uint32_t p = 0; p < left_.size(); ++p) {
        if (people_at[p] == 0) continue;
        if (left_[p].size() == 1) certain[left_[p].front()] += people_at[p];
        if (left_[p].size() > 1)
            for (const std::uint32_t g : left_[p]) wanted_by[g].push_back(p);
    }
    std::vector<std::uint32_t> full;
    const auto look_at = [&](std::uint32_t g) {
        if (complete_[g] || certain[g] < release.groups()[g].size()) return;
        complete_[g] = true;
        full.push_back(g);
    };
    for (std::uint32_t g = 0; g < groups; ++g) look_at(g);
    while (!full.empty()) {
        const std::uint32_t g = full.back();
        full.pop_back();
        for (const std::uint32_t p : wanted_by[g]) {
            if (left_[p].size() < 2) continue;  // has been decided
            std::erase(left_[p], g);
            if (left_[p].size() > 1) continue;
            certain[left_[p].front()] += people_at[p];
            look_at(left_[p].front());
        }
    }
}

Membership::Membership(const SeenRelease& release)
    : left_(release.places()), complete_(release.groups().size(), false) {
    leave_complete_groups(release);
    first_.assign(release.groups().size() + 1, 0);
    const auto certain = [&](std::uint32_t place) { return left_[place].size() == 1; };
    for (const auto& [person, place] : release.people())
        if (certain(place)) ++first_[left_[place].front() + 1];
    for (std::size_t g = 0; g < release.groups().size(); ++g) first_[g + 1] += first_[g];
    members_.resize(first_.back());
    std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
    for (const auto& [person, place] : release.people())
        if (certain(place)) members_[next[left_[place].front()]++] = person;
    for (std::uint32_t g = 0; g < release.groups().size() && !impossible_; ++g)
        if (members(g).size() > release.groups()[g].size()) impossible_ = members(g).front();
}

}  // namespace scrim::audit
