#include "kernel/models/selected_values.h"

#include "kernel/core/text.h"

#include <algorithm>

namespace scrim::models {

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
    std::uint32_t most = 0;
    for (const std::string& label : labels_) {
        const auto code = view.sensitive->domain->find(label);
        if (!code) continue;
        const auto bar = std::lower_bound(view.values.begin(), view.values.end(), ValueCount{*code, 0});
        if (bar != view.values.end() && bar->value == *code) most = std::max(most, bar->count);
    }
    return most;
}

}  // namespace scrim::models
