// What publish and explore tell.
#include "kernel/core/field.h"
#include "kernel/core/text.h"
#include "kernel/risk/exact_columns.h"
#include "report/in_lines.h"
#include "report/perturbed_text.h"
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

const MetricReport* find_compared(const TrialReport& trial, const std::string& name) {
    for (const MetricReport& metric : trial.compared)
        if (metric.name == name) return &metric;
    return nullptr;
}

// What users of each release would find: a column per metric, and what to compare the values with.
std::string compared_table(const std::vector<TrialReport>& trials) {
    std::vector<const MetricReport*> metrics;  // one of each
    for (const TrialReport& trial : trials)
        for (const MetricReport& metric : trial.compared)
            if (std::none_of(metrics.begin(), metrics.end(), [&](const auto* m) { return m->name == metric.name; }))
                metrics.push_back(&metric);
    if (metrics.empty()) return {};
    std::string out = format("\n{:<26}", "beside the original");
    for (const MetricReport* metric : metrics) out += format(" {:>12}", metric->name);
    out += "\n";
    for (const TrialReport& trial : trials) {
        if (trial.compared.empty()) continue;
        out += format("{:<26}", trial.algorithm);
        for (const MetricReport* metric : metrics) {
            const MetricReport* found = find_compared(trial, metric->name);
            out += format(" {:>{}}", found ? format("{:.4g}", found->value) : "-",
                          std::max<std::size_t>(metric->name.size(), 12));
        }
        out += "\n";
    }
    for (const MetricReport* metric : metrics) {
        std::vector<std::string> words;
        for (const auto& [name, value] : metric->references) {
            std::string spaced = name;
            std::replace(spaced.begin(), spaced.end(), '_', ' ');
            words.push_back(spaced +
                            (value == std::floor(value) ? format(" {:.0f}", value) : format(" {:.4g}", value)));
        }
        out += format("  {}: {} is better{}\n", metric->name, metric->lower_is_better ? "lower" : "higher",
                      words.empty() ? "" : " (" + join(words, ", ") + ")");
    }
    return out;
}

// A method that changes values has no loss, and classes only where models ask for them.
std::string trial_line(const TrialReport& trial, std::uint64_t records) {
    const bool classes = !trial.perturbed || trial.classes > 0;
    return format("{:<26} {:>12} {:>10} {:>12} {:>10} {:>9.3f}\n", trial.algorithm,
                  trial.perturbed ? "-" : format("{:.5g}", trial.loss), classes ? with_thousands(trial.classes) : "-",
                  percent(trial.suppressed, records), classes ? risk_text(trial.highest_risk) : "-", trial.seconds);
}

}  // namespace

std::string to_text(const PublishReport& report) {
    if (report.perturbation) return report::perturbed_text(report);
    const TrialReport& made = report.made;
    const bool people = made.people > 0;
    std::string out = format("{}: {}{} in {}\n\n", report.folder, counted(made.records, "record", "records"),
                             people ? " of " + counted(made.people, "person", "people") : "",
                             counted(made.classes, "class", "classes"));
    if (!report.notice.empty()) out += report::in_lines(report.notice, 0) + "\n\n";
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

std::string to_text(const ExploreReport& report) {
    std::string notes;
    for (const std::string& note : report.notes) notes += format("NOTE: {}.\n", note);
    if (!report.impossible.empty()) return notes + "No algorithm can: " + report.impossible + "\n";
    std::string out = format("{:<26} {:>12} {:>10} {:>12} {:>10} {:>9}\n", "algorithm", report.metric, "classes",
                             "suppressed", "risk", "seconds");
    for (const TrialReport& trial : report.trials)
        if (trial.refused.empty()) out += trial_line(trial, report.records);
    out += compared_table(report.trials);
    if (!report.recommended.empty())
        out += format("\nRecommended: {}: {}\n  ({})\n", report.recommended, report.because,
                      field("algorithm", report.recommended));
    bool first = true;
    for (const TrialReport& trial : report.trials) {
        if (trial.refused.empty()) continue;
        out += format("{}{:<26} {}\n", first ? "\nNot possible:\n" : "", trial.algorithm, trial.refused);
        first = false;
    }
    return notes.empty() ? out : out + "\n" + notes;
}

}  // namespace scrim
