#include "check/findings.h"

#include "check/risk.h"
#include "core/text.h"

#include <algorithm>

namespace scrim {
namespace {

std::optional<ClassReport> class_report(const Finding& finding, const Worst& worst) {
    if (worst.values.empty()) return std::nullopt;
    ClassReport report;
    for (std::size_t i = 0; i < worst.values.size(); ++i) report.values.emplace_back(finding.x[i], worst.values[i]);
    report.records = worst.records;
    return report;
}

LevelReport level_report(const Parameter& parameter, const Finding& finding, std::size_t i) {
    LevelReport report;
    const Worst& worst = finding.worst[i];
    report.parameter = parameter.name;
    report.level = exact(worst.level);
    if (parameter.rounded) report.level.exact.clear();
    report.whole = parameter.kind == Parameter::Kind::integer;
    report.at_least = parameter.bound == Parameter::Bound::at_least;
    report.strict = parameter.strict;
    report.attribute = finding.attribute;
    report.worst = class_report(finding, worst);
    return report;
}

ModelReport model_report(const Judgement& judgement) {
    const ModelInfo& info = judgement.model->info();
    ModelReport report{info.name, info.title, judgement.not_applicable, {}, {}, {}};
    if (!report.not_applicable.empty()) return report;
    for (const Parameter& parameter : info.parameters)
        if (parameter.bound == Parameter::Bound::given)
            if (auto value = judgement.model->arguments().sets(parameter.name); !value.empty())
                report.given.push_back({parameter.name, std::move(value)});
    const auto parameters = measured_parameters(info);
    for (std::size_t i = 0; i < parameters.size(); ++i)
        report.levels.push_back(level_report(*parameters[i], judgement.worst(i), i));

    std::vector<std::string> attributes;
    for (const Finding& finding : judgement.findings)
        if (std::find(attributes.begin(), attributes.end(), finding.attribute) == attributes.end())
            attributes.push_back(finding.attribute);
    if (attributes.size() < 2) return report;
    for (const std::string& attribute : attributes) {
        auto& levels = report.by_attribute.emplace_back(attribute, std::vector<LevelReport>{}).second;
        for (std::size_t i = 0; i < parameters.size(); ++i)
            levels.push_back(level_report(*parameters[i], judgement.worst(i, attribute), i));
    }
    return report;
}

}  // namespace

std::vector<ModelReport> model_reports(const std::vector<Judgement>& judgements) {
    std::vector<ModelReport> reports;
    for (const ModelSpec* spec : models()) {
        const auto found = std::find_if(judgements.begin(), judgements.end(), [&](const Judgement& judgement) {
            return judgement.model->info().name == spec->name;
        });
        if (found != judgements.end()) reports.push_back(model_report(*found));
    }
    return reports;
}

RequirementReport requirement_report(const Requirement& requirement, const Judgement& judgement) {
    RequirementReport report;
    report.requirement = to_string(requirement);
    report.holds = judgement.verdict() == Verdict::holds;
    for (const Finding& finding : judgement.findings) {
        report.failing_classes += finding.failing;
        report.failing_records += finding.failing_rows;
    }
    if (!judgement.not_applicable.empty())
        report.reason = judgement.not_applicable;
    else if (judgement.verdict() == Verdict::undecided)
        report.reason = "could not be decided within the precision limit, which never counts as holding";
    else if (!report.holds)
        report.reason =
            format("{} with {} {} not satisfy it", counted(report.failing_classes, "class", "classes"),
                   counted(report.failing_records, "record", "records"), report.failing_classes == 1 ? "does" : "do");
    return report;
}

}  // namespace scrim
