#include "adapters/postgres/stewards/findings.h"

#include "kernel/core/text.h"

namespace scrim::postgres {
namespace {

class Findings {
public:
    explicit Findings(const CheckReport& report) : report_(report) {}

    std::vector<Finding> take() {
        table();
        for (const RequirementReport& requirement : report_.requirements) add_requirement(requirement);
        for (const ModelReport& model : report_.models) add_model(model);
        risks();
        if (report_.sample) sample(*report_.sample);
        exact();
        for (const MetricReport& metric : report_.metrics)
            add({"metric", metric.name, {}, {}, metric.value, {}, {}, metric.title});
        notes();
        return std::move(found_);
    }

private:
    void add(Finding finding) { found_.push_back(std::move(finding)); }
    void count(const char* kind, const char* name, std::uint64_t value, std::string detail = {}) {
        add({kind, name, {}, {}, static_cast<double>(value), {}, {}, std::move(detail)});
    }

    void table() {
        count("table", "rows", report_.rows);
        if (!report_.person.empty())
            count("table", "people", report_.people, "counted by column " + quoted(report_.person));
        count("table", "classes", report_.classes);
        for (const std::string& name : report_.identifiers_present)
            add({"table", "identifier", name, {}, {}, {}, {}, "is still in the table; all figures assume it gone"});
        for (const std::string& name : report_.lost_columns)
            add({"table", "lost", name, {}, {}, {}, {}, "shows nothing in any record"});
    }

    static std::string worst(const LevelReport& level) {
        if (!level.worst) return {};
        std::vector<std::string> values;
        for (const auto& [column, value] : level.worst->values)
            values.push_back(column + " = " + value.value_or("NULL"));
        return format("worst: {} ({})", join(values, ", "), counted(level.worst->records, "record", "records"));
    }

    void add_levels(const char* kind, const std::string& name, const std::vector<LevelReport>& levels,
                    const std::string& attribute, std::optional<bool> holds) {
        for (const LevelReport& level : levels) {
            std::string detail = worst(level);
            if (level.any) detail = "every value holds";
            if (level.strict)
                detail += (detail.empty() ? "" : "; ") + std::string("for anything better than the level");
            add({kind, name, level.parameter, attribute.empty() ? level.attribute : attribute, level.level.value,
                 level.level.exact, holds, std::move(detail)});
        }
    }

    void add_model(const ModelReport& model) {
        if (!model.not_applicable.empty()) {
            add({"model", model.name, {}, {}, {}, {}, {}, "not measured: " + model.not_applicable});
            return;
        }
        add_levels("model", model.name, model.levels, "", {});
        if (model.by_attribute.size() > 1)
            for (const auto& [attribute, levels] : model.by_attribute)
                add_levels("model by attribute", model.name, levels, attribute, {});
        for (const auto& [attribute, why] : model.skipped)
            add({"model", model.name, {}, attribute, {}, {}, {}, "not judged: " + why});
    }

    void add_requirement(const RequirementReport& requirement) {
        Finding finding{"requirement", requirement.requirement};
        if (!requirement.undecided) finding.holds = requirement.holds;
        finding.detail = requirement.reason;
        if (requirement.levels.size() == 1) {
            finding.parameter = requirement.levels[0].parameter;
            finding.attribute = requirement.levels[0].attribute;
            finding.value = requirement.levels[0].level.value;
            finding.exact = requirement.levels[0].level.exact;
        }
        add(std::move(finding));
    }

    void risk(const char* attacker, const Exact& highest, const Exact& average, std::uint64_t at_risk) {
        add({"risk", attacker, "highest", {}, highest.value, highest.exact, {}, {}});
        add({"risk", attacker, "average", {}, average.value, average.exact, {}, {}});
        add({"risk",
             attacker,
             "at_risk",
             {},
             static_cast<double>(at_risk),
             {},
             {},
             "above " + report_.risks.threshold.exact});
    }

    void risks() {
        const RiskReport& risks = report_.risks;
        risk("prosecutor", risks.prosecutor_highest, risks.prosecutor_average, risks.prosecutor_at_risk);
        risk("journalist", risks.journalist_highest, risks.journalist_average, risks.journalist_at_risk);
        add({"risk", "marketer", {}, {}, risks.marketer.value, risks.marketer.exact, {}, {}});
        count("risk", "sample_uniques", risks.sample_uniques);
    }

    void sample(const SampleReport& sample) {
        add({"sample", "individual", "highest", {}, sample.individual.highest, {}, {}, {}});
        add({"sample", "individual", "average", {}, sample.individual.average, {}, {}, {}});
        add({"sample", "individual", "at_risk", {}, static_cast<double>(sample.individual.at_risk), {}, {}, {}});
        if (sample.household) {
            add({"sample", "household", "highest", {}, sample.household->risk.highest, {}, {}, {}});
            add({"sample", "household", "average", {}, sample.household->risk.average, {}, {}, {}});
        }
    }

    void exact() {
        for (const ExactColumn& column : report_.exact.columns)
            add({"exact",
                 column.name,
                 "singled_out",
                 {},
                 static_cast<double>(column.with_quasi_identifiers),
                 {},
                 {},
                 column.accepted ? "accepted by the policy" : "by it and the quasi-identifiers"});
    }

    void notes() {
        for (const std::string& note : report_.notes) add({"note", "column", {}, {}, {}, {}, {}, note});
        for (const std::string& warning : {report_.person_warning, report_.metrics_warning})
            if (!warning.empty()) add({"note", "warning", {}, {}, {}, {}, {}, warning});
    }

    const CheckReport& report_;
    std::vector<Finding> found_;
};

}  // namespace

std::vector<Finding> findings_of(const CheckReport& report) { return Findings(report).take(); }

}  // namespace scrim::postgres
