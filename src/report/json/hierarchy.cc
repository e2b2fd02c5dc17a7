// What is known of a hierarchy, and of the data that it is for.
#include "scrim/hierarchy.h"
#include "report/json/document.h"

namespace scrim {

std::string to_json(const HierarchyReport& report) {
    using namespace report::json;
    Json json = document(Schema::hierarchy);
    json["hierarchy"] = report.path;
    json["leaves"] = report.levels.front().values;
    json["numeric"] = report.numeric;
    json["levels"] = Json::array();
    for (const HierarchyLevel& level : report.levels)
        json["levels"].push_back({{"values", level.values}, {"examples", level.examples}});
    json["values"] = report.values;
    json["missing"] = report.missing;
    json["missing_records"] = report.missing_records;
    if (!report.hint.empty()) json["hint"] = report.hint;
    json["unused_leaves"] = report.unused_leaves;
    return pretty(json);
}

}  // namespace scrim
