// What sync did, for people.
#include "kernel/core/text.h"
#include "scrim/sync.h"

namespace scrim {
namespace {

std::string of_table(const SyncedTable& table, const SyncReport& report) {
    const std::string name = report.schema + "." + table.tables.front();
    if (table.outcome == SyncedTable::Outcome::unchanged)
        return format("{}: nothing changed since release {}\n", name, table.release);
    std::string out = format("{}: release {}, {}{}\n", name, table.release, counted(table.records, "record", "records"),
                             report.dry_run ? ", not made" : "");
    if (!table.method.empty()) out += format("  {:<14} {}\n", "series", table.method);
    for (const RequirementReport& requirement : table.requirements)
        out += format("  {:<14} {}\n", requirement.holds ? "holds" : "does not hold", requirement.requirement);
    for (std::size_t t = 1; t < table.tables.size(); ++t)
        out += format("  {:<14} {}.{}\n", t == 1 ? "beside it" : "", report.schema, table.tables[t]);
    for (const std::string& note : table.notes) out += "Note: " + note + "\n";
    return out;
}

}  // namespace

std::string to_text(const SyncReport& report) {
    std::string out;
    bool released = false;
    for (const SyncedTable& table : report.tables) {
        out += of_table(table, report);
        released = released || table.outcome == SyncedTable::Outcome::released;
    }
    if (report.dry_run) return out + "Nothing was changed.\n";
    if (released)
        out +=
            format("Grant schema {} and nothing else: schema {} is the owner's.\n", report.schema, report.owner_schema);
    return out;
}

}  // namespace scrim
