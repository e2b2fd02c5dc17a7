#include "methods/republish/series_rules.h"

#include "kernel/core/text.h"

namespace scrim::republication {
namespace {

constexpr std::uint32_t most_m = 10'000;

Result<void> check_m(std::uint64_t m) {
    if (m >= 2 && m <= most_m) return {};
    return input_error(format("groups must have between 2 and {} different values, not {}", with_thousands(most_m), m));
}

Requirement requirement(std::string model, const std::vector<std::pair<std::string, std::uint32_t>>& arguments) {
    Requirement made{std::move(model), {}};
    for (const auto& [name, value] : arguments) made.arguments.push_back({name, {{std::to_string(value)}}});
    return made;
}

Requirement as_requirement(const SeriesRules& rules) {
    if (!rules.level) return requirement(std::string(rules.method()), {{rules.inclusion ? "epsilon" : "m", rules.m()}});
    return requirement(std::string(rules.method()),
                       {{"lambda", rules.lambda}, {"tau", rules.tau}, {"level", *rules.level}});
}

}  // namespace

std::string SeriesRules::text() const { return to_string(as_requirement(*this)); }

std::string_view SeriesRules::form_name() const {
    if (form == recode::Form::permuted) return "permuted";
    return form == recode::Form::anatomised ? "anatomised" : "generalised";
}

Diversity SeriesRules::diversity(const hierarchy::Hierarchy* hierarchy, std::uint32_t values) const {
    Diversity diversity{lambda, tau, {}};
    if (!level || !hierarchy) return diversity;
    for (Code value = 0; value < values; ++value)
        diversity.category_of.push_back(hierarchy->at_level(value, std::min(*level, hierarchy->height())).span.lo);
    return diversity;
}

std::vector<Requirement> SeriesRules::requirements() const {
    std::vector<Requirement> all{requirement("m_uniqueness", {{"m", m()}})};
    if (level)
        all.push_back(requirement("epsilon_distinctness", {{"level", *level}, {"lambda", lambda}, {"tau", tau}}));
    return all;
}

recode::RecoderSpec SeriesRules::recoder() const {
    recode::RecoderSpec spec;
    spec.name = std::string(method());
    if (inclusion) {
        spec.title = "epsilon-inclusion: groups of different values whose signatures nest over time";
        spec.citation =
            "Wei, Lu, Zou: epsilon-inclusion: privacy preserving re-publication of dynamic datasets, J. Zhejiang Univ. "
            "Sci. A, 2008";
    } else {
        spec.title = "m-invariance: groups of different values that stay the same over time";
        spec.citation =
            "Xiao, Tao: m-invariance: towards privacy preserving re-publication of dynamic datasets, SIGMOD 2007";
    }
    spec.form = form;
    spec.blind = blind;
    spec.series = true;
    spec.monotone_only = false;
    spec.needs_sensitive = true;
    return spec;
}

Json SeriesRules::to_json() const {
    Json json{{"method", method()}, {"lambda", lambda}, {"tau", tau}, {"form", form_name()}, {"blind", blind}};
    if (level) json["level"] = *level;
    return json;
}

Result<SeriesRules> SeriesRules::from_json(const Json& json) {
    SeriesRules rules;
    rules.inclusion = json.at("method").get<std::string>() == "epsilon_inclusion";
    rules.lambda = json.at("lambda").get<std::uint32_t>();
    rules.tau = json.at("tau").get<std::uint32_t>();
    if (json.contains("level")) rules.level = json.at("level").get<std::uint32_t>();
    const auto form = json.at("form").get<std::string>();
    rules.form = form == "permuted"     ? recode::Form::permuted
                 : form == "anatomised" ? recode::Form::anatomised
                                        : recode::Form::grouped;
    rules.blind = json.at("blind").get<bool>();
    SCRIM_CHECK(check_m(std::uint64_t{rules.lambda} * rules.tau));
    return rules;
}

Result<SeriesRules> first_rules(const RepublishRequest& request) {
    SeriesRules rules;
    if (request.method.empty())
        return input_error("a new series needs a method: --method m_invariance or --method epsilon_inclusion");
    if (request.method != "m_invariance" && request.method != "epsilon_inclusion")
        return input_error(format("there is no method {}{}; there are m_invariance and epsilon_inclusion",
                                  quoted(std::string_view(request.method)),
                                  did_you_mean(request.method, {"m_invariance", "epsilon_inclusion"})));
    rules.inclusion = request.method == "epsilon_inclusion";
    if (!rules.inclusion && (request.lambda || request.tau || request.category_level))
        return input_error("--lambda, --tau and --category-level are of epsilon_inclusion; m_invariance takes -m");
    if (request.m && (request.lambda || request.tau))
        return input_error("say how many different values a group has with -m, or with --lambda and --tau, not both");
    if (request.m) {
        rules.lambda = *request.m;
    } else if (request.lambda) {
        rules.lambda = *request.lambda;
        rules.tau = request.tau.value_or(1);
        rules.level = request.category_level.value_or(1);
    } else {
        return input_error(rules.inclusion ? "say how different the values of a group must be: -m 10, or --lambda 5 "
                                             "categories of --tau 2 values each"
                                           : "say how many different sensitive values each group has: -m 10");
    }
    if (request.category_level && !request.lambda)
        return input_error("--category-level says what --lambda counts: give that too");
    SCRIM_CHECK(check_m(std::uint64_t{rules.lambda} * rules.tau));
    if (rules.inclusion) {
        if (!request.form.empty() && request.form != "permuted")
            return input_error(
                "epsilon_inclusion releases quasi-identifiers as they are and permutes values: it has no "
                "other form");
        rules.form = recode::Form::permuted;
    } else if (request.form.empty() || request.form == "generalised") {
        rules.form = recode::Form::grouped;
    } else if (request.form == "anatomised") {
        rules.form = recode::Form::anatomised;
    } else {
        return input_error(format("the form of m_invariance must be generalised or anatomised, not {}",
                                  quoted(std::string_view(request.form))));
    }
    // Where quasi-identifiers are exact, groups of near records would gain nothing: all groups of a signature show the
    // same values.
    rules.blind = request.blind || rules.form != recode::Form::grouped;
    return rules;
}

Result<SeriesRules> next_rules(const SeriesRules& rules, const RepublishRequest& request,
                               std::size_t smallest_signature) {
    SeriesRules next = rules;
    next.blind |= request.blind;
    if (!request.method.empty() && request.method != rules.method())
        return input_error(format("the series is one of {}; another method needs a series of its own", rules.text()));
    if (!request.form.empty() && request.form != rules.form_name())
        return input_error(
            format("the releases of this series are {}; another form needs a series of its own", rules.form_name()));
    const bool categories = request.lambda || request.tau || request.category_level;
    if ((categories && !rules.level) || request.lambda.value_or(rules.lambda) != rules.lambda ||
        request.tau.value_or(rules.tau) != rules.tau ||
        request.category_level.value_or(rules.level.value_or(0)) != rules.level.value_or(0))
        return input_error(
            format("the series is one of {}, which stays: leave --lambda, --tau and --category-level "
                   "out, or give them as they were",
                   rules.text()));
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
