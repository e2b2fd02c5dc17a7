// Asked: a problem's workload as cuts see it: of each query, which records it matches, and which share of a class with
// given hulls it is expected to match.
#pragma once

#include "kernel/recode/partition/plan.h"

#include <cstdint>
#include <vector>

namespace scrim::recode::partition {

class Asked {
public:
    // Empty where it is not wanted. Points into the plan.
    Asked(const Plan& plan, bool wanted);

    std::size_t queries() const { return queries_.size(); }
    // How much an error of one record counts: the more, the fewer records match.
    double weight(std::size_t query) const { return queries_[query].weight; }

    // Of the source's records: those that satisfy the conditions on columns that are printed as they are, and of these
    // those that satisfy the others, too.
    struct Counts {
        std::uint32_t possible = 0, matching = 0;
    };
    Counts counts(std::size_t query, std::uint32_t source) const;

    // Of the possible records of a class, the share that is expected to match: hull_of(attribute) for each
    // quasi-identifier that is asked about.
    template <class HullOf>
    double share(std::size_t query, HullOf hull_of) const {
        double share = 1;
        for (const On& on : queries_[query].printed) {
            if (share == 0) break;
            share *=
                share_of(plan_.problem.workload.at(on.attribute, plan_.axes[on.attribute].print(hull_of(on.attribute))),
                         on.condition->spans);
        }
        return share;
    }

private:
    struct On {
        std::uint32_t attribute = 0;
        const CountCondition* condition = nullptr;
        std::vector<char> matches;  // by code
    };
    struct Query {
        double weight = 1;
        std::vector<On> printed, exact;
    };
    bool satisfies(const std::vector<On>& conditions, std::uint32_t tuple) const;

    const Plan& plan_;
    std::vector<Query> queries_;
};

}  // namespace scrim::recode::partition
