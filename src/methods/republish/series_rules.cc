#include "methods/republish/series_rules.h"

#include "kernel/core/field.h"
#include "kernel/core/old_names.h"
#include "kernel/core/text.h"
#include "kernel/models/epsilon_distinctness.h"
#include "kernel/models/m_uniqueness.h"

#include <algorithm>

namespace scrim::republication {
namespace {

constexpr std::uint32_t most_m = 10'000;

Result<void> check_m(std::uint64_t m) {
    if (m >= 2 && m <= most_m) return {};
    return input_error(format("groups must have between 2 and {} different values, not {}", with_thousands(most_m), m));
}

// How the forms of a series are called.
constexpr std::pair<std::string_view, recode::Form> form_names[] = {{"generalized", recode::Form::grouped},
                                                                    {"anatomized", recode::Form::anatomized},
                                                                    {"permuted", recode::Form::permuted}};

recode::Form form_named(std::string_view name) {
    for (const auto& [known, form] : form_names)
        if (known == name) return form;
    return recode::Form::grouped;
}

Result<const series::MethodSpec*> method_named(const std::string& name) {
    if (const series::MethodSpec* method = series::find_method(name)) return method;
    const std::vector<std::string> names = series::names_of_methods();
    return input_error(
        format("there is no method {}{}; there are {}", quoted(name), did_you_mean(name, names), join(names, " and ")));
}

Requirement requirement(std::string model, const std::vector<std::pair<std::string, std::uint32_t>>& arguments) {
    Requirement made{std::move(model), {}};
    for (const auto& [name, value] : arguments) made.arguments.push_back({name, {{std::to_string(value)}}});
    return made;
}

std::vector<std::string> methods_with_categories() {
    std::vector<std::string> names;
    for (const series::MethodSpec* method : series::methods())
        if (method->categories) names.push_back(method->name);
    return names;
}

Requirement as_requirement(const SeriesRules& rules) {
    if (!rules.level) return requirement(rules.method->name, {{rules.method->parameter, rules.m()}});
    return requirement(rules.method->name, {{"lambda", rules.lambda}, {"tau", rules.tau}, {"level", *rules.level}});
}

std::vector<std::string> methods_to_choose() {
    std::vector<std::string> fields;
    for (const std::string& name : series::names_of_methods()) fields.push_back(field("method", name));
    return fields;
}

}  // namespace

std::string SeriesRules::text() const { return to_string(as_requirement(*this)); }

std::string_view SeriesRules::form_name() const {
    for (const auto& [name, known] : form_names)
        if (known == form) return name;
    return {};
}

Diversity SeriesRules::diversity(const hierarchy::Hierarchy* hierarchy, std::uint32_t values) const {
    Diversity diversity{lambda, tau, {}};
    if (!level || !hierarchy) return diversity;
    for (Code value = 0; value < values; ++value)
        diversity.category_of.push_back(hierarchy->at_level(value, std::min(*level, hierarchy->height())).span.lo);
    return diversity;
}

std::vector<Requirement> SeriesRules::requirements() const {
    std::vector<Requirement> all{models::require_m_uniqueness(m())};
    if (level) all.push_back(models::require_epsilon_distinctness(*level, lambda, tau));
    return all;
}

recode::RecoderSpec SeriesRules::recoder() const {
    recode::RecoderSpec spec;
    spec.name = method->name;
    spec.title = method->title;
    spec.citation = method->citation;
    spec.form = form;
    spec.blind = blind;
    spec.series = true;
    spec.monotone_only = false;
    spec.needs_sensitive = true;
    return spec;
}

Json SeriesRules::to_json() const {
    Json json{{"method", method->name}, {"lambda", lambda}, {"tau", tau}, {"form", form_name()}, {"blind", blind}};
    if (level) json["level"] = *level;
    return json;
}

Result<SeriesRules> SeriesRules::from_json(const Json& json) {
    SeriesRules rules;
    SCRIM_TRY(rules.method, method_named(json.at("method").get<std::string>()));
    rules.lambda = json.at("lambda").get<std::uint32_t>();
    rules.tau = json.at("tau").get<std::uint32_t>();
    if (json.contains("level")) rules.level = json.at("level").get<std::uint32_t>();
    rules.form = form_named(current_name(json.at("form").get<std::string>()));
    rules.blind = json.at("blind").get<bool>();
    SCRIM_CHECK(check_m(std::uint64_t{rules.lambda} * rules.tau));
    return rules;
}

Result<SeriesRules> first_rules(const RepublishRequest& request) {
    SeriesRules rules;
    if (request.method.empty())
        return input_error(format("a new series needs a method: {}", join(methods_to_choose(), " or ")));
    SCRIM_TRY(rules.method, method_named(request.method));
    if (!rules.method->categories && (request.lambda || request.tau || request.category_level))
        return input_error(format("{}, {} and {} are of {}; {} takes {}", field("lambda"), field("tau"),
                                  field("category_level"), join(methods_with_categories(), " and "), rules.method->name,
                                  field("m")));
    if (request.m && (request.lambda || request.tau))
        return input_error(format("say how many different values a group has with {}, or with {} and {}, not both",
                                  field("m"), field("lambda"), field("tau")));
    if (request.m) {
        rules.lambda = *request.m;
    } else if (request.lambda) {
        rules.lambda = *request.lambda;
        rules.tau = request.tau.value_or(1);
        rules.level = request.category_level.value_or(1);
    } else {
        return input_error(rules.method->categories
                               ? format("say how different the values of a group must be: {}, or {} "
                                        "categories of {} values each",
                                        field("m", "10"), field("lambda", "5"), field("tau", "2"))
                               : "say how many different sensitive values each group has: " + field("m", "10"));
    }
    if (request.category_level && !request.lambda)
        return input_error(format("{} says what {} counts: give that too", field("category_level"), field("lambda")));
    SCRIM_CHECK(check_m(std::uint64_t{rules.lambda} * rules.tau));
    const std::vector<std::string>& forms = rules.method->forms;
    const std::string form = request.form.empty() ? forms.front() : current_name(request.form);
    if (std::find(forms.begin(), forms.end(), form) == forms.end())
        return input_error(
            forms.size() == 1
                ? format("the releases of {} are {}: it has no other form", rules.method->name, forms.front())
                : format("the form of {} must be {}, not {}", rules.method->name, join(forms, " or "), quoted(form)));
    rules.form = form_named(form);
    // Where quasi-identifiers are exact, groups of near records would gain nothing: all groups of a signature show the
    // same values.
    rules.blind = request.blind || rules.form != recode::Form::grouped;
    return rules;
}

Result<SeriesRules> next_rules(const SeriesRules& rules, const RepublishRequest& request,
                               std::size_t smallest_signature) {
    SeriesRules next = rules;
    next.blind |= request.blind;
    if (!request.method.empty() && request.method != rules.method->name)
        return input_error(format("the series is one of {}; another method needs a series of its own", rules.text()));
    if (!request.form.empty() && current_name(request.form) != rules.form_name())
        return input_error(
            format("the releases of this series are {}; another form needs a series of its own", rules.form_name()));
    const bool categories = request.lambda || request.tau || request.category_level;
    if ((categories && !rules.level) || request.lambda.value_or(rules.lambda) != rules.lambda ||
        request.tau.value_or(rules.tau) != rules.tau ||
        request.category_level.value_or(rules.level.value_or(0)) != rules.level.value_or(0))
        return input_error(
            format("the series is one of {}, which stays: leave {}, {} and {} "
                   "out, or give them as they were",
                   rules.text(), field("lambda"), field("tau"), field("category_level")));
    if (!request.m || *request.m == rules.m()) return next;
    SCRIM_CHECK(check_m(*request.m));
    if (rules.level || *request.m < rules.m())
        return input_error(
            format("the series is one of {}; to promise less from now on would expose those who are in "
                   "earlier releases",
                   rules.text()));
    if (*request.m > smallest_signature)
        return input_error(
            format("m cannot become {}: some people have to keep the {} values of their group, so they "
                   "are never hidden among more",
                   *request.m, smallest_signature));
    next.lambda = *request.m;
    return next;
}

}  // namespace scrim::republication
