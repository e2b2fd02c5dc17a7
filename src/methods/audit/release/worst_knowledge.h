// The worst that so many pieces of background knowledge can do (Martin et al., ICDE 2007).
//
// A piece is an implication between two facts "person p has value s". With k pieces an attacker does best by
// implications that all end in the fact asked for, A: whoever has some value, then the victim has theirs. The belief in
// A is then 1 / (1 + P(neither A nor any of the k facts) / P(A)), and the facts are best about the most frequent
// values. (A negated fact, "p does not have s", is an implication to a fact that is impossible: it can do no more.)
#pragma once

#include "kernel/core/ratio.h"
#include "kernel/models/model.h"

#include <vector>

namespace scrim::audit {

inline constexpr std::uint64_t most_pieces = 4;

// The least probability that none of `facts` chosen facts about people of the class holds; facts[h] for h = 0 … pieces
// + 1.
std::vector<Ratio> least_without(const models::ClassView& view, std::uint64_t pieces);

// The largest belief in a value of the class with that much knowledge about people of the same class.
Ratio worst_belief(const models::ClassView& view, std::uint64_t pieces);

// The same over all classes of a table, with knowledge about anybody: add every class, then ask.
class WorstKnowledge {
public:
    explicit WorstKnowledge(std::uint64_t pieces);
    void add(const models::ClassView& view);
    Ratio belief() const;

private:
    std::uint64_t pieces_;
    std::vector<std::optional<Ratio>> without_, with_;  // by facts used: before and after the victim's class
};

}  // namespace scrim::audit
