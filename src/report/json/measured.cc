#include "report/json/measured.h"

#include "report/json/cell.h"
#include "report/json/number.h"

namespace scrim::report::json {
namespace {

Json argument(const std::vector<std::vector<std::string>>& value) {
    if (value.size() > 1) return value;
    if (value.front().size() > 1) return value.front();
    const Json number = Json::parse(value.front().front(), nullptr, false);
    return number.is_number() ? number : Json(value.front().front());
}

}  // namespace

Json levels(const std::vector<LevelReport>& levels) {
    Json json = Json::object();
    for (const LevelReport& level : levels) {
        Json& entry = json[level.parameter] = number(level.level, level.whole);
        if (level.strict) entry["strict"] = true;
        if (level.worst)
            entry["worst_class"] = {{"records", level.worst->records}, {"values", cells(level.worst->values)}};
    }
    return json;
}

Json arguments(const std::vector<Requirement::Argument>& given) {
    Json json = Json::object();
    for (const auto& [name, value] : given) json[name] = argument(value);
    return json;
}

void add_levels(Json& json, const std::vector<LevelReport>& reached, const std::vector<Requirement::Argument>& given) {
    json["reached"] = levels(reached);
    if (!given.empty()) json["given"] = arguments(given);
    if (!reached.empty() && !reached.front().attribute.empty()) json["sensitive"] = reached.front().attribute;
}

Json requirements(const std::vector<RequirementReport>& requirements) {
    Json json = Json::array();
    for (const RequirementReport& requirement : requirements) {
        Json entry{{"requirement", requirement.requirement}, {"holds", requirement.holds}};
        add_levels(entry, requirement.levels, requirement.given);
        if (requirement.undecided) entry["undecided"] = true;
        if (!requirement.holds) {
            entry["reason"] = requirement.reason;
            entry["failing_classes"] = requirement.failing_classes;
            entry["failing_records"] = requirement.failing_records;
        }
        json.push_back(std::move(entry));
    }
    return json;
}

Json metrics(const std::vector<MetricReport>& metrics) {
    Json json = Json::object();
    const auto figures = [](const std::vector<std::pair<std::string, double>>& named) {
        Json object = Json::object();
        for (const auto& [name, value] : named) object[name] = value;
        return object;
    };
    for (const MetricReport& metric : metrics) {
        Json& entry = json[metric.name] = {{"value", metric.value},
                                           {"lower_is_better", metric.lower_is_better},
                                           {"normalization", metric.normalization}};
        if (!metric.details.empty()) entry["details"] = figures(metric.details);
        if (!metric.references.empty()) entry["references"] = figures(metric.references);
    }
    return json;
}

Json exact_columns(const ExactReport& report) {
    const auto found = [&](std::uint64_t people) {
        return Json{{"singled_out", people}, {"share", share(people, report.people)}};
    };
    Json json{{"columns", Json::object()}};
    for (const ExactColumn& column : report.columns)
        json["columns"][column.name] = {{"role", role_name(column.role)},
                                        {"accepted", column.accepted},
                                        {"alone", found(column.alone)},
                                        {"with_quasi_identifiers", found(column.with_quasi_identifiers)}};
    json["insensitive_together"] = found(report.together);
    return json;
}

}  // namespace scrim::report::json
