// Lists of names: few, in an order that matters.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace scrim {

inline bool contains(const std::vector<std::string>& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

inline void add_once(std::vector<std::string>& names, const std::string& name) {
    if (!contains(names, name)) names.push_back(name);
}

}  // namespace scrim
