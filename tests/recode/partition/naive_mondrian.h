// The slow, obvious twin of src/recode/partition: parts are lists of records, cut as the paper says.
#pragma once

#include "kernel/recode/recoding.h"

#include <vector>

namespace scrim::testing {

struct NaiveMondrian {
    const recode::Problem& problem;
    bool relaxed = false;
    bool by_order = false;  // categories=order

    // Classes of the textbook's cuts, sorted, with the members of each sorted.
    std::vector<std::vector<recode::Member>> textbook() const;
    // Does some cut divide the members into classes that all hold? Positions between any two values, and groups.
    bool can_be_cut(const std::vector<recode::Member>& members) const;

private:
    using Groups = std::vector<std::vector<recode::Member>>;

    Span hull(std::size_t attribute, const std::vector<recode::Member>& members) const;
    Span print(std::size_t attribute, Span hull) const;
    bool in_two(std::size_t attribute, Span hull) const;
    bool mixes_null(std::size_t attribute, Span hull) const;
    Groups children(std::size_t attribute, const std::vector<recode::Member>& members) const;
    Groups at_median(std::size_t attribute, const std::vector<recode::Member>& members) const;
    bool all_hold(const Groups& groups) const;
    void cut(const std::vector<recode::Member>& members, Groups& classes) const;
};

// The classes of a recoding in the same form.
std::vector<std::vector<recode::Member>> classes_of(const recode::Recoding& recoding);

}  // namespace scrim::testing
