// What publish and explore tell, as text and JSON.
#include "kernel/core/json.h"
#include "kernel/core/text.h"
#include "kernel/risk/exact_columns.h"
#include "scrim/publish.h"

#include <algorithm>
#include <cmath>

namespace scrim {
namespace {

std::string levels_text(const RequirementReport& requirement) {
    std::vector<std::string> words;
    for (const LevelReport& level : requirement.levels)
        words.push_back(format("{} = {}", level.parameter,
                               level.level.exact.empty() ? format("{:.4g}", level.level.value) : level.level.exact));
    return join(words, ", ");
}

std::string percent(std::uint64_t part, std::uint64_t whole) {
    return format("{:.1f} %",
                  100.0 * static_cast<double>(part) / static_cast<double>(std::max<std::uint64_t>(whole, 1)));
}

std::string risk_text(const Exact& risk) { return format("1 in {:.0f}", 1 / risk.value); }

std::string details_text(const TrialReport& trial) {
    std::vector<std::string> words;
    for (const auto& [name, value] : trial.details) words.push_back(format("{} {}", name, value));
    return join(words, ", ");
}

Json trial_json(const TrialReport& trial) {
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
    json["highest_risk"] = {{"value", trial.highest_risk.value}, {"exact", trial.highest_risk.exact}};
    json["seconds"] = trial.seconds;
    for (const auto& [name, value] : trial.details) json["details"][name] = value;
    return json;
}

}  // namespace

std::string to_text(const PublishReport& report) {
    const TrialReport& made = report.made;
    const bool people = made.people > 0;
    std::string out = format("{}: {}{} in {}\n\n", report.folder, counted(made.records, "record", "records"),
                             people ? " of " + counted(made.people, "person", "people") : "",
                             counted(made.classes, "class", "classes"));
    out += format("  algorithm      {}{}\n", made.algorithm, made.details.empty() ? "" : ": " + details_text(made));
    out += format("  suppressed     {} ({})\n", counted(made.suppressed, "record", "records"),
                  percent(made.suppressed, made.records + made.suppressed));
    out += format("  highest risk   {}, by the quasi-identifiers\n", risk_text(made.highest_risk));
    for (const std::string& words : risk::exact_words(report.exact, people ? "people" : "records"))
        out += format("  exact column   {}\n", words);
    out += format("  {:<14} {:.5g}\n\n", report.metric, made.loss);
    for (const RequirementReport& requirement : report.requirements)
        out += format("  holds          {}  (reached: {})\n", requirement.requirement, levels_text(requirement));
    if (!report.notes.empty() || !report.lost_columns.empty()) out += "\n";
    for (const auto& [column, why] : report.lost_columns)
        out += format("  lost           {} is '*' in every record: {}\n", printable(column, 40), why);
    for (const std::string& note : report.notes) out += format("  note           {}\n", note);
    out += format("\nConfirmed from its files. Anyone can do so again: scrim verify {}\n", report.folder);
    out += format("For you alone: {}\n", report.owner);
    return out;
}

std::string to_json(const PublishReport& report) {
    Json json{{"release", report.folder}, {"owner", report.owner}, {"metric", report.metric}};
    json["made"] = trial_json(report.made);
    json["lost_columns"] = Json::array();
    for (const auto& [column, why] : report.lost_columns)
        json["lost_columns"].push_back({{"column", column}, {"why", why}});
    json["requirements"] = Json::array();
    for (const RequirementReport& requirement : report.requirements) {
        Json entry{{"requirement", requirement.requirement}, {"holds", requirement.holds}};
        for (const LevelReport& level : requirement.levels) {
            Json reached{{"value", std::isfinite(level.level.value) ? Json(level.level.value) : Json(nullptr)}};
            if (!level.level.exact.empty()) reached["exact"] = level.level.exact;
            entry["reached"][level.parameter] = std::move(reached);
        }
        json["requirements"].push_back(std::move(entry));
    }
    for (const MetricReport& metric : report.metrics) json["metrics"][metric.name] = metric.value;
    for (const ExactColumn& column : report.exact.columns)
        json["singled_out"][column.name] = {{"alone", column.alone},
                                            {"with_quasi_identifiers", column.with_quasi_identifiers},
                                            {"accepted", column.accepted}};
    json["files"] = report.files;
    json["notes"] = report.notes;
    return json.dump(2) + "\n";
}

std::string to_text(const ExploreReport& report) {
    std::string notes;
    for (const std::string& note : report.notes) notes += format("NOTE: {}.\n", note);
    if (!report.impossible.empty()) return notes + "No algorithm can: " + report.impossible + "\n";
    std::string out = format("{:<26} {:>12} {:>10} {:>12} {:>10} {:>9}\n", "algorithm", report.metric, "classes",
                             "suppressed", "risk", "seconds");
    for (const TrialReport& trial : report.trials)
        if (trial.refused.empty())
            out += format("{:<26} {:>12.5g} {:>10} {:>12} {:>10} {:>9.3f}\n", trial.algorithm, trial.loss,
                          with_thousands(trial.classes), percent(trial.suppressed, report.records),
                          risk_text(trial.highest_risk), trial.seconds);
    bool first = true;
    for (const TrialReport& trial : report.trials) {
        if (trial.refused.empty()) continue;
        out += format("{}{:<26} {}\n", first ? "\nNot possible:\n" : "", trial.algorithm, trial.refused);
        first = false;
    }
    return notes.empty() ? out : out + "\n" + notes;
}

std::string to_json(const ExploreReport& report) {
    Json json{{"metric", report.metric}, {"records", report.records}};
    if (!report.impossible.empty()) json["impossible"] = report.impossible;
    json["notes"] = report.notes;
    json["trials"] = Json::array();
    for (const TrialReport& trial : report.trials) json["trials"].push_back(trial_json(trial));
    return json.dump(2) + "\n";
}

}  // namespace scrim
