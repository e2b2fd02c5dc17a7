// SelectedValues: the sensitive values that a model protects, by their labels, which are different; without
// labels, every value.
#pragma once

#include "kernel/models/model.h"

#include <string>
#include <utility>
#include <vector>

namespace scrim::models {

class SelectedValues {
public:
    explicit SelectedValues(std::vector<std::string> labels) : labels_(std::move(labels)) {}

    // Refuses a label that no attribute has; `model` is what the message calls the model.
    Result<void> check(std::span<const Sensitive* const> attributes, std::string_view model) const;

    // Records of the class that hold its most frequent selected value.
    std::uint64_t largest(const ClassView& view) const;
    // Records of the class that hold any of the values with these labels: none without labels.
    std::uint64_t all(const ClassView& view) const;
    // Records of the class that hold the rarest of the values with these labels, as far as the attribute has them: 0
    // where the class lacks one, all records without labels.
    std::uint64_t smallest(const ClassView& view) const;
    // Is `value` of the class's attribute selected?
    bool selects(const ClassView& view, Code value) const;

private:
    std::vector<std::string> labels_;
};

}  // namespace scrim::models
