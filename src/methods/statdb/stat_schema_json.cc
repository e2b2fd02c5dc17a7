#include "methods/statdb/stat_schema_json.h"

#include "kernel/core/number_text.h"
#include "kernel/core/text.h"
#include "kernel/hierarchy/hierarchy_text.h"

#include <algorithm>

namespace scrim::statdb {
namespace {

constexpr std::string_view kinds[] = {"text", "number", "date", "timestamp"};

Error damaged_columns(const std::string& what) {
    return input_error("its description of the columns is damaged: " + what);
}

Result<Domain> domain_of(const Json& json) {
    const auto kind = std::find(std::begin(kinds), std::end(kinds), json.at("kind").get<std::string>());
    if (kind == std::end(kinds)) return damaged_columns("an unknown kind of values");
    const bool has_null = json.at("has_null").get<bool>();
    auto texts = json.at("values").get<std::vector<std::string>>();
    if (kind == std::begin(kinds)) {
        std::vector<std::string> sorted = texts;
        std::sort(sorted.begin(), sorted.end());
        if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
            return damaged_columns("a value is there twice");
        return Domain::of_text(std::move(texts), has_null);
    }
    std::vector<Int128> units;
    for (const std::string& text : texts) {
        const auto parsed = parse_int128(text);
        if (!parsed || (!units.empty() && *parsed <= units.back())) return damaged_columns("its numbers do not ascend");
        units.push_back(*parsed);
    }
    const int scale = json.at("scale").get<int>();
    if (scale < 0 || scale > 38) return damaged_columns("a scale out of range");
    return Domain::of_numbers(std::move(units), scale, static_cast<Domain::Kind>(kind - std::begin(kinds)), has_null);
}

}  // namespace

Json to_json(const hierarchy::Attribute& column) {
    Json json;
    json["name"] = column.name;
    const Domain& domain = column.domain();
    json["has_null"] = domain.has_null();
    if (column.from_file) {
        json["hierarchy"] = hierarchy::format_hierarchy(*column.hierarchy);
        return json;
    }
    json["kind"] = kinds[static_cast<int>(domain.kind())];
    json["scale"] = domain.is_numeric() ? domain.scale() : 0;
    Json values = Json::array();
    for (Code code = 0; code < domain.values(); ++code)
        values.push_back(domain.is_numeric() ? to_string(domain.units(code)) : domain.label(code));
    json["values"] = std::move(values);
    return json;
}

Result<hierarchy::Attribute> stat_column_of(const Json& json) {
    hierarchy::Attribute column;
    column.name = json.at("name").get<std::string>();
    column.from_file = json.contains("hierarchy");
    if (!column.from_file) {
        SCRIM_TRY(Domain domain, domain_of(json));
        column.hierarchy = std::make_shared<hierarchy::Hierarchy>(
            hierarchy::Hierarchy::flat(std::make_shared<Domain>(std::move(domain))));
        return column;
    }
    SCRIM_TRY(hierarchy::Hierarchy hierarchy,
              hierarchy::parse_hierarchy(json.at("hierarchy").get<std::string>(), column.name));
    column.hierarchy =
        std::make_shared<hierarchy::Hierarchy>(json.at("has_null").get<bool>() ? hierarchy.with_null() : hierarchy);
    return column;
}

}  // namespace scrim::statdb
