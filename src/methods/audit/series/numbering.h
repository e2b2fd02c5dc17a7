// Numbers for labels, in the order in which they come: the same person or value in several tables.
#pragma once

#include "kernel/core/column.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace scrim::audit {

class Numbering {
public:
    // What each code of a domain is numbered. A NULL is a label of its own.
    std::vector<std::uint32_t> number(const Domain& domain) {
        std::vector<std::uint32_t> numbers(domain.size());
        for (Code code = 0; code < domain.size(); ++code) {
            const bool null = domain.has_null() && code == domain.null_code();
            const std::string label = domain.label(code);
            // Marked, for a text may be "NULL" as well.
            const auto [at, is_new] =
                numbers_.try_emplace((null ? '\0' : '\1') + label, static_cast<std::uint32_t>(labels_.size()));
            if (is_new) labels_.push_back(label);
            numbers[code] = at->second;
        }
        return numbers;
    }

    const std::string& label(std::uint32_t number) const { return labels_[number]; }
    std::size_t size() const { return labels_.size(); }

private:
    std::unordered_map<std::string, std::uint32_t> numbers_;
    std::vector<std::string> labels_;
};

}  // namespace scrim::audit
