// Judge: whether shares make a class that holds, and how much of a sensitive value a class has already. One per thread.
#pragma once

#include "recode/cluster/points.h"

#include <span>
#include <vector>

namespace scrim::cluster {

class Judge {
public:
    // `one` is the cost of one attribute of weight 1.
    Judge(const Problem& problem, double one);

    // Enough records make a class, whatever they are.
    bool counts_only() const { return demands_.counts_only(); }
    // No class of fewer records holds.
    std::uint32_t least() const { return least_; }
    // `tuple_of` says which tuple the share's atom is; `size` is the sum of the records.
    bool holds(std::span<const Share> shares, std::uint64_t size, const std::uint32_t* tuple_of);

    // The value of the first sensitive attribute; 0 where models only count.
    Code value(std::uint32_t tuple) const { return sensitive_ ? (*sensitive_)[tuple] : 0; }
    // How good it is to add a record with this value to a class at this cost; less is better, and never less than the
    // cost. A value of which the class has more than a fair part already makes it worse: a hint at what models that
    // look at values will say. `value_of` is the value in each atom.
    double score(Cost cost, Code value, std::span<const Share> shares, std::uint32_t size, const Code* value_of) const;

private:
    const Demands& demands_;
    std::uint32_t least_;
    const Column* sensitive_ = nullptr;
    std::vector<double> overall_;  // by value, its part of all records
    double base_ = 0;              // cost at which values matter as much as costs
    Demands::Scratch scratch_;
    std::vector<Member> members_;
};

}  // namespace scrim::cluster
