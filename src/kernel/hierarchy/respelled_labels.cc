#include "kernel/hierarchy/respelled_labels.h"

#include "kernel/core/field.h"
#include "kernel/core/respelling.h"
#include "kernel/core/text.h"

#include <algorithm>
#include <optional>

namespace scrim::hierarchy {

Result<std::vector<std::string>> labels_among(const Domain& printed, const Domain& leaves,
                                              const std::function<bool(std::string_view)>& known) {
    std::vector<std::string> labels;
    std::vector<std::size_t> unknown;
    for (Code code = 0; code < printed.values(); ++code) {
        labels.push_back(printed.label(code));
        if (leaves.is_numeric() && !known(labels.back())) unknown.push_back(code);
    }
    if (unknown.empty() || printed.is_numeric()) return labels;
    std::vector<std::vector<std::string>> spellings;  // of the unknown ones, all of them known
    for (const auto respell : {respell_day_first, respell_month_first, respell_decimal_comma, respell_decimal_point}) {
        std::vector<std::string> respelled;
        for (const std::size_t at : unknown) {
            const auto spelled = respell(labels[at]);
            if (!spelled || !known(*spelled)) break;
            respelled.push_back(*spelled);
        }
        if (respelled.size() == unknown.size()) spellings.push_back(std::move(respelled));
    }
    if (spellings.empty()) return labels;
    for (std::size_t i = 0; i < unknown.size(); ++i) {
        if (spellings.back()[i] != spellings.front()[i])
            return input_error(format("{} may mean {} or {}; say which with type: in the policy, or {}",
                                      quoted(labels[unknown[i]]), spellings.front()[i], spellings.back()[i],
                                      field("type")));
        labels[unknown[i]] = spellings.front()[i];
    }
    return labels;
}

}  // namespace scrim::hierarchy
