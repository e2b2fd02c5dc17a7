// What an attacker sees of a series of releases who knows who is in which of them (Wei, Lu & Zou 2008, Definition 6).
//
// People and sensitive values are numbers. A person's value never changes: somebody whose value did is one number
// before and another one afterwards, and everybody knows that the two differ (`changes`). A release is groups; of a
// group everybody sees how often each value is published, and how many of these values are fakes:
//   counterfeits   values that belong to nobody: the group publishes so many more than it has people;
//   substitutions  people whose own value was replaced: the group publishes as many values as it has people, and has
//                  all but so many of them in common with what its people really have.
//
//   SeenSeries series{3, 2, {}};                       // three people, two values
//   SeenRelease& first = series.releases.emplace_back();
//   const auto group = first.add_group({{{0, 1}, {1, 1}}});
//   first.add_person(0, group);
//   first.add_person(1, group);
#pragma once

#include "kernel/core/span.h"
#include "scrim/result.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace scrim::audit {

struct SeenGroup {
    enum class Kind { counterfeits, substitutions };

    std::vector<std::pair<Code, std::uint32_t>> values;  // value and how often, > 0; ascending
    std::uint64_t fakes = 0;
    Kind kind = Kind::counterfeits;

    std::uint64_t published() const;                                                                       // values
    std::uint64_t size() const { return kind == Kind::counterfeits ? published() - fakes : published(); }  // people
    // Whoever is in the group may have a value that it does not publish.
    bool holds_anything() const { return kind == Kind::substitutions && fakes > 0; }
};

class SeenRelease {
public:
    // A person, and the number of the set of groups that one may be in.
    struct Presence {
        std::uint32_t person = 0;
        std::uint32_t place = 0;
    };

    // Returns its number.
    std::uint32_t add_group(SeenGroup group);
    void add_person(std::uint32_t person, std::uint32_t group) { add_person(person, std::vector{group}); }
    // Somebody whose quasi-identifiers fit several groups, ascending; at least one.
    void add_person(std::uint32_t person, std::vector<std::uint32_t> groups);
    // The same in two steps, where many people share a place.
    std::uint32_t add_place(std::vector<std::uint32_t> groups);
    void add_person_at(std::uint32_t person, std::uint32_t place) { people_.push_back({person, place}); }

    const std::vector<SeenGroup>& groups() const { return groups_; }
    const std::vector<std::vector<std::uint32_t>>& places() const { return places_; }
    const std::vector<Presence>& people() const { return people_; }

private:
    std::vector<SeenGroup> groups_;
    std::vector<std::vector<std::uint32_t>> places_;
    std::map<std::vector<std::uint32_t>, std::uint32_t> place_number_;
    std::vector<Presence> people_;
};

struct SeenSeries {
    std::uint32_t people = 0;
    Code values = 0;
    std::vector<SeenRelease> releases;
    // Numbers of one person before and after the value changed, the smaller one first; ascending.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> changes = {};

    // By number: the first number of the same person.
    std::vector<std::uint32_t> persons() const;
};

// People, values and groups exist, nobody is in a release twice, and no group has more fakes than values. Changes are
// in their order, and nobody changes to two values at once.
Result<void> validate(const SeenSeries& series);

}  // namespace scrim::audit
