// The catalog as text and JSON.
#include "scrim/catalogue.h"

#include "kernel/core/json.h"
#include "kernel/core/old_names.h"
#include "kernel/core/text.h"
#include "report/json/document.h"

#include <algorithm>
#include <array>

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
    if (!parameter.choices.empty()) text = "one of " + join(parameter.choices, ", ");
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
    if (traits.needs_blind) words.push_back("a blind algorithm");
    if (traits.of_mechanism) words.push_back("a random mechanism");
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

Json parameters_json(const std::vector<Parameter>& parameters) {
    Json json = Json::array();
    for (const Parameter& parameter : parameters) {
        Json described{{"name", parameter.name},
                       {"title", parameter.title},
                       {"kind", kind_name(parameter.kind)},
                       {"bound", bound_name(parameter.bound)},
                       {"strict", parameter.strict}};
        if (!parameter.minimum.empty()) described["minimum"] = parameter.minimum;
        if (!parameter.maximum.empty()) described["maximum"] = parameter.maximum;
        if (!parameter.choices.empty()) described["choices"] = parameter.choices;
        if (!parameter.default_value.empty()) described["default"] = parameter.default_value;
        json.push_back(std::move(described));
    }
    return json;
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
    json["parameters"] = parameters_json(model.parameters);
    return json;
}

Json to_json(const AlgorithmInfo& algorithm) {
    Json json{{"name", algorithm.name},
              {"title", algorithm.title},
              {"citation", algorithm.citation},
              {"summary", algorithm.summary},
              {"parameters", parameters_json(algorithm.parameters)}};
    if (algorithm.promise.empty()) return json;
    json["promise"] = algorithm.promise;
    json["limits"] = algorithm.limits;
    return json;
}

Json to_json(const MetricInfo& metric) {
    return {{"name", metric.name},
            {"title", metric.title},
            {"citation", metric.citation},
            {"lower_is_better", metric.lower_is_better},
            {"normalization", metric.normalization}};
}

// "models": all of them, or the one that was asked for.
template <class Info>
std::string list_json(report::json::Schema schema, const char* key, const std::vector<const Info*>& infos) {
    Json json = report::json::document(schema);
    json[key] = Json::array();
    for (const Info* info : infos) json[key].push_back(to_json(*info));
    return report::json::pretty(json);
}

// The one of that name; `kind` is what messages call it.
template <class Info>
Result<const Info*> find(const std::vector<const Info*>& all, std::string_view kind, std::string_view name) {
    std::vector<std::string> names;
    for (const Info* info : all) {
        if (info->name == current_name(name)) return info;
        names.push_back(info->name);
    }
    return input_error(
        format("there is no {0} {1}{2} (scrim list {0}s)", kind, quoted(name), did_you_mean(name, names)));
}

std::string parameters_text(const std::vector<Parameter>& parameters) {
    std::string out;
    for (const Parameter& parameter : parameters)
        out += format("  {:<12} {:<9} {}\n               {}\n", parameter.name, bound_name(parameter.bound),
                      wrapped(parameter.title, 25), describe(parameter));
    return out;
}

std::string names_of(const std::vector<Parameter>& parameters) {
    std::vector<std::string> names;
    for (const Parameter& parameter : parameters) names.push_back(parameter.name);
    return join(names, ", ");
}

// A name, its parameters, and what it is: columns as wide as what they hold.
using ListRow = std::array<std::string, 3>;
std::string list_text(const std::vector<ListRow>& rows) {
    std::size_t name = 0, parameters = 0;
    for (const ListRow& row : rows) {
        name = std::max(name, row[0].size());
        parameters = std::max(parameters, row[1].size());
    }
    std::string out;
    for (const ListRow& row : rows) out += format("{:<{}}  {:<{}}  {}\n", row[0], name, row[1], parameters, row[2]);
    return out;
}

}  // namespace

std::string models_text() {
    std::vector<ListRow> rows{{"model", "parameters", "what it is (needs)"}};
    for (const ModelInfo* model : list_models()) {
        const auto needed = needs(model->traits);
        rows.push_back({model->name, names_of(model->parameters),
                        model->title + (needed.empty() ? "" : " (" + join(needed, ", ") + ")")});
    }
    return list_text(rows) + "\nOne model in full: scrim list models NAME\n";
}

Result<std::string> model_text(std::string_view name) {
    SCRIM_TRY(const ModelInfo* model, find(list_models(), "model", name));
    std::string out = format("{}: {}\n\n", model->name, model->title);
    out += parameters_text(model->parameters);
    out += format("\n  promises     {}\n", wrapped(model->promise, 15));
    out += format("  but not      {}\n", wrapped(model->limits, 15));
    out += format("  source       {}\n", wrapped(model->citation, 15));
    return out + format("  merging two classes that satisfy it {}\n",
                        model->traits.monotone ? "always gives one that does" : "may give one that does not");
}

std::string models_json() { return list_json(report::json::Schema::list_models, "models", list_models()); }

Result<std::string> model_json(std::string_view name) {
    SCRIM_TRY(const ModelInfo* model, find(list_models(), "model", name));
    return list_json<ModelInfo>(report::json::Schema::list_models, "models", {model});
}

std::string algorithms_text() {
    std::vector<ListRow> rows{{"algorithm", "parameters", "what it is"}};
    for (const AlgorithmInfo* algorithm : list_algorithms())
        rows.push_back({algorithm->name, names_of(algorithm->parameters), algorithm->title});
    return list_text(rows) + "\nOne algorithm in full: scrim list algorithms NAME\n";
}

Result<std::string> algorithm_text(std::string_view name) {
    SCRIM_TRY(const AlgorithmInfo* algorithm, find(list_algorithms(), "algorithm", name));
    std::string out = format("{}: {}\n\n", algorithm->name, algorithm->title);
    out += parameters_text(algorithm->parameters);
    out += format("\n  does         {}\n", wrapped(algorithm->summary, 15));
    if (!algorithm->promise.empty())
        out += format("  promises     {}\n  but not      {}\n", wrapped(algorithm->promise, 15),
                      wrapped(algorithm->limits, 15));
    return out + format("  source       {}\n", wrapped(algorithm->citation, 15));
}

std::string algorithms_json() {
    return list_json(report::json::Schema::list_algorithms, "algorithms", list_algorithms());
}

Result<std::string> algorithm_json(std::string_view name) {
    SCRIM_TRY(const AlgorithmInfo* algorithm, find(list_algorithms(), "algorithm", name));
    return list_json<AlgorithmInfo>(report::json::Schema::list_algorithms, "algorithms", {algorithm});
}

std::string metrics_text() {
    std::string out = format("{:<20} {:<7} {}\n", "metric", "better", "what it is: scale");
    for (const MetricInfo* metric : list_metrics())
        out += format("{:<20} {:<7} {}: {}\n", metric->name, metric->lower_is_better ? "lower" : "higher",
                      metric->title, metric->normalization);
    return out;
}

std::string metrics_json() { return list_json(report::json::Schema::list_metrics, "metrics", list_metrics()); }

}  // namespace scrim
