#include "kernel/models/arguments.h"

#include "kernel/core/text.h"

#include <algorithm>

namespace scrim::models {
namespace {

using Value = std::vector<std::vector<std::string>>;

// A value as the user wrote it, more or less.
std::string shown(const Value& value) {
    if (value.size() == 1 && value[0].size() == 1) {
        const std::string& only = value[0][0];
        return Ratio::parse(only) ? only : quoted(only);
    }
    std::vector<std::string> lists;
    for (const auto& list : value) lists.push_back(format("[{}]", list_some(list)));
    return value.size() == 1 ? lists[0] : format("[{}]", join(lists, ", "));
}

// "between 0 and 1", "at least 1", "greater than 0", or "" for any number.
std::string range(const Parameter& parameter) {
    const bool low = !parameter.minimum.empty(), high = !parameter.maximum.empty();
    if (low && high && parameter.open_minimum)
        return format("greater than {} and at most {}", parameter.minimum, parameter.maximum);
    if (low && high) return format("between {} and {}", parameter.minimum, parameter.maximum);
    if (low) return format("{} {}", parameter.open_minimum ? "greater than" : "at least", parameter.minimum);
    if (high) return format("at most {}", parameter.maximum);
    return "";
}

std::string with_range(std::string noun, const Parameter& parameter) {
    const std::string words = range(parameter);
    if (words.empty()) return noun;
    return noun + (words.starts_with("at ") ? " of " : " ") + words;
}

bool in_range(const Ratio& value, const Parameter& parameter) {
    if (!parameter.minimum.empty()) {
        const Ratio minimum = *Ratio::parse(parameter.minimum);
        if (value < minimum || (parameter.open_minimum && value == minimum)) return false;
    }
    return parameter.maximum.empty() || value <= *Ratio::parse(parameter.maximum);
}

// What a value must be; "" when it is. Each completes the sentence "<parameter> must …".
std::string complaint_of_number(const Parameter& parameter, const Value& value) {
    const bool whole = parameter.kind == Parameter::Kind::integer;
    const std::string wanted = "be " + with_range(whole ? "a whole number" : "a number", parameter);
    if (value.size() != 1 || value[0].size() != 1) return wanted;
    const auto number = Ratio::parse(value[0][0]);
    if (!number || (whole && !number->is_integer())) return wanted;
    if (in_range(*number, parameter)) return "";
    return whole ? wanted : "be " + range(parameter);
}

bool contains(const std::vector<std::string>& words, const std::string& word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

std::string complaint_of_list(const std::vector<std::string>& list, std::string_view noun) {
    if (list.empty()) return format("name at least one {}", noun);
    for (const std::string& name : list) {
        if (name.empty()) return format("name only {}s that are not empty", noun);
        if (std::count(list.begin(), list.end(), name) > 1) return format("name each {} once", noun);
    }
    return "";
}

std::string complaint(const Parameter& parameter, const Value& value) {
    const auto one_list = [&](std::string_view noun) {
        return value.size() == 1 ? complaint_of_list(value[0], noun) : format("be a {0} or a list of {0}s", noun);
    };
    switch (parameter.kind) {
        case Parameter::Kind::integer:
        case Parameter::Kind::ratio: return complaint_of_number(parameter, value);
        case Parameter::Kind::text:
            if (parameter.choices.empty()) return one_list("value");
            return value.size() == 1 && value[0].size() == 1 && contains(parameter.choices, value[0][0])
                       ? ""
                       : "be one of " + join(parameter.choices, ", ");
        case Parameter::Kind::columns: return one_list("column");
        case Parameter::Kind::column_sets: break;
    }
    if (value.empty()) return "name at least one column";
    for (const auto& set : value)
        if (auto words = complaint_of_list(set, "column"); !words.empty()) return words;
    return "";
}

}  // namespace

Result<Arguments> Arguments::make(const std::string& name, const std::vector<Parameter>& parameters,
                                  const std::vector<Requirement::Argument>& given) {
    Arguments arguments;
    std::vector<std::string> names;
    for (const Parameter& parameter : parameters) {
        names.push_back(parameter.name);
        if (!parameter.default_value.empty()) arguments.defaults_[parameter.name] = {{parameter.default_value}};
    }
    for (const Requirement::Argument& argument : given) {
        const auto parameter = std::find_if(parameters.begin(), parameters.end(),
                                            [&](const Parameter& p) { return p.name == argument.name; });
        if (parameter == parameters.end()) {
            return input_error(format("{}: unknown parameter {} (it takes {}){}", name, quoted(argument.name),
                                      names.empty() ? "none" : join(names, ", "), did_you_mean(argument.name, names)));
        }
        if (const auto words = complaint(*parameter, argument.value); !words.empty())
            return input_error(format("{}: {} must {}, not {}", name, argument.name, words, shown(argument.value)));
        if (!arguments.given_.emplace(argument.name, argument.value).second)
            return input_error(format("{}: {} is given twice; give it once", name, argument.name));
    }
    return arguments;
}

const Arguments::Value* Arguments::find(std::string_view name) const {
    if (const auto it = given_.find(name); it != given_.end()) return &it->second;
    if (const auto it = defaults_.find(name); it != defaults_.end()) return &it->second;
    return nullptr;
}

std::optional<Ratio> Arguments::ratio(std::string_view name) const {
    const Value* value = find(name);
    return value ? Ratio::parse((*value)[0][0]) : std::nullopt;
}

std::optional<std::uint64_t> Arguments::whole(std::string_view name) const {
    const auto value = ratio(name);
    if (!value) return std::nullopt;
    return static_cast<std::uint64_t>(std::min<Int128>(value->numerator() / value->denominator(), UINT64_MAX));
}

std::string Arguments::text(std::string_view name) const {
    const Value* value = find(name);
    return value ? (*value)[0][0] : "";
}

std::vector<std::string> Arguments::list(std::string_view name) const {
    const Value* value = find(name);
    return value ? (*value)[0] : std::vector<std::string>{};
}

std::vector<std::vector<std::string>> Arguments::sets(std::string_view name) const {
    const Value* value = find(name);
    return value ? *value : Value{};
}

}  // namespace scrim::models
