#include "kernel/models/selected_values.h"

#include "kernel/core/text.h"

#include <algorithm>

namespace scrim::models {
namespace {

// Records of the class that hold the value.
std::uint64_t records_with(const ClassView& view, Code value) {
    const auto bar = std::lower_bound(view.values.begin(), view.values.end(), ValueCount{value, 0});
    return bar != view.values.end() && bar->value == value ? bar->count : 0;
}

}  // namespace

Result<void> SelectedValues::check(std::span<const Sensitive* const> attributes, std::string_view model) const {
    for (const std::string& label : labels_) {
        const bool known = std::any_of(attributes.begin(), attributes.end(), [&](const Sensitive* attribute) {
            return attribute->domain->find(label).has_value();
        });
        if (known) continue;
        std::vector<std::string> values;
        for (const Sensitive* attribute : attributes)
            for (Code code = 0; code < attribute->domain->values(); ++code)
                values.push_back(attribute->domain->label(code));
        const std::string guess = did_you_mean(label, values);
        return input_error(format("{}: no sensitive attribute has the value {}{}", model, quoted(label),
                                  guess.empty() ? "; there are " + list_some(values) : guess));
    }
    return {};
}

std::uint64_t SelectedValues::largest(const ClassView& view) const {
    if (labels_.empty()) return view.largest();
    std::uint64_t most = 0;
    for (const std::string& label : labels_)
        if (const auto code = view.sensitive->domain->find(label)) most = std::max(most, records_with(view, *code));
    return most;
}

std::uint64_t SelectedValues::all(const ClassView& view) const {
    std::uint64_t records = 0;
    for (const std::string& label : labels_)
        if (const auto code = view.sensitive->domain->find(label)) records += records_with(view, *code);
    return records;
}

std::uint64_t SelectedValues::smallest(const ClassView& view) const {
    std::uint64_t least = view.size;
    for (const std::string& label : labels_)
        if (const auto code = view.sensitive->domain->find(label)) least = std::min(least, records_with(view, *code));
    return least;
}

bool SelectedValues::selects(const ClassView& view, Code value) const {
    return labels_.empty() || std::any_of(labels_.begin(), labels_.end(), [&](const std::string& label) {
               return view.sensitive->domain->find(label) == value;
           });
}

}  // namespace scrim::models
