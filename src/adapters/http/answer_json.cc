#include "adapters/http/answer_json.h"

#include "report/json/cell.h"
#include "report/json/document.h"
#include "report/json/stat_answer.h"

namespace scrim::server {
namespace {

using report::json::document;
using report::json::Schema;

// Lists that a page can show.
constexpr std::size_t most_labels = 2'000;

Json columns_json(const std::vector<SqlColumn>& columns) {
    Json json = Json::array();
    for (const SqlColumn& column : columns) json.push_back(report::json::column(column));
    return json;
}

}  // namespace

Json statdb_json(const StatDb& statdb, const std::string& name) {
    const StatInfo info = statdb.info(most_labels);
    Json json{{"name", name}, {"m", info.m}, {"records", info.records}, {"frameworks", info.frameworks}};
    json["quasi_identifiers"] = Json::array();
    for (const StatColumnInfo& column : info.quasi_identifiers)
        json["quasi_identifiers"].push_back(report::json::stat_column(column));
    json["sensitive"] = report::json::stat_column(info.sensitive);
    return json;
}

Json views_json(const std::vector<ReadableView>& views) {
    Json json = document(Schema::serve_views);
    json["views"] = Json::array();
    for (const ReadableView& view : views) {
        Json own{{"name", view.name}, {"columns", columns_json(view.columns)}, {"grants", Json::array()}};
        for (const ViewGrant& grant : view.grants)
            own["grants"].push_back({{"purpose", grant.purpose}, {"recipient", grant.recipient}});
        json["views"].push_back(std::move(own));
    }
    return json;
}

Json rows_json(const ViewRows& rows, const std::string& sql) {
    Json json = document(Schema::sql_rows, {{"columns", columns_json(rows.columns)}, {"rows", Json::array()}});
    for (const ViewRow& row : rows.rows) {
        Json cells = Json::array();
        for (std::size_t c = 0; c < row.size(); ++c) cells.push_back(report::json::cell(rows.columns[c].kind, row[c]));
        json["rows"].push_back(std::move(cells));
    }
    json["more"] = rows.more;
    json["sql"] = sql;
    return json;
}

Json status_json(const char* status) { return document(Schema::serve_status, {{"status", status}}); }

Json schema_json(const Caller& caller, bool tokens, Json statdbs, bool views) {
    return document(Schema::serve_schema, {{"user", caller.name},
                                           {"role", caller.owner ? "owner" : "analyst"},
                                           {"tokens", tokens},
                                           {"statdbs", std::move(statdbs)},
                                           {"views", views}});
}

Json answers_json(Json answers) { return document(Schema::statdb_answers, {{"answers", std::move(answers)}}); }

}  // namespace scrim::server
