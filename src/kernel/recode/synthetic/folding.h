// Folding: values that seem to be rare, by noisy counts, become one cell, so that less is measured of what noise hides
// anyway (McKenna, Miklau, Sheldon, "Winning the NIST contest", Journal of Privacy and Confidentiality 11(3), 2021).
// What is drawn of that cell becomes any of its values, by their noisy counts.
#pragma once

#include "kernel/marginal/graphical_model.h"
#include "kernel/recode/synthetic/public_domains.h"

#include <cstdint>
#include <vector>

namespace scrim::recode::synthetic {

class Folding {
public:
    // `single`: of each column its counts, in the columns' order.
    Folding(const std::vector<marginal::Measured>& single, const marginal::Sizes& sizes);

    const marginal::Sizes& sizes() const { return sizes_; }
    Cells folded(const Cells& cells) const;
    // Counts of one column, in terms of the cells that are left: those that became one are added up.
    std::vector<marginal::Measured> folded(const std::vector<marginal::Measured>& single) const;
    Cells unfolded(const Cells& cells, Random& random) const;

private:
    struct Of {
        std::vector<std::uint32_t> to;       // of each cell
        std::vector<std::uint32_t> kept;     // the cell that each of the first ones is
        std::vector<std::uint32_t> rare;     // those that became the last one; none where it is kept itself
        std::vector<std::uint64_t> weights;  // of these, added up
    };
    std::vector<Of> columns_;
    marginal::Sizes sizes_;
};

}  // namespace scrim::recode::synthetic
