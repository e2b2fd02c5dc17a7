#include "methods/check/findings.h"

#include "kernel/core/text.h"
#include "kernel/risk/risk.h"

#include <algorithm>

namespace scrim::checking {
namespace {

std::optional<ClassReport> class_report(const models::Finding& finding, const models::Worst& worst) {
    if (worst.values.empty()) return std::nullopt;
    ClassReport report;
    for (std::size_t i = 0; i < worst.values.size(); ++i) report.values.emplace_back(finding.x[i], worst.values[i]);
    report.records = worst.records;
    return report;
}

LevelReport level_report(const Parameter& parameter, const models::Finding& finding, std::size_t i) {
    LevelReport report;
    const models::Worst& worst = finding.worst[i];
    report.parameter = parameter.name;
    report.level = risk::exact(worst.level);
    if (parameter.rounded && !worst.level.infinite()) report.level.exact.clear();
    report.any = worst.level.infinite() && parameter.bound == Parameter::Bound::at_least;
    report.whole = parameter.kind == Parameter::Kind::integer;
    report.strict = parameter.strict;
    report.attribute = finding.attribute;
    report.worst = class_report(finding, worst);
    return report;
}

std::vector<LevelReport> levels_of(const models::Judgment& judgment) {
    std::vector<LevelReport> levels;
    if (judgment.findings.empty()) return levels;
    const auto parameters = models::measured_parameters(judgment.model->info());
    for (std::size_t i = 0; i < parameters.size(); ++i)
        levels.push_back(level_report(*parameters[i], judgment.worst(i), i));
    return levels;
}

// A choice of words that the user left at its default.
bool is_silent(const models::Judgment& judgment, const Parameter& parameter) {
    return !parameter.choices.empty() && !judgment.model->arguments().given(parameter.name);
}

// The parameters chosen, by the user or by default.
std::vector<Requirement::Argument> given_of(const models::Judgment& judgment) {
    std::vector<Requirement::Argument> given;
    for (const Parameter& parameter : judgment.model->info().parameters)
        if (parameter.bound == Parameter::Bound::given && !is_silent(judgment, parameter))
            if (auto value = judgment.model->arguments().sets(parameter.name); !value.empty())
                given.push_back({parameter.name, std::move(value)});
    return given;
}

}  // namespace

ModelReport model_report(const models::Judgment& judgment) {
    const ModelInfo& info = judgment.model->info();
    ModelReport report{info.name, info.title, judgment.not_applicable, {}, {}, {}, judgment.skipped};
    if (!report.not_applicable.empty()) return report;
    report.given = given_of(judgment);
    report.levels = levels_of(judgment);
    const auto parameters = models::measured_parameters(info);
    std::vector<std::string> attributes;
    for (const models::Finding& finding : judgment.findings)
        if (std::find(attributes.begin(), attributes.end(), finding.attribute) == attributes.end())
            attributes.push_back(finding.attribute);
    if (attributes.size() < 2) return report;
    for (const std::string& attribute : attributes) {
        auto& levels = report.by_attribute.emplace_back(attribute, std::vector<LevelReport>{}).second;
        for (std::size_t i = 0; i < parameters.size(); ++i)
            levels.push_back(level_report(*parameters[i], judgment.worst(i, attribute), i));
    }
    return report;
}

RequirementReport requirement_report(const Requirement& requirement, const models::Judgment& judgment, bool people) {
    RequirementReport report;
    report.requirement = to_string(requirement);
    report.holds = judgment.verdict() == models::Verdict::holds;
    report.undecided = judgment.verdict() == models::Verdict::undecided;
    report.levels = levels_of(judgment);
    report.given = given_of(judgment);
    for (const models::Finding& finding : judgment.findings) {
        report.failing_classes += finding.failing;
        report.failing_records = std::max(report.failing_records, finding.failing_rows);
    }
    const std::string classes = counted(report.failing_classes, "class", "classes");
    const std::string records =
        counted(report.failing_records, people ? "person" : "record", people ? "people" : "records");
    if (!judgment.not_applicable.empty())
        report.reason = judgment.not_applicable;
    else if (judgment.verdict() == models::Verdict::fails && report.failing_classes == 0)
        report.reason =
            "every class satisfies it by itself, but not all together: an attacker combines knowledge about people of "
            "several classes";
    else if (judgment.verdict() == models::Verdict::fails && judgment.findings.size() > 1)
        report.reason =
            format("{} in {} groupings do not satisfy it, up to {} in one", classes, judgment.findings.size(), records);
    else if (judgment.verdict() == models::Verdict::fails)
        report.reason =
            format("{} with {} {} not satisfy it", classes, records, report.failing_classes == 1 ? "does" : "do");
    else if (!judgment.skipped.empty())
        report.reason = format("it could not be asked of {}, as it {}", quoted(judgment.skipped.front().first),
                               judgment.skipped.front().second);
    else if (!report.holds)
        report.reason = "could not be decided within the precision limit, which never counts as holding";
    return report;
}

}  // namespace scrim::checking
