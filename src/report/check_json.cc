// The report of a check as one JSON object.
#include "kernel/core/json.h"
#include "scrim/check.h"

#include <algorithm>
#include <cmath>

namespace scrim {
namespace {

// JSON has no infinity: null, and the exact form says "infinity".
Json number(const Exact& exact, bool whole = false) {
    if (!std::isfinite(exact.value)) return nullptr;
    if (whole) return static_cast<std::uint64_t>(exact.value);
    return exact.value;
}

Json with_exact(const char* key, const Exact& exact) {
    Json json;
    json[key] = number(exact);
    if (!exact.exact.empty()) json["exact"] = exact.exact;
    return json;
}

Json class_json(const ClassReport& report) {
    Json json;
    json["records"] = report.records;
    json["values"] = Json::object();
    for (const auto& [column, value] : report.values) json["values"][column] = value ? Json(*value) : Json(nullptr);
    return json;
}

void add_levels(Json& json, const std::vector<LevelReport>& levels) {
    Json exacts = Json::object();
    Json worst = Json::object();
    for (const LevelReport& level : levels) {
        json[level.parameter] = number(level.level, level.whole);
        if (!level.level.exact.empty() && (!level.whole || !std::isfinite(level.level.value)))
            exacts[level.parameter] = level.level.exact;
        if (level.strict) json["strict"] = true;
        if (level.worst) worst[level.parameter] = class_json(*level.worst);
    }
    // One fraction is said as it is, several by their names.
    if (exacts.size() == 1)
        json["exact"] = exacts.begin().value();
    else if (exacts.size() > 1)
        json["exact"] = exacts;
    if (!levels.empty() && !levels.front().attribute.empty()) json["sensitive"] = levels.front().attribute;
    if (worst.size() == 1)
        json["worst_class"] = worst.begin().value();
    else if (worst.size() > 1)
        json["worst_class"] = worst;
}

// A word, a list of words, or a list of lists; a word that is a number as a number.
Json argument_json(const std::vector<std::vector<std::string>>& value) {
    if (value.size() > 1) return value;
    if (value.front().size() > 1) return value.front();
    const Json number = Json::parse(value.front().front(), nullptr, false);
    return number.is_number() ? number : Json(value.front().front());
}

void add_given(Json& json, const std::vector<Requirement::Argument>& given) {
    for (const auto& [name, value] : given) json[name] = argument_json(value);
}

Json models_json(const CheckReport& report) {
    Json json = Json::object();
    for (const ModelReport& model : report.models) {
        if (!model.not_applicable.empty()) continue;
        Json& entry = json[model.name];
        add_levels(entry, model.levels);
        add_given(entry, model.given);
        for (const auto& [attribute, levels] : model.by_attribute) add_levels(entry["by_attribute"][attribute], levels);
        for (const auto& [attribute, reason] : model.skipped) entry["not_judged"][attribute] = reason;
    }
    return json;
}

// `members` are records, or people where those are counted.
Json risks_json(const RiskReport& risks, std::uint64_t all, const std::string& members) {
    const auto attacker = [&](const Exact& highest, const Exact& average, std::uint64_t at_risk) {
        Json json;
        json["highest"] = with_exact("value", highest);
        json["average"] = with_exact("value", average);
        json[members + "_at_risk"] = at_risk;
        json["share_at_risk"] = static_cast<double>(at_risk) / static_cast<double>(all);
        return json;
    };
    Json json;
    json["threshold"] = number(risks.threshold);
    json["prosecutor"] = attacker(risks.prosecutor_highest, risks.prosecutor_average, risks.prosecutor_at_risk);
    json["journalist"] = attacker(risks.journalist_highest, risks.journalist_average, risks.journalist_at_risk);
    json["journalist"]["population"] = risks.journalist_has_population ? "given" : "the table itself";
    json["marketer"] = with_exact("value", risks.marketer);
    json["sample_uniques"][members] = risks.sample_uniques;
    json["sample_uniques"]["share"] = static_cast<double>(risks.sample_uniques) / static_cast<double>(all);
    if (risks.population_uniques) json["population_uniques"][members] = *risks.population_uniques;
    return json;
}

Json exact_json(const ExactReport& report) {
    const auto share = [&](std::uint64_t people) {
        return static_cast<double>(people) / static_cast<double>(std::max<std::uint64_t>(report.people, 1));
    };
    const auto found = [&](std::uint64_t people) { return Json{{"singled_out", people}, {"share", share(people)}}; };
    Json json{{"columns", Json::object()}};
    for (const ExactColumn& column : report.columns)
        json["columns"][column.name] = {{"role", role_name(column.role)},
                                        {"alone", found(column.alone)},
                                        {"with_quasi_identifiers", found(column.with_quasi_identifiers)}};
    json["insensitive_together"] = found(report.together);
    return json;
}

}  // namespace

std::string to_json(const CheckReport& report) {
    Json json;
    json["table"] = report.table;
    json["rows"] = report.rows;
    json["classes"] = report.classes;
    json["quasi_identifiers"] = report.quasi_identifiers;
    json["sensitive"] = report.sensitive;
    json["lost_columns"] = report.lost_columns;
    json["identifiers_present"] = report.identifiers_present;
    json["notes"] = report.notes;
    if (!report.person.empty()) json["person"] = report.person;
    if (!report.person.empty()) json["people"] = report.people;
    if (!report.person_warning.empty()) json["person_warning"] = report.person_warning;
    json["class_sizes"] = Json::array();
    for (const auto& [size, classes] : report.class_sizes)
        json["class_sizes"].push_back({{"size", size}, {"classes", classes}});
    json["models"] = models_json(report);
    json["not_applicable"] = Json::object();
    for (const ModelReport& model : report.models)
        if (!model.not_applicable.empty()) json["not_applicable"][model.name] = model.not_applicable;
    json["requirements"] = Json::array();
    for (const RequirementReport& requirement : report.requirements) {
        Json entry{{"requirement", requirement.requirement}, {"holds", requirement.holds}};
        add_levels(entry["reached"], requirement.levels);
        add_given(entry["reached"], requirement.given);
        if (requirement.undecided) entry["undecided"] = true;
        if (!requirement.holds) {
            entry["reason"] = requirement.reason;
            entry["failing_classes"] = requirement.failing_classes;
            entry["failing_records"] = requirement.failing_records;
        }
        json["requirements"].push_back(std::move(entry));
    }
    json["exact_columns"] = exact_json(report.exact);
    json["risks"] = risks_json(report.risks, report.people, report.person.empty() ? "records" : "people");
    if (!report.population_warning.empty()) json["risks"]["population_warning"] = report.population_warning;
    if (!report.metrics_warning.empty()) json["metrics_warning"] = report.metrics_warning;
    json["metrics"] = Json::object();
    for (const MetricReport& metric : report.metrics)
        json["metrics"][metric.name] = {{"value", metric.value},
                                        {"lower_is_better", metric.lower_is_better},
                                        {"normalisation", metric.normalisation}};
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace scrim
