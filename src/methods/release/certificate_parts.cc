#include "methods/release/certificate_parts.h"

#include <cmath>

namespace scrim::release {
namespace {

// A number with its exact form; JSON has no infinity, so that is null.
Json number_json(const Exact& number, bool whole = false) {
    Json json{{"value", nullptr}, {"exact", number.exact}};
    if (std::isfinite(number.value))
        json["value"] = whole ? Json(static_cast<std::uint64_t>(number.value)) : Json(number.value);
    if (number.exact.empty()) json.erase("exact");
    return json;
}

}  // namespace

Json promise_json(const models::Model& model, const RequirementReport& report, bool people, bool by_class) {
    const ModelInfo& info = model.info();
    Json json{{"requirement", report.requirement},
              {"model", info.name},
              {"title", info.title},
              {"promise", info.promise},
              {"limits", info.limits}};
    json["reached"] = Json::object();
    for (const LevelReport& level : report.levels)
        json["reached"][level.parameter] = number_json(level.level, level.whole);
    if (!report.levels.empty() && !report.levels.front().attribute.empty())
        json["attribute"] = report.levels.front().attribute;
    // What a reader needs besides the release to recompute it.
    json["needs"] = Json::array();
    if ((people && !by_class) || info.traits.needs_guards || model.against_original())
        json["needs"].push_back("original");
    if (info.traits.needs_population) json["needs"].push_back("population");
    return json;
}

Json risks_json(const RiskReport& risks) {
    return {{"prosecutor",
             {{"highest", number_json(risks.prosecutor_highest)}, {"average", number_json(risks.prosecutor_average)}}},
            {"marketer", number_json(risks.marketer)}};
}

Json exact_json(const ExactReport& report) {
    Json json{{"columns", Json::array()}, {"insensitive_together", report.together}};
    for (const ExactColumn& column : report.columns) {
        Json entry{
            {"name", column.name}, {"alone", column.alone}, {"with_quasi_identifiers", column.with_quasi_identifiers}};
        if (column.accepted) entry["accepted"] = true;
        json["columns"].push_back(std::move(entry));
    }
    return json;
}

Json files_json(const std::vector<CertifiedFile>& files) {
    Json json = Json::array();
    for (const CertifiedFile& file : files)
        json.push_back({{"name", file.name}, {"bytes", file.bytes}, {"sha256", file.sha256}});
    return json;
}

}  // namespace scrim::release
