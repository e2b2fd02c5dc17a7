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
    json["loss"] = trial.loss;
    json["classes"] = trial.classes;
    json["records"] = trial.records;
    json["suppressed"] = trial.suppressed;
    if (trial.people > 0) json["people"] = trial.people;
    json["highest_risk"] = number(trial.highest_risk);
    json["seconds"] = trial.seconds;
    json["details"] = Json::object();
    for (const auto& [name, value] : trial.details) json["details"][name] = value;
    if (!trial.compared.empty()) json["compared"] = metrics(trial.compared);
    return json;
}

}  // namespace
}  // namespace scrim::report::json

namespace scrim {

std::string to_json(const PublishReport& report) {
    using namespace report::json;
    Json json = document(Schema::publish);
    json["release"] = report.folder;
    json["owner"] = report.owner;
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
    return pretty(json);
}

}  // namespace scrim
