// The report of a check.
#include "scrim/check.h"
#include "report/json/document.h"
#include "report/json/measured.h"
#include "report/json/number.h"

namespace scrim::report::json {
namespace {

Json models(const CheckReport& report) {
    Json json = Json::object();
    for (const ModelReport& model : report.models) {
        if (!model.not_applicable.empty()) continue;
        Json& entry = json[model.name];
        add_levels(entry, model.levels, model.given);
        for (const auto& [attribute, reached] : model.by_attribute)
            entry["by_attribute"][attribute] = {{"reached", levels(reached)}};
        for (const auto& [attribute, reason] : model.skipped) entry["not_judged"][attribute] = reason;
    }
    return json;
}

// `members` are records, or people where those are counted.
Json risks(const RiskReport& risks, std::uint64_t all, const std::string& members) {
    const auto attacker = [&](const Exact& highest, const Exact& average, std::uint64_t at_risk) {
        return Json{{"highest", number(highest)},
                    {"average", number(average)},
                    {members + "_at_risk", at_risk},
                    {"share_at_risk", share(at_risk, all)}};
    };
    Json json{{"threshold", number(risks.threshold)}};
    json["prosecutor"] = attacker(risks.prosecutor_highest, risks.prosecutor_average, risks.prosecutor_at_risk);
    json["journalist"] = attacker(risks.journalist_highest, risks.journalist_average, risks.journalist_at_risk);
    json["journalist"]["population"] = risks.journalist_has_population ? "given" : "the table itself";
    json["marketer"] = number(risks.marketer);
    json["sample_uniques"] = {{members, risks.sample_uniques}, {"share", share(risks.sample_uniques, all)}};
    if (risks.population_uniques) json["population_uniques"] = {{members, *risks.population_uniques}};
    return json;
}

Json sample_risk(const SampleRisk& risk, std::uint64_t all, const std::string& members) {
    return {{"highest", risk.highest},
            {"average", risk.average},
            {"expected", risk.expected},
            {members + "_at_risk", risk.at_risk},
            {"share_at_risk", share(risk.at_risk, all)}};
}

Json population_uniques(const PopulationUniques& uniques, const std::string& members) {
    Json json{{"fraction", uniques.fraction},
              {"alone_in_sample", {{members, uniques.sample_uniques}}},
              {"recommended", uniques.recommended}};
    json["estimates"] = Json::object();
    for (const UniquesEstimate& estimate : uniques.estimates) {
        Json& entry = json["estimates"][estimate.name];
        if (estimate.uniques)
            entry["people"] = *estimate.uniques;
        else
            entry["none"] = estimate.reason;
        for (const auto& [name, value] : estimate.parameters) entry["fitted"][name] = value;
    }
    return json;
}

Json sample(const SampleReport& sample, const std::string& members) {
    Json json = Json::object();
    if (!sample.weight.empty()) json["weight"] = sample.weight;
    json[members] = sample.members;
    json["population"] = sample.population;
    json["individual"] = sample_risk(sample.individual, sample.members, members);
    json["individual"]["approximate_average"] = sample.approximate_average;
    if (sample.household) {
        json["household"] = sample_risk(sample.household->risk, sample.members, members);
        json["household"]["column"] = sample.household->column;
        json["household"]["households"] = sample.household->households;
    }
    if (sample.uniques) json["population_uniques"] = population_uniques(*sample.uniques, members);
    if (!sample.no_uniques.empty()) json["no_population_uniques"] = sample.no_uniques;
    json["riskiest"] = Json::array();
    for (const RiskyClass& risky : sample.riskiest) {
        Json& entry = json["riskiest"].emplace_back();
        for (const auto& [column, value] : risky.values) entry["values"][column] = value ? Json(*value) : Json();
        entry[members] = risky.sample;
        entry["population"] = risky.population;
        entry["risk"] = risky.risk;
    }
    return json;
}

Json suda(const SudaReport& suda, const std::string& members) {
    Json json{{"largest", suda.largest}, {members, suda.special}, {"highest", suda.highest}};
    json["sizes"] = Json::array();
    for (std::size_t i = 0; i < suda.sizes.size(); ++i)
        json["sizes"].push_back({{"columns", i + 1}, {"sets", suda.sizes[i]}});
    json["columns"] = Json::object();
    for (const auto& [column, share_of_scores] : suda.columns) json["columns"][column] = share_of_scores;
    if (suda.dis) json["dis"] = {{"match", suda.dis->match}, {"highest", suda.dis->highest}};
    if (!suda.worst.empty()) json["worst"] = Json::object();
    for (const auto& [column, value] : suda.worst) json["worst"][column] = value ? Json(*value) : Json();
    return json;
}

Json check(const CheckReport& report) {
    Json json = document(Schema::check);
    json["table"] = report.table;
    json["holds"] = report.holds();
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
    json["models"] = models(report);
    json["not_applicable"] = Json::object();
    for (const ModelReport& model : report.models)
        if (!model.not_applicable.empty()) json["not_applicable"][model.name] = model.not_applicable;
    json["requirements"] = requirements(report.requirements);
    json["exact_columns"] = exact_columns(report.exact);
    json["risks"] = risks(report.risks, report.people, report.person.empty() ? "records" : "people");
    if (report.sample) json["sample"] = sample(*report.sample, report.person.empty() ? "records" : "people");
    if (report.suda) json["suda"] = suda(*report.suda, report.person.empty() ? "records" : "people");
    if (!report.population_warning.empty()) json["risks"]["population_warning"] = report.population_warning;
    if (!report.metrics_warning.empty()) json["metrics_warning"] = report.metrics_warning;
    if (!report.comparison_warning.empty()) json["comparison_warning"] = report.comparison_warning;
    json["metrics"] = metrics(report.metrics);
    return json;
}

}  // namespace
}  // namespace scrim::report::json

namespace scrim {

std::string to_json(const CheckReport& report) { return report::json::pretty(report::json::check(report)); }

}  // namespace scrim
