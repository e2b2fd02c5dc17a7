#include "adapters/http/answer_json.h"

#include "kernel/core/text.h"

namespace scrim::server {
namespace {

// Lists that a page can show.
constexpr std::size_t most_labels = 2'000;

Json bound_json(const std::optional<StatBound>& bound) {
    if (!bound) return nullptr;
    Json json{{"exact", bound->exact}, {"shown", bound->shown}};
    if (bound->number)
        json["value"] = bound->value;
    else
        json["value"] = nullptr;
    return json;
}

void add_promise(Json& json, const StatAnswer& answer, const std::string& sql, std::uint64_t records) {
    json["m"] = answer.m;
    json["framework"] = answer.framework;
    json["sure"] = answer.sure;
    json["says"] = answer.says;
    json["against"] = answer.against;
    if (!answer.note.empty()) json["note"] = answer.note;
    json["records"] = records;
    json["sql"] = sql;
}

Json column_json(const StatDb& statdb, const StatColumnInfo& column) {
    Json json{{"name", column.name},   {"kind", column.kind}, {"count", column.values},
              {"first", column.first}, {"last", column.last}, {"missing", column.missing}};
    json["levels"] = Json::array();
    for (const StatLevel& level : statdb.levels(column.name, most_labels)) {
        Json own{{"count", level.count}};
        if (!level.labels.empty()) {
            own["labels"] = Json::array();
            for (const StatLabel& label : level.labels)
                own["labels"].push_back({{"label", label.label}, {"from", label.from}, {"to", label.to}});
        }
        json["levels"].push_back(std::move(own));
    }
    return json;
}

Json columns_json(const std::vector<ViewColumn>& columns) {
    Json json = Json::array();
    for (const ViewColumn& column : columns) json.push_back({{"name", column.name}, {"kind", column.kind}});
    return json;
}

}  // namespace

std::string sentence(const StatValue& count) {
    if (!count.lower || !count.upper) return "nobody";
    if (count.upper->exact == "0") return "nobody";
    const char* people = count.upper->exact == "1" ? "person" : "people";
    if (count.lower->exact == count.upper->exact) return format("exactly {} {}", count.lower->shown, people);
    if (count.lower->exact == "0") return format("at most {} {}", count.upper->shown, people);
    return format("between {} and {} people", count.lower->shown, count.upper->shown);
}

Json count_json(const StatAnswer& answer, const std::string& sql, std::uint64_t records) {
    const StatValue& count = answer.rows.at(0).values.at(0);
    Json json{{"sentence", sentence(count)}, {"lower", bound_json(count.lower)}, {"upper", bound_json(count.upper)}};
    add_promise(json, answer, sql, records);
    return json;
}

Json table_json(const StatAnswer& answer, const std::string& sql, std::uint64_t records) {
    Json json{{"groups", answer.group_titles}, {"values", answer.value_titles}, {"rows", Json::array()}};
    for (const StatRow& row : answer.rows) {
        Json own{{"groups", Json::array()}, {"values", Json::array()}};
        for (const auto& group : row.groups) own["groups"].push_back(group ? Json(*group) : Json(nullptr));
        for (const StatValue& value : row.values) {
            Json interval{{"lower", bound_json(value.lower)}, {"upper", bound_json(value.upper)}};
            if (value.may_be_none) interval["may_be_none"] = true;
            own["values"].push_back(std::move(interval));
        }
        json["rows"].push_back(std::move(own));
    }
    add_promise(json, answer, sql, records);
    return json;
}

Json statdb_json(const StatDb& statdb, const std::string& name) {
    const StatInfo info = statdb.info();
    Json json{{"name", name}, {"m", info.m}, {"records", info.records}, {"frameworks", info.frameworks}};
    json["quasi_identifiers"] = Json::array();
    for (const StatColumnInfo& column : info.quasi_identifiers)
        json["quasi_identifiers"].push_back(column_json(statdb, column));
    json["sensitive"] = column_json(statdb, info.sensitive);
    return json;
}

Json views_json(const std::vector<ReadableView>& views) {
    Json list = Json::array();
    for (const ReadableView& view : views) {
        Json json{{"name", view.name}, {"columns", columns_json(view.columns)}, {"grants", Json::array()}};
        for (const ViewGrant& grant : view.grants)
            json["grants"].push_back({{"purpose", grant.purpose}, {"recipient", grant.recipient}});
        list.push_back(std::move(json));
    }
    return {{"views", std::move(list)}};
}

Json rows_json(const ViewRows& rows, const std::string& sql) {
    Json json{{"columns", columns_json(rows.columns)}, {"rows", Json::array()}, {"more", rows.more}, {"sql", sql}};
    for (const ViewRow& row : rows.rows) {
        Json cells = Json::array();
        for (const auto& cell : row) cells.push_back(cell ? Json(*cell) : Json(nullptr));
        json["rows"].push_back(std::move(cells));
    }
    return json;
}

}  // namespace scrim::server
