#include "kernel/core/random.h"
#include "methods/audit/release/minimal_worlds.h"
#include "methods/audit/release/worst_knowledge.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace scrim::audit {
namespace attacks_test {

struct Group {
    explicit Group(const std::vector<std::uint32_t>& counts) {
        for (Code value = 0; value < counts.size(); ++value)
            if (counts[value] > 0) values.push_back({value, counts[value]});
        view.size = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
        view.values = values;
    }
    std::vector<ValueCount> values;
    models::ClassView view;
};

// 004 Example 5.1: two engineers and five lawyers, two of whom have HIV; nobody may be believed to have HIV above 60 %.
// Lawyers are at most 2/5 whatever happens, so the engineers were the reason: both have it.
TEST(Minimality, Example51) {
    const Group professionals({2, 5});  // HIV, flu
    const auto satisfied = [](const std::vector<std::uint32_t>& counts, std::uint32_t records) {
        return 10 * counts[0] <= 6 * records;
    };
    const auto worlds = minimal_worlds(professionals.view, {2, 5}, satisfied);
    ASSERT_TRUE(worlds);
    EXPECT_EQ(worlds->belief[0][0], Ratio(1));
    EXPECT_EQ(worlds->belief[1][0], Ratio(0));
    // Where no part could have failed, the class tells nothing more; here nobody would have joined them.
    EXPECT_FALSE(minimal_worlds(professionals.view, {2, 5}, [](const auto&, std::uint32_t) { return true; }));
    // Where every part fails, every dealing is possible: the class alone.
    const auto plain = minimal_worlds(professionals.view, {2, 5}, [](const auto&, std::uint32_t) { return false; });
    EXPECT_EQ(plain->belief[0][0], Ratio(2, 7));
}

// Against every order of the values.
TEST(Minimality, CountsEveryDealing) {
    SeededRandom random(2);
    for (int round = 0; round < 60; ++round) {
        std::vector<std::uint32_t> counts(3);
        std::vector<std::uint32_t> all;
        while (all.size() < 6) {
            const auto value = static_cast<std::uint32_t>(random.below(3));
            ++counts[value];
            all.push_back(value);
        }
        std::vector<std::uint32_t> kept;  // values that occur
        for (std::uint32_t v = 0; v < 3; ++v)
            if (counts[v] > 0) kept.push_back(v);
        const Group group(counts);
        const auto first = static_cast<std::uint32_t>(1 + random.below(4));
        const std::vector<std::uint32_t> sizes{first, 6 - first};
        const auto satisfied = [](const std::vector<std::uint32_t>& of_part, std::uint32_t records) {
            return 2 * *std::max_element(of_part.begin(), of_part.end()) <= records;
        };
        std::sort(all.begin(), all.end());
        std::uint64_t worlds = 0, holds = 0;  // the first person has the first value
        do {
            std::vector<std::uint32_t> one(kept.size(), 0), other(kept.size(), 0);
            for (std::size_t p = 0; p < 6; ++p) {
                const auto at = std::find(kept.begin(), kept.end(), all[p]) - kept.begin();
                ++(p < first ? one : other)[static_cast<std::size_t>(at)];
            }
            if (satisfied(one, first) && satisfied(other, 6 - first)) continue;
            ++worlds;
            holds += all[0] == kept[0];
        } while (std::next_permutation(all.begin(), all.end()));
        const auto found = minimal_worlds(group.view, sizes, satisfied);
        ASSERT_EQ(found.has_value(), worlds > 0);
        if (found) {
            EXPECT_EQ(found->belief[0][0], Ratio(static_cast<Int128>(holds), static_cast<Int128>(worlds)));
        }
    }
}

// Every set of implications between facts about the people of a small class, tried.
Ratio brute_force(const std::vector<std::uint32_t>& counts, std::size_t pieces) {
    std::vector<std::uint32_t> people;
    for (std::uint32_t v = 0; v < counts.size(); ++v) people.insert(people.end(), counts[v], v);
    std::vector<std::vector<std::uint32_t>> worlds;
    std::sort(people.begin(), people.end());
    do worlds.push_back(people);
    while (std::next_permutation(people.begin(), people.end()));
    struct Fact {
        std::size_t person;
        std::uint32_t value;
    };
    std::vector<Fact> facts;
    for (std::size_t p = 0; p < people.size(); ++p)
        for (std::uint32_t v = 0; v < counts.size(); ++v) facts.push_back({p, v});
    Ratio most(0);
    std::vector<std::pair<std::size_t, std::size_t>> chosen(pieces);
    const auto measure = [&] {
        for (std::uint32_t v = 0; v < counts.size(); ++v) {
            std::uint64_t possible = 0, holds = 0;
            for (const auto& world : worlds) {
                const bool fits = std::all_of(chosen.begin(), chosen.end(), [&](const auto& piece) {
                    const auto true_in = [&](const Fact& fact) { return world[fact.person] == fact.value; };
                    return !true_in(facts[piece.first]) || true_in(facts[piece.second]);
                });
                possible += fits;
                holds += fits && world[0] == v;
            }
            if (possible > 0) most = std::max(most, Ratio(static_cast<Int128>(holds), static_cast<Int128>(possible)));
        }
    };
    const std::function<void(std::size_t)> choose = [&](std::size_t at) {
        if (at == pieces) return measure();
        for (std::size_t from = 0; from < facts.size(); ++from)
            for (std::size_t to = 0; to < facts.size(); ++to) {
                chosen[at] = {from, to};
                choose(at + 1);
            }
    };
    choose(0);
    return most;
}

TEST(WorstKnowledge, AgainstEveryImplication) {
    for (const std::vector<std::uint32_t>& counts :
         {std::vector<std::uint32_t>{1, 1, 1}, {2, 1}, {2, 1, 1}, {2, 2}, {3, 1}, {1, 1, 1, 1}}) {
        const Group group(counts);
        EXPECT_EQ(worst_belief(group.view, 0), Ratio(counts[0], static_cast<Int128>(group.view.size)));
        EXPECT_EQ(worst_belief(group.view, 1), brute_force(counts, 1));
    }
    EXPECT_EQ(worst_belief(Group({1, 1, 1}).view, 2), brute_force({1, 1, 1}, 2));
    EXPECT_EQ(worst_belief(Group({2, 1}).view, 2), brute_force({2, 1}, 2));
}

// The attack and the model of the same paper are computed by different programs.
TEST(Background, AgreesWithTheModelOfThePaper) {
    SeededRandom random(11);
    for (int round = 0; round < 60; ++round) {
        const std::uint64_t pieces = random.below(most_pieces + 1);
        const auto model = *models::make_model(Requirement{"ck_safety", {{"k", {{std::to_string(pieces)}}}}});
        WorstKnowledge attack(pieces);
        const auto together = model->together();
        std::vector<Group> groups;
        for (std::uint64_t c = 1 + random.below(3); c > 0; --c) {
            std::vector<std::uint32_t> counts(1 + random.below(7));
            for (auto& count : counts) count = static_cast<std::uint32_t>(random.below(5));
            counts.front() += 1;
            groups.emplace_back(counts);
        }
        Ratio most(0);
        for (Group& group : groups) {
            group.view.values = group.values;
            const Ratio alone = model->measure(group.view)[0];
            EXPECT_EQ(alone, worst_belief(group.view, pieces));
            most = std::max(most, alone);
            attack.add(group.view);
            if (together) together->add(group.view);
        }
        EXPECT_EQ(together ? together->measure()[0] : most, attack.belief());
    }
}

}  // namespace attacks_test
}  // namespace scrim::audit
