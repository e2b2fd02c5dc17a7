// Judge: whether shares make a class that holds, and how much of a sensitive value a class has already. One per thread.
#pragma once

#include "kernel/recode/cluster/points.h"

#include <span>
#include <vector>

namespace scrim::recode::cluster {

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
    // Different values of it; 1 where models only count.
    std::size_t values() const { return overall_.size(); }
    // How good it is that a class of `size` records, `same` of them with this value, gets one more at this cost; less
    // is better, and it is never less than the cost. A value of which the class has more than a fair part already makes
    // it worse: a hint at what models that look at values will say.
    double score(Cost cost, Code value, std::uint32_t same, std::uint32_t size) const {
        if (!sensitive_) return cost;
        const double fair = std::max(1.0, overall_[value] * std::max(size + 1, least_));
        return (cost + base_) * (1 + std::max(0.0, same + 1 - fair));
    }

private:
    const Demands& demands_;
    std::uint32_t least_;
    const Column* sensitive_ = nullptr;
    std::vector<double> overall_;  // by value, its part of all records
    double base_ = 0;              // cost at which values matter as much as costs
    Demands::Scratch scratch_;
    std::vector<Member> members_;
};

}  // namespace scrim::recode::cluster
