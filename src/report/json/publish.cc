// What publish made, and what explore tried.
#include "scrim/publish.h"
#include "report/json/document.h"
#include "report/json/measured.h"
#include "report/json/number.h"

namespace scrim::report::json {
namespace {

Json trial(const TrialReport& trial) {
    Json json{{"algorithm", trial.algorithm}};
    if (!trial.refused.empty()) {
        json["refused"] = trial.refused;
        return json;
    }
    const bool classes = !trial.perturbed || trial.classes > 0;
    if (!trial.perturbed) json["loss"] = trial.loss;
    if (classes) json["classes"] = trial.classes;
    json["records"] = trial.records;
    json["suppressed"] = trial.suppressed;
    if (trial.people > 0) json["people"] = trial.people;
    if (classes) json["highest_risk"] = number(trial.highest_risk);
    json["seconds"] = trial.seconds;
    json["details"] = Json::object();
    for (const auto& [name, value] : trial.details) json["details"][name] = value;
    if (!trial.compared.empty()) json["compared"] = metrics(trial.compared);
    return json;
}

std::string_view quantity_name(KeptReport::What what) {
    switch (what) {
        case KeptReport::What::margin: return "margin";
        case KeptReport::What::mean: return "mean";
        case KeptReport::What::covariance: return "covariance";
        case KeptReport::What::values: return "values";
        case KeptReport::What::subset: return "subset";
        case KeptReport::What::apart: return "apart";
    }
    return "";
}

Json kept(const KeptReport& kept) {
    Json json{{"quantity", quantity_name(kept.what)}, {"columns", kept.columns}, {"words", kept.words()}};
    if (kept.what != KeptReport::What::mean && kept.what != KeptReport::What::covariance) return json;
    json["factor"] = kept.factor;
    json["tolerance"] = kept.tolerance;
    return json;
}

// A release whose values were changed instead of generalized.
Json perturbed(const PublishReport& report) {
    const PerturbationReport& told = *report.perturbation;
    Json json = document(Schema::publish_perturbed);
    json["release"] = report.folder;
    json["owner"] = report.owner;
    json["notice"] = told.notice;
    json["algorithm"] = report.made.algorithm;
    json["records"] = report.made.records;
    json["seconds"] = report.made.seconds;
    json["details"] = Json::object();
    for (const auto& [name, value] : report.made.details) json["details"][name] = value;
    json["changed"] = told.changed;
    json["unchanged"] = told.unchanged;
    json["alone_by_unchanged"] = told.alone;
    json["kept"] = Json::array();
    for (const KeptReport& one : told.kept) json["kept"].push_back(kept(one));
    json["design"] = Json::object();
    for (const auto& [name, value] : told.design) json["design"][name] = value;
    if (!told.privacy.empty()) json["privacy"] = told.privacy;
    json["promise"] = told.promise;
    json["not_promised"] = told.limits;
    json["requirements"] = requirements(report.requirements);
    json["exact_columns"] = exact_columns(report.exact);
    json["files"] = report.files;
    json["notes"] = report.notes;
    return json;
}

}  // namespace
}  // namespace scrim::report::json

namespace scrim {

std::string to_json(const PublishReport& report) {
    using namespace report::json;
    if (report.perturbation) return pretty(perturbed(report));
    Json json = document(Schema::publish);
    json["release"] = report.folder;
    json["owner"] = report.owner;
    if (!report.notice.empty()) json["notice"] = report.notice;
    json["metric"] = report.metric;
    json["made"] = trial(report.made);
    json["lost_columns"] = Json::array();
    for (const auto& [column, why] : report.lost_columns)
        json["lost_columns"].push_back({{"column", column}, {"why", why}});
    json["requirements"] = requirements(report.requirements);
    json["metrics"] = metrics(report.metrics);
    json["exact_columns"] = exact_columns(report.exact);
    json["files"] = report.files;
    json["notes"] = report.notes;
    return pretty(json);
}

std::string to_json(const ExploreReport& report) {
    using namespace report::json;
    Json json = document(Schema::explore);
    json["metric"] = report.metric;
    json["records"] = report.records;
    if (!report.impossible.empty()) json["impossible"] = report.impossible;
    json["notes"] = report.notes;
    json["trials"] = Json::array();
    for (const TrialReport& tried : report.trials) json["trials"].push_back(trial(tried));
    if (!report.recommended.empty())
        json["recommended"] = {{"algorithm", report.recommended}, {"because", report.because}};
    return pretty(json);
}

}  // namespace scrim
