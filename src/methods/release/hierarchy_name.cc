#include "methods/release/hierarchy_name.h"

#include "kernel/core/text.h"

#include <algorithm>

namespace scrim::release {

std::string hierarchy_name(const Material& material, const std::string& column) {
    const auto place = std::find(material.released.begin(), material.released.end(), column);
    if (place == material.released.end() || !material.hierarchies.contains(column)) return {};
    const bool plain = !column.empty() && column.size() < 100 && column.front() != '.' &&
                       std::all_of(column.begin(), column.end(), [](char c) {
                           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                                  c == '_' || c == '-' || c == '.';
                       });
    if (plain) return format("hierarchies/{}.csv", column);
    return format("hierarchies/+{}.csv", place - material.released.begin() + 1);
}

}  // namespace scrim::release
