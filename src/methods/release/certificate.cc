#include "methods/release/certificate.h"

#include "kernel/core/text.h"
#include "methods/release/certificate_parts.h"
#include "methods/release/hierarchy_name.h"
#include "methods/release/released_table.h"

#include <algorithm>

namespace scrim::release {
namespace {

std::string_view form_name(recode::Form form) {
    switch (form) {
        case recode::Form::generalized: return "generalized";
        case recode::Form::anatomized: return "anatomized";
        case recode::Form::permuted: return "permuted";
        case recode::Form::grouped: return "grouped";
        case recode::Form::perturbed: return "perturbed";
    }
    return "";
}

Json columns_json(const PublishRequest& request, const Prepared& prepared, const recode::Recoding& recoding) {
    const auto& tuples = prepared.problem.tuples->table;
    Json columns = Json::array();
    for (const std::string& name : prepared.material.released) {
        const ColumnPolicy& column = *request.policy.find(name);
        Json json{{"name", name}, {"role", role_name(column.role)}};
        if (const std::string file = hierarchy_name(prepared.material, name); !file.empty()) {
            json["hierarchy"] = file;
            json["outline"] = true;
        }
        if (recoding.generalized && tuples.name(*recoding.generalized) == name) json["generalized"] = true;
        if (!column.weight.empty()) json["weight"] = column.weight;
        if (column.type == ColumnType::category) json["type"] = column_type_name(column.type);
        // NULL is one more value of its domain.
        if (const auto known = prepared.material.hierarchies.find(name);
            known != prepared.material.hierarchies.end() && known->second->domain().has_null())
            json["nulls"] = true;
        columns.push_back(std::move(json));
    }
    return columns;
}

}  // namespace

std::vector<std::string> not_promised(const recode::Problem& problem, const recode::RecoderSpec& recoder) {
    std::vector<std::string> words;
    const recode::Demands& demands = problem.demands;
    // A classifier's target that is sensitive steers the search too.
    const auto& sensitive = demands.roles().sensitive;
    const bool steered = problem.target != 0 && std::any_of(sensitive.begin(), sensitive.end(), [&](const auto& s) {
                             return s.column == problem.tuples->table.name(problem.target);
                         });
    if ((demands.looks_at_sensitive() || steered) && !recoder.blind)
        words.push_back(
            "Minimality attack: the classes were chosen by looking at sensitive values. Whoever knows the algorithm, "
            "the "
            "requirements and everybody's quasi-identifiers may rule out some original tables and so believe more than "
            "the models allow (Wong, Fu, Wang, Pei: Minimality attack in privacy preserving data publishing, VLDB "
            "2007).");
    else
        words.push_back(
            "The minimality attack does not apply: which classes were chosen does not depend on who has which "
            "sensitive value.");
    if (!demands.looks_at_sensitive())
        words.push_back(
            "Attribute disclosure: a class whose records share a sensitive value gives it away; nothing was "
            "required of sensitive values.");
    bool presence = false;
    for (const auto& model : demands.models()) presence |= model->info().traits.needs_population;
    if (!presence) words.push_back("Presence: a reader may learn that a person is in the table.");
    words.push_back(
        recoder.series
            ? "Other releases: those of the same series are accounted for, also together. Nothing is promised "
              "when they are combined with other releases of the same people."
            : "Other releases: nothing is promised when this release is combined with another one of the "
              "same people.");
    if (recoder.series)
        words.push_back(
            "The promise is about sensitive values that stay what they are; whose value changes to one outside of "
            "their "
            "group's is treated as having left and come anew.");
    words.push_back(
        "An attacker who knows some people's sensitive values already learns more about the others in their "
        "classes.");
    if (!demands.counts_people())
        words.push_back(
            "Records are counted, not people: who has several records must be named by the policy's person "
            "column.");
    return words;
}

Json certificate(const PublishRequest& request, const Prepared& prepared, const Chosen& chosen,
                 const recode::Recoding& recoding, const Measured& measured, const std::vector<CertifiedFile>& files) {
    const recode::Problem& problem = prepared.problem;
    Json json{{"scrim_certificate", certificate_version}, {"form", form_name(chosen.recoder->form)}};
    json["algorithm"] = {{"name", chosen.recoder->name},
                         {"title", chosen.recoder->title},
                         {"citation", chosen.recoder->citation},
                         {"asked", to_string(chosen.text)}};
    for (const auto& [name, value] : recoding.details) json["algorithm"]["details"][name] = value;
    json["minimized"] = problem.metric->name;
    json["records"] = {{"original", measured.original_records},
                       {"released", measured.records},
                       {"suppressed", measured.original_records - measured.records}};
    json["classes"] = {{"count", measured.classes}, {"sizes", measured.class_sizes}};
    json["columns"] = columns_json(request, prepared, recoding);
    if (recode::has_groups(chosen.recoder->form)) {
        json["group_column"] = group_column(prepared.material.released);
        json["parted_column"] = problem.demands.roles().sensitive.front().column;
    }
    json["population"] = prepared.material.population.has_value();
    if (!request.target.empty()) json["target"] = request.target;
    json["counts_people"] = problem.demands.counts_people();
    if (problem.demands.counts_people())
        json["people"] = {{"original", measured.original_people}, {"released", measured.people}};
    if (measured.exact) json["singled_out"] = exact_json(*measured.exact);
    json["promises"] = Json::array();
    for (std::size_t r = 0; r < measured.requirements.size(); ++r)
        json["promises"].push_back(promise_json(
            *problem.demands.models()[r], measured.requirements[r], problem.demands.counts_people(),
            models::asks_whole_classes(*problem.demands.models()[r], problem.demands.roles().quasi_identifiers)));
    json["not_promised"] = not_promised(problem, *chosen.recoder);
    json["risks"] = risks_json(measured.risks);
    json["metrics"] = Json::object();
    for (const MetricReport& metric : measured.metrics) json["metrics"][metric.name] = metric.value;
    json["files"] = files_json(files);
    return json;
}

}  // namespace scrim::release
