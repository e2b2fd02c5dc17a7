// Positive-disclosure recursive (c, l)-diversity: the smallest c of a class where some values may be disclosed. Shared
// by the two models of it, which say in their descriptions which argument names those values.
#pragma once

#include "kernel/models/model.h"
#include "kernel/models/selected_values.h"

#include <string>
#include <vector>

namespace scrim::models {

class PositiveDisclosure {
public:
    PositiveDisclosure(std::vector<std::string> disclosed, std::uint64_t l)
        : disclosed_(std::move(disclosed)), values_(disclosed_), l_(l) {}

    Result<void> check(std::span<const Sensitive* const> attributes, std::string_view model) const {
        return values_.check(attributes, model);
    }
    bool every_value_counts() const { return disclosed_.empty(); }
    std::uint64_t l() const { return l_; }

    // With r the count of the most frequent value that may not be disclosed: r over the records that are left when that
    // value and the l - 2 most frequent others are ruled out. 0 where every value may be disclosed, infinite where no
    // records are left.
    Ratio smallest_c(const ClassView& view) const;

private:
    std::vector<std::string> disclosed_;
    SelectedValues values_;
    std::uint64_t l_;
};

}  // namespace scrim::models
