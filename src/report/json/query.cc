// Answers from a release, for programs.
#include "scrim/query.h"

#include "report/json/cell.h"
#include "report/json/document.h"
#include "report/json/number.h"
#include "report/json/stat_answer.h"

namespace scrim {
namespace {

using report::json::bound;

Json sure_interval(const QueryInterval& interval) {
    Json json{{"lower", bound(interval.lower)}, {"upper", bound(interval.upper)}};
    if (interval.nothing) json["nothing"] = true;
    if (interval.may_be_nothing) json["may_be_nothing"] = true;
    return json;
}

Json value_json(const QueryValue& value) {
    Json json = Json::object();
    if (value.released) json["released"] = sure_interval(*value.released);
    if (value.estimate)
        json["estimate"] = {{"value", value.estimate->value}, {"standard_error", value.estimate->standard_error}};
    if (value.expected) json["expected"] = report::json::number(*value.expected);
    if (value.original) json["original"] = sure_interval(*value.original);
    return json;
}

Json answer_json(const QueryAnswer& answer) {
    Json json{{"sql", answer.sql}, {"groups", answer.group_titles}, {"values", answer.value_titles}};
    json["rows"] = Json::array();
    for (const QueryRow& row : answer.rows) {
        Json own{{"groups", Json::array()}, {"values", Json::array()}};
        for (const auto& group : row.groups) own["groups"].push_back(report::json::cell(group));
        for (const QueryValue& value : row.values) own["values"].push_back(value_json(value));
        json["rows"].push_back(std::move(own));
    }
    return json;
}

}  // namespace

std::string to_json(const QueryReport& report) {
    using namespace report::json;
    Json json = document(Schema::query, {{"release", report.release}, {"form", report.form}});
    json["records"] = {{"released", report.released}};
    if (report.original) json["records"]["original"] = *report.original;
    json["answers"] = Json::array();
    for (const QueryAnswer& answer : report.answers) json["answers"].push_back(answer_json(answer));
    json["notes"] = report.notes;
    return line(json);
}

}  // namespace scrim
