// Groups: things in groups, one group's after the other's, and where each group begins. Fewer than 2^32 things.
//
//   Groups<Member> groups;
//   groups.members.push_back(…);  // those of the first group
//   groups.end_group();
//   for (const Member& member : groups[0]) …
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace scrim {

template <class T>
struct Groups {
    std::vector<T> members;
    std::vector<std::uint32_t> offsets{0};  // ascends from 0; group g is members [offsets[g], offsets[g + 1])

    std::size_t size() const { return offsets.size() - 1; }
    std::size_t size(std::size_t group) const { return offsets[group + 1] - offsets[group]; }
    std::span<const T> operator[](std::size_t group) const {
        return std::span(members).subspan(offsets[group], size(group));
    }
    std::span<T> operator[](std::size_t group) { return std::span(members).subspan(offsets[group], size(group)); }
    // The members of several groups that follow each other.
    std::span<const T> between(std::size_t first, std::size_t last) const {
        return std::span(members).subspan(offsets[first], offsets[last] - offsets[first]);
    }

    void reserve(std::size_t groups, std::size_t all_members) {
        members.reserve(all_members);
        offsets.reserve(groups + 1);
    }
    // The members that were added since the last group are one.
    void end_group() { offsets.push_back(static_cast<std::uint32_t>(members.size())); }
    void add(std::span<const T> group) {
        members.insert(members.end(), group.begin(), group.end());
        end_group();
    }
};

}  // namespace scrim
