// What sync did with the tables of a server, for the owner.
#include "scrim/sync.h"
#include "report/json/document.h"
#include "report/json/measured.h"

namespace scrim {

std::string to_json(const SyncReport& report) {
    using namespace report::json;
    Json json = document(Schema::sync, {{"server", report.server},
                                        {"schema_name", report.schema},
                                        {"owner_schema", report.owner_schema},
                                        {"dry_run", report.dry_run}});
    json["tables"] = Json::array();
    for (const SyncedTable& table : report.tables) {
        Json entry{{"source", table.source},
                   {"outcome", table.outcome == SyncedTable::Outcome::unchanged ? "unchanged" : "released"},
                   {"tables", table.tables},
                   {"release", table.release},
                   {"method", table.method},
                   {"records", table.records},
                   {"notes", table.notes}};
        entry["requirements"] = requirements(table.requirements);
        json["tables"].push_back(std::move(entry));
    }
    return pretty(json);
}

}  // namespace scrim
