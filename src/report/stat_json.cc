// A statistical database's answers, for programs.
#include "kernel/core/json.h"
#include "scrim/statdb.h"

namespace scrim {
namespace {

Json number(const StatBound& bound) {
    if (!bound.number) return bound.exact;
    const bool whole = !bound.rounded && bound.exact.find('.') == std::string::npos;
    return whole ? Json(static_cast<std::int64_t>(bound.value)) : Json(bound.value);
}

void add_interval(Json& json, const StatValue& value) {
    json["lower"] = value.lower ? number(*value.lower) : Json();
    json["upper"] = value.upper ? number(*value.upper) : Json();
    if (value.lower && (value.lower->rounded || value.upper->rounded)) {
        json["lower_exact"] = value.lower->exact;
        json["upper_exact"] = value.upper->exact;
    }
    if (value.may_be_none) json["may_be_none"] = true;
}

Json column_json(const StatColumnInfo& column) {
    return {{"name", column.name},     {"kind", column.kind},   {"values", column.values},
            {"levels", column.levels}, {"first", column.first}, {"last", column.last}};
}

}  // namespace

std::string to_json(const StatAnswer& answer, bool explain) {
    Json json;
    const bool single = answer.group_titles.empty() && answer.value_titles.size() == 1 && answer.rows.size() == 1;
    if (single) {
        add_interval(json, answer.rows.front().values.front());
    } else {
        json["rows"] = Json::array();
        for (const StatRow& row : answer.rows) {
            Json line;
            for (std::size_t i = 0; i < row.groups.size(); ++i)
                line[answer.group_titles[i]] = row.groups[i] ? Json(*row.groups[i]) : Json();
            for (std::size_t i = 0; i < row.values.size(); ++i) {
                Json value;
                add_interval(value, row.values[i]);
                line[answer.value_titles[i]] = std::move(value);
            }
            // For short; a column of that name goes before.
            if (row.values.size() == 1 && !line.contains("lower") && !line.contains("upper"))
                add_interval(line, row.values.front());
            json["rows"].push_back(std::move(line));
        }
    }
    json["framework"] = answer.framework;
    json["m"] = answer.m;
    json["sure"] = answer.sure;
    if (!answer.sure) json["confidence"] = 0.8;
    json["guarantee"] = {{"says", answer.says}, {"against", answer.against}};
    if (!answer.note.empty()) json["note"] = answer.note;
    if (explain)
        json["explain"] = {{"buckets", answer.buckets},
                           {"buckets_passed", answer.buckets_passed},
                           {"records_compared", answer.records_compared},
                           {"records_skipped", answer.records_skipped}};
    return json.dump() + "\n";
}

std::string to_json(const StatBuildReport& report) {
    const Json json{{"file", report.file},           {"m", report.m},
                    {"builder", report.builder},     {"strata", report.strata},
                    {"records", report.records},     {"buckets", report.buckets},
                    {"bytes", report.bytes},         {"table_bytes", report.table_bytes},
                    {"largest_m", report.largest_m}, {"left_out", report.left_out},
                    {"notes", report.notes}};
    return json.dump(2) + "\n";
}

std::string to_json(const StatInfo& info) {
    Json json{{"m", info.m},
              {"records", info.records},
              {"buckets", info.buckets},
              {"smallest_signature", info.smallest_signature},
              {"largest_signature", info.largest_signature},
              {"bytes", info.bytes},
              {"table_bytes", info.table_bytes},
              {"builder", info.builder},
              {"strata", info.strata},
              {"frameworks", info.frameworks},
              {"baselines", info.baselines},
              {"made_by", info.made_by}};
    json["quasi_identifiers"] = Json::array();
    for (const StatColumnInfo& column : info.quasi_identifiers)
        json["quasi_identifiers"].push_back(column_json(column));
    json["sensitive"] = column_json(info.sensitive);
    return json.dump(2) + "\n";
}

}  // namespace scrim
