#include "report/json/stat_answer.h"

#include "kernel/core/text.h"
#include "report/json/cell.h"
#include "report/json/document.h"

namespace scrim::report::json {
namespace {

// What is promised of the answer, and what it is the answer to.
void add_promise(Json& json, const StatAnswer& answer) {
    json["guarantee"] = {{"m", answer.m}, {"framework", answer.framework}, {"sure", answer.sure}};
    if (!answer.sure) json["guarantee"]["confidence"] = 0.8;
    json["guarantee"]["says"] = answer.says;
    json["guarantee"]["against"] = answer.against;
    if (!answer.note.empty()) json["note"] = answer.note;
    json["records"] = answer.records;
    json["sql"] = answer.sql;
}

}  // namespace

Json bound(const std::optional<StatBound>& bound) {
    if (!bound) return nullptr;
    const bool whole = bound->number && !bound->rounded && bound->exact.find('.') == std::string::npos;
    const Json value = whole ? Json(static_cast<std::int64_t>(bound->value)) : Json(bound->value);
    return {{"value", bound->number ? value : Json(nullptr)}, {"exact", bound->exact}, {"shown", bound->shown}};
}

Json interval(const StatValue& value) {
    Json json{{"lower", bound(value.lower)}, {"upper", bound(value.upper)}};
    if (value.may_be_none) json["may_be_none"] = true;
    return json;
}

Json stat_table(const StatAnswer& answer, bool explain) {
    Json json = document(Schema::statdb_table);
    json["groups"] = answer.group_titles;
    json["values"] = answer.value_titles;
    json["rows"] = Json::array();
    for (const StatRow& row : answer.rows) {
        Json own{{"groups", Json::array()}, {"values", Json::array()}};
        for (const auto& group : row.groups) own["groups"].push_back(cell(group));
        for (const StatValue& value : row.values) own["values"].push_back(interval(value));
        json["rows"].push_back(std::move(own));
    }
    add_promise(json, answer);
    if (explain)
        json["explain"] = {{"buckets", answer.buckets},
                           {"buckets_passed", answer.buckets_passed},
                           {"records_compared", answer.records_compared},
                           {"records_skipped", answer.records_skipped}};
    return json;
}

Json stat_count(const StatAnswer& answer) {
    const StatValue& count = answer.rows.at(0).values.at(0);
    Json json = document(Schema::statdb_count, {{"sentence", sentence(count)}});
    json.update(interval(count));
    add_promise(json, answer);
    return json;
}

std::string sentence(const StatValue& count) {
    if (!count.lower || !count.upper) return "nobody";
    if (count.upper->exact == "0") return "nobody";
    const char* people = count.upper->exact == "1" ? "person" : "people";
    if (count.lower->exact == count.upper->exact) return format("exactly {} {}", count.lower->shown, people);
    if (count.lower->exact == "0") return format("at most {} {}", count.upper->shown, people);
    return format("between {} and {} people", count.lower->shown, count.upper->shown);
}

Json stat_column(const StatColumnInfo& column) {
    Json json{{"name", column.name},   {"kind", column.kind}, {"values", column.values},
              {"first", column.first}, {"last", column.last}, {"missing", column.missing}};
    json["levels"] = Json::array();
    for (const StatLevel& level : column.levels) {
        Json own{{"values", level.count}};
        for (const StatLabel& label : level.labels)
            own["labels"].push_back({{"label", label.label}, {"from", label.from}, {"to", label.to}});
        json["levels"].push_back(std::move(own));
    }
    return json;
}

}  // namespace scrim::report::json
