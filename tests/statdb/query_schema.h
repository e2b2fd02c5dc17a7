// A small schema for queries, and what a query means as text.
#pragma once

#include "kernel/core/number_text.h"
#include "kernel/core/text.h"
#include "methods/statdb/query.h"

namespace scrim::statdb {

using Paths = std::vector<std::vector<std::string>>;

inline hierarchy::Attribute column_of(std::string name, hierarchy::Hierarchy hierarchy, bool from_file) {
    return {std::move(name), std::make_shared<const hierarchy::Hierarchy>(std::move(hierarchy)), from_file};
}

inline hierarchy::Attribute flat_column(std::string name, Domain domain) {
    return column_of(std::move(name), hierarchy::Hierarchy::flat(std::make_shared<const Domain>(std::move(domain))),
                     false);
}

inline hierarchy::Attribute column_of_paths(std::string name, const Paths& paths, bool with_null) {
    hierarchy::Hierarchy hierarchy = *hierarchy::Hierarchy::from_paths(paths);
    return column_of(std::move(name), with_null ? hierarchy.with_null() : std::move(hierarchy), true);
}

inline hierarchy::Attribute disease() {
    return column_of_paths(
        "Disease",
        {{"flu", "lung", "*"}, {"asthma", "lung", "*"}, {"ulcer", "stomach", "*"}, {"gastritis", "stomach", "*"}},
        true);
}

inline hierarchy::Attribute income() { return flat_column("Income", Domain::of_numbers({-150, 0, 1050, 2000}, 2)); }

inline hierarchy::Attribute visit() {
    const Int128 hour = Int128{3'600'000'000};
    return flat_column("Visit", Domain::of_numbers({0, 12 * hour, 24 * hour}, 0, Domain::Kind::timestamp));
}

inline hierarchy::Attribute birth(std::string name = "Birth") {
    return flat_column(std::move(name), Domain::of_numbers({*parse_date("1969-12-31"), *parse_date("1980-05-01"),
                                                            *parse_date("2000-02-29")},
                                                           0, Domain::Kind::date, true));
}

inline StatSchema small_schema(hierarchy::Attribute sensitive = disease()) {
    return {
        {column_of_paths("Age",
                         {{"20", "20-29", "young", "*"},
                          {"25", "20-29", "young", "*"},
                          {"30", "30-39", "young", "*"},
                          {"60", "60+", "old", "*"},
                          {"61", "60+", "old", "*"}},
                         true),
         flat_column("Gender", Domain::of_text({"f", "m"}, true)),
         column_of_paths(
             "Education",
             {{"PhD", "Higher", "*"}, {"Bachelor", "Higher", "*"}, {"12", "School", "*"}, {"9", "School", "*"}}, false),
         birth()},
        std::move(sensitive)};
}

inline std::string shown(const std::vector<Span>& spans, const Domain& domain) {
    std::string out;
    for (const Span span : spans)
        for (Code code = span.lo; code < span.hi; ++code) out += (out.empty() ? "" : " ") + domain.label(code);
    return "{" + out + "}";
}

// Age{20 25}, (… & …), (… | …), always, never
inline std::string shown(const Condition& condition, const StatSchema& schema) {
    if (condition.kind == Condition::Kind::in) {
        const hierarchy::Attribute& column = schema.quasi_identifiers[condition.column];
        return column.name + shown(condition.spans, column.domain());
    }
    const bool all = condition.kind == Condition::Kind::all_of;
    if (condition.parts.empty()) return all ? "always" : "never";
    std::vector<std::string> parts;
    for (const Condition& part : condition.parts) parts.push_back(shown(part, schema));
    return "(" + join(parts, all ? " & " : " | ") + ")";
}

}  // namespace scrim::statdb
