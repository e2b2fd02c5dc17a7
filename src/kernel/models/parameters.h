// The kinds of parameters that models have, so that each model describes its own in one line.
#pragma once

#include "scrim/catalogue.h"

#include <string>
#include <utility>
#include <vector>

namespace scrim::models::parameters {

// A measured whole number, 1 or more, that classes must reach.
inline Parameter least_count(std::string name, std::string title) {
    return {std::move(name), std::move(title), Parameter::Kind::integer, Parameter::Bound::at_least, "1", "", ""};
}

// The records of the smallest class.
inline Parameter least_class_size(std::string name) {
    Parameter parameter = least_count(std::move(name), "records in the smallest class");
    parameter.class_size = true;
    return parameter;
}

// A measured number that classes must reach.
inline Parameter least(std::string name, std::string title, std::string minimum, std::string maximum = "") {
    return {std::move(name),
            std::move(title),
            Parameter::Kind::ratio,
            Parameter::Bound::at_least,
            std::move(minimum),
            std::move(maximum),
            ""};
}

// A measured share, distance or probability, 0 to 1, that classes must not exceed.
inline Parameter most_share(std::string name, std::string title) {
    return {std::move(name), std::move(title), Parameter::Kind::ratio, Parameter::Bound::at_most, "0", "1", ""};
}

// A measured number above 0 that classes must not exceed.
inline Parameter most(std::string name, std::string title) {
    Parameter parameter = most_share(std::move(name), std::move(title));
    parameter.maximum = "";
    parameter.open_minimum = true;
    return parameter;
}

// The same with a choice the caller makes: the bound excludes equality, or measured levels are rounded.
inline Parameter strict(Parameter parameter) {
    parameter.strict = true;
    return parameter;
}
inline Parameter rounded(Parameter parameter) {
    parameter.rounded = true;
    return parameter;
}

// Numbers that the user chooses.
inline Parameter given_count(std::string name, std::string title, std::string default_value) {
    return {std::move(name),         std::move(title), Parameter::Kind::integer, Parameter::Bound::given, "1", "",
            std::move(default_value)};
}
// Of knowledge, which may be none.
inline Parameter given_pieces(std::string name, std::string title, std::string default_value) {
    Parameter parameter = given_count(std::move(name), std::move(title), std::move(default_value));
    parameter.minimum = "0";
    return parameter;
}
inline Parameter given_number(std::string name, std::string title, std::string minimum, std::string default_value) {
    return {std::move(name),         std::move(title),   Parameter::Kind::ratio,
            Parameter::Bound::given, std::move(minimum), "",
            std::move(default_value)};
}

// One of some words, the first by default.
inline Parameter given_choice(std::string name, std::string title, std::vector<std::string> choices) {
    Parameter parameter;
    parameter.name = std::move(name);
    parameter.title = std::move(title);
    parameter.kind = Parameter::Kind::text;
    parameter.bound = Parameter::Bound::given;
    parameter.default_value = choices.front();
    parameter.choices = std::move(choices);
    return parameter;
}

// Of models that compare classes with the whole table.
inline Parameter given_against() {
    return given_choice(
        "against",
        "whose distribution classes are compared with: released, that of the records in the release, or "
        "original, that of all records before any were left out",
        {"released", "original"});
}
// Which table that is, for what such models say of themselves.
inline std::string which_table() {
    return " The table is what is released, which may lack records; with against=original it is the original, which a "
           "reader needs to recompute this.";
}

// Names that the user chooses; the title says what their absence means.
inline Parameter given_columns(std::string name, std::string title) {
    return {std::move(name), std::move(title), Parameter::Kind::columns, Parameter::Bound::given, "", "", ""};
}
inline Parameter given_column_sets(std::string name, std::string title) {
    return {std::move(name), std::move(title), Parameter::Kind::column_sets, Parameter::Bound::given, "", "", ""};
}
inline Parameter given_values(std::string name, std::string title) {
    return {std::move(name), std::move(title), Parameter::Kind::text, Parameter::Bound::given, "", "", ""};
}

}  // namespace scrim::models::parameters
