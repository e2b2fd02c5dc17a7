// A statistical database: its answers at the command line, how it was built, and what can be asked.
#include "report/json/document.h"
#include "report/json/stat_answer.h"

namespace scrim {
namespace {

Json persons_json(const StatPersons& persons) {
    if (persons.contributions == 0) return nullptr;
    return {{"contributions", persons.contributions},
            {"people", persons.people},
            {"cut", persons.cut},
            {"unused", persons.unused}};
}

}  // namespace

std::string to_json(const StatAnswer& answer, bool explain) {
    using namespace report::json;
    return line(stat_table(answer, explain));
}

std::string to_json(const std::vector<StatAnswer>& answers, bool explain) {
    using namespace report::json;
    Json json = document(Schema::statdb_answers);
    json["answers"] = Json::array();
    for (const StatAnswer& answer : answers) json["answers"].push_back(stat_table(answer, explain));
    return line(json);
}

std::string to_json(const StatBuildReport& report) {
    using namespace report::json;
    return pretty(document(Schema::statdb_build, {{"file", report.file},
                                                  {"m", report.m},
                                                  {"builder", report.builder},
                                                  {"strata", report.strata},
                                                  {"records", report.records},
                                                  {"buckets", report.buckets},
                                                  {"bytes", report.bytes},
                                                  {"table_bytes", report.table_bytes},
                                                  {"largest_m", report.largest_m},
                                                  {"persons", persons_json(report.persons)},
                                                  {"left_out", report.left_out},
                                                  {"notes", report.notes}}));
}

std::string to_json(const StatInfo& info) {
    using namespace report::json;
    Json json = document(Schema::statdb_info, {{"m", info.m},
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
                                               {"persons", persons_json(info.persons)},
                                               {"made_by", info.made_by}});
    json["quasi_identifiers"] = Json::array();
    for (const StatColumnInfo& column : info.quasi_identifiers)
        json["quasi_identifiers"].push_back(stat_column(column));
    json["sensitive"] = stat_column(info.sensitive);
    return pretty(json);
}

}  // namespace scrim
