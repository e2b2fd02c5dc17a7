#include "report/json/cell.h"

#include <algorithm>
#include <cmath>

namespace scrim::report::json {
namespace {

constexpr double first_not_exact = 9007199254740992;  // 2^53: not every whole number from there on is a double
constexpr std::ptrdiff_t most_digits = 17;            // what printing a double may take

Json number_or_text(const std::string& text) {
    if (text.empty() || text.back() < '0' || text.back() > '9') return text;  // also a number with a space behind it
    const Json read = Json::parse(text, nullptr, false);
    if (!read.is_number() || !std::isfinite(read.get<double>())) return text;
    if (text.find_first_of(".eE") == std::string::npos)
        return std::abs(read.get<double>()) < first_not_exact ? read : Json(text);
    const std::string digits = text.substr(0, text.find_first_of("eE"));
    const std::size_t first = std::min(digits.find_first_of("123456789"), digits.size());
    const auto significant = std::count_if(digits.begin() + static_cast<std::ptrdiff_t>(first), digits.end(),
                                           [](char c) { return c != '.'; });
    return significant <= most_digits ? read : Json(text);
}

}  // namespace

Json cell(const std::optional<std::string>& text) { return text ? Json(*text) : Json(nullptr); }

Json cell(SqlColumn::Kind kind, const std::optional<std::string>& text) {
    if (!text || kind == SqlColumn::Kind::text) return cell(text);
    if (kind == SqlColumn::Kind::number) return number_or_text(*text);
    if (*text == "true") return true;
    return *text == "false" ? Json(false) : Json(*text);
}

Json cells(const std::vector<std::pair<std::string, std::optional<std::string>>>& values) {
    Json json = Json::object();
    for (const auto& [name, value] : values) json[name] = cell(value);
    return json;
}

const char* column_kind(const SqlColumn& column) {
    switch (column.kind) {
        case SqlColumn::Kind::number: return "number";
        case SqlColumn::Kind::boolean: return "boolean";
        case SqlColumn::Kind::text: break;
    }
    return column.of_numbers ? "interval" : "text";
}

Json column(const SqlColumn& column) { return {{"name", column.name}, {"kind", column_kind(column)}}; }

}  // namespace scrim::report::json
