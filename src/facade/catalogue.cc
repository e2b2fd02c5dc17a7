// The catalogue as text and JSON.
#include "scrim/catalogue.h"

#include "core/json.h"
#include "core/text.h"

namespace scrim {
namespace {

std::string_view bound_name(Parameter::Bound bound) {
    switch (bound) {
        case Parameter::Bound::at_least: return "at least";
        case Parameter::Bound::at_most: return "at most";
        case Parameter::Bound::given: break;
    }
    return "chosen";
}

std::string_view kind_name(Parameter::Kind kind) {
    switch (kind) {
        case Parameter::Kind::integer: return "whole number";
        case Parameter::Kind::ratio: return "number";
        case Parameter::Kind::columns: return "columns";
        case Parameter::Kind::column_sets: return "sets of columns";
        case Parameter::Kind::text: break;
    }
    return "text";
}

// "whole number of at least 1, default 2"
std::string describe(const Parameter& parameter) {
    std::string text(kind_name(parameter.kind));
    if (!parameter.minimum.empty() && !parameter.maximum.empty())
        text += format(" between {} and {}", parameter.minimum, parameter.maximum);
    else if (!parameter.minimum.empty())
        text += format(" {} {}", parameter.open_minimum ? "above" : "of at least", parameter.minimum);
    if (!parameter.default_value.empty()) text += ", default " + parameter.default_value;
    return text;
}

std::vector<std::string> needs(const Traits& traits) {
    std::vector<std::string> words;
    if (traits.needs_sensitive) words.push_back("sensitive");
    if (traits.needs_number) words.push_back("numbers");
    if (traits.needs_order) words.push_back("order");
    if (traits.needs_hierarchy) words.push_back("hierarchy");
    if (traits.needs_population) words.push_back("population");
    if (traits.needs_guards) words.push_back("guards");
    return words;
}

// Text in lines of at most `width` characters, each after the first indented.
std::string wrapped(const std::string& text, std::size_t indent, std::size_t width = 100) {
    std::string out;
    std::size_t column = indent;
    for (std::size_t begin = 0; begin < text.size();) {
        std::size_t end = text.find(' ', begin);
        if (end == std::string::npos) end = text.size();
        const std::size_t length = end - begin;
        if (column > indent && column + 1 + length > width) {
            out += "\n" + std::string(indent, ' ');
            column = indent;
        } else if (column > indent) {
            out += ' ';
            ++column;
        }
        out.append(text, begin, length);
        column += length;
        begin = end + 1;
    }
    return out;
}

Json to_json(const ModelInfo& model) {
    Json json{{"name", model.name},
              {"title", model.title},
              {"citation", model.citation},
              {"promise", model.promise},
              {"limits", model.limits},
              {"monotone", model.traits.monotone},
              {"per_class", model.traits.per_class}};
    json["needs"] = needs(model.traits);
    json["parameters"] = Json::array();
    for (const Parameter& parameter : model.parameters) {
        Json described{{"name", parameter.name},
                       {"title", parameter.title},
                       {"kind", kind_name(parameter.kind)},
                       {"bound", bound_name(parameter.bound)},
                       {"strict", parameter.strict}};
        if (!parameter.minimum.empty()) described["minimum"] = parameter.minimum;
        if (!parameter.maximum.empty()) described["maximum"] = parameter.maximum;
        if (!parameter.default_value.empty()) described["default"] = parameter.default_value;
        json["parameters"].push_back(std::move(described));
    }
    return json;
}

Result<const ModelInfo*> find(std::string_view name) {
    std::vector<std::string> names;
    for (const ModelInfo* model : list_models()) {
        if (model->name == name) return model;
        names.push_back(model->name);
    }
    return input_error(format("there is no model {}{} (scrim list models)", quoted(name), did_you_mean(name, names)));
}

}  // namespace

std::string models_text() {
    std::string out = format("{:<34} {:<22} {}\n", "model", "parameters", "what it is (needs)");
    for (const ModelInfo* model : list_models()) {
        std::vector<std::string> parameters;
        for (const Parameter& parameter : model->parameters) parameters.push_back(parameter.name);
        const auto needed = needs(model->traits);
        out += format("{:<34} {:<22} {}{}\n", model->name, join(parameters, ", "), model->title,
                      needed.empty() ? "" : " (" + join(needed, ", ") + ")");
    }
    return out + "\nOne model in full: scrim list models NAME\n";
}

Result<std::string> model_text(std::string_view name) {
    SCRIM_TRY(const ModelInfo* model, find(name));
    std::string out = format("{}: {}\n\n", model->name, model->title);
    for (const Parameter& parameter : model->parameters)
        out += format("  {:<12} {:<9} {}\n               {}\n", parameter.name, bound_name(parameter.bound),
                      wrapped(parameter.title, 25), describe(parameter));
    out += format("\n  promises     {}\n", wrapped(model->promise, 15));
    out += format("  but not      {}\n", wrapped(model->limits, 15));
    out += format("  source       {}\n", wrapped(model->citation, 15));
    return out + format("  merging two classes that satisfy it {}\n",
                        model->traits.monotone ? "always gives one that does" : "may give one that does not");
}

std::string models_json() {
    Json json = Json::array();
    for (const ModelInfo* model : list_models()) json.push_back(to_json(*model));
    return json.dump(2) + "\n";
}

Result<std::string> model_json(std::string_view name) {
    SCRIM_TRY(const ModelInfo* model, find(name));
    return to_json(*model).dump(2) + "\n";
}

std::string metrics_text() {
    std::string out = format("{:<20} {:<7} {}\n", "metric", "better", "what it is: scale");
    for (const MetricInfo* metric : list_metrics())
        out += format("{:<20} {:<7} {}: {}\n", metric->name, metric->lower_is_better ? "lower" : "higher",
                      metric->title, metric->normalisation);
    return out;
}

std::string metrics_json() {
    Json json = Json::array();
    for (const MetricInfo* metric : list_metrics())
        json.push_back({{"name", metric->name},
                        {"title", metric->title},
                        {"citation", metric->citation},
                        {"lower_is_better", metric->lower_is_better},
                        {"normalisation", metric->normalisation}});
    return json.dump(2) + "\n";
}

}  // namespace scrim
