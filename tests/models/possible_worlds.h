// All ways to give the people of some classes their sensitive values, and what knowledge leaves of them: a slow oracle
// for models of an attacker's background knowledge.
#pragma once

#include "kernel/core/ratio.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <set>
#include <vector>

namespace scrim::models {

// At most 64 worlds, all equally likely: who has which value within each class.
struct PossibleWorlds {
    using Set = std::uint64_t;

    // Per class, the values of its records.
    explicit PossibleWorlds(std::vector<std::vector<int>> classes) {
        for (auto& values : classes) {
            std::sort(values.begin(), values.end());
            const auto extended = worlds;
            worlds.clear();
            do {
                for (auto world : extended) {
                    world.insert(world.end(), values.begin(), values.end());
                    worlds.push_back(world);
                }
            } while (std::next_permutation(values.begin(), values.end()));
            most_value = std::max(most_value, values.back());
        }
    }

    std::size_t people() const { return worlds.front().size(); }
    Set all() const { return worlds.size() == 64 ? ~Set{0} : (Set{1} << worlds.size()) - 1; }
    // The worlds in which the person has the value.
    Set has(std::size_t person, int value) const {
        Set set = 0;
        for (std::size_t w = 0; w < worlds.size(); ++w)
            if (worlds[w][person] == value) set |= Set{1} << w;
        return set;
    }
    // The largest belief in any value of anybody.
    Ratio belief(Set left) const {
        Ratio most(0);
        for (std::size_t person = 0; person < people(); ++person)
            for (int value = 0; value <= most_value; ++value) most = std::max(most, belief(left, has(person, value)));
        return most;
    }
    static Ratio belief(Set left, Set event) {
        return Ratio(__builtin_popcountll(left & event), __builtin_popcountll(left));
    }

    std::vector<std::vector<int>> worlds{{}};
    int most_value = 0;
};

// Whatever two members of the set make, added until nothing new comes.
template <class Combine>
std::set<PossibleWorlds::Set> closed(std::set<PossibleWorlds::Set> sets, Combine combine) {
    const std::set<PossibleWorlds::Set> atoms = sets;
    std::vector<PossibleWorlds::Set> open(sets.begin(), sets.end());
    while (!open.empty()) {
        const PossibleWorlds::Set one = open.back();
        open.pop_back();
        for (const PossibleWorlds::Set atom : atoms)
            if (sets.insert(combine(one, atom)).second) open.push_back(combine(one, atom));
    }
    return sets;
}

}  // namespace scrim::models
