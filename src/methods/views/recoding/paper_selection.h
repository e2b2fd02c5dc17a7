// Select-then-Anonymize as the paper has it (003, §5.2): the records that truly satisfy a query are found first, and
// each gets the group that the pre-computed order of generalizations leads it to.
//
// The paper's two plans give different rows for one query, and this one tells a prober more: it is there to reproduce
// the paper, not to be offered to analysts.
#pragma once

#include "methods/views/recoding/view_recoding.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace scrim::views {

// Which attribute is generalized next, until all are at the top: the one with the most different values by then.
std::vector<std::size_t> generalization_order(const ViewTuples& tuples);

struct PaperAnswer {
    std::vector<char> returned;            // per tuple
    std::vector<char> hidden;              // per tuple: nothing of it is shown
    std::vector<std::vector<Span>> shown;  // per attribute and tuple
};

// `chosen` are the tuples that satisfy the conditions on quasi-identifiers, as they are. With such conditions whole
// groups are returned, otherwise only the tuples themselves.
PaperAnswer paper_selection(const ViewTuples& tuples, const ViewRecoding::Models& models,
                            const std::vector<char>& chosen, bool whole_groups);

}  // namespace scrim::views
