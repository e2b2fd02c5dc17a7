// SelectedValues: the sensitive values that a model protects, by their labels; without labels, every value.
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

private:
    std::vector<std::string> labels_;
};

}  // namespace scrim::models
