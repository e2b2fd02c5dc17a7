// Specialize a class along one attribute, and roll back what may not stand by itself: branches that fail go back to the
// parent, or only so many of their records as make them hold; and where the parent then fails, single records of the
// other branches follow. Both ways are tried, and what specializes more records is taken.
//
// R. C.-W. Wong, J. Li, A. W.-C. Fu, K. Wang, (alpha, k)-Anonymity, KDD 2006, section 5. Worked, for (1/2, 2): of the
// branches a = {flu, cold, cough, ache} and b = {flu, flu}, b goes back; the parent with {flu, flu} fails, too, so that
// cold and cough follow, one after the other. {flu, ache} stays at a.
#pragma once

#include "kernel/recode/problem.h"

#include <vector>

namespace scrim::recode::partition {

using Members = std::vector<Member>;

std::uint64_t records_of(const Members& members);

struct Specialized {
    std::vector<Members> branches;  // each holds
    Members back;                   // what stays at the parent: nothing, or a class that holds
    std::uint64_t records = 0;      // of the branches together
};

class Rollback {
public:
    explicit Rollback(const Problem& problem);

    // `branches`: the parts of a class that holds, none empty. Without any branch where nothing can be specialized.
    Specialized specialize(const std::vector<Members>& branches);

private:
    bool holds(const Members& members) { return demands_.holds(members, scratch_); }
    bool give_back(Specialized& made);
    void roll_one_back(Specialized& made);
    Specialized attempt(const std::vector<Members>& branches, bool mend);
    void mend(Members& branch, Members& back);
    Specialized one_alone(const std::vector<Members>& branches);

    const Demands& demands_;
    Demands::Scratch scratch_;
    std::vector<std::uint32_t> value_of_;  // by tuple: which combination of sensitive values it has
    std::uint32_t values_ = 0;             // how many there are
};

}  // namespace scrim::recode::partition
