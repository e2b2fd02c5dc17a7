// scrim.publish: a released table and its certificate, in the calling transaction.
#include "adapters/postgres/must.h"
#include "adapters/postgres/sql_text.h"
#include "commands.h"
#include "kernel/core/text.h"
#include "release_tables.h"
#include "result_rows.h"
#include "steward_call.h"
#include "stored.h"
#include "table_reader.h"

namespace scrim::postgres {
namespace {

std::string certificate_of(const std::string& table) { return table + "_certificate"; }

void write_certificate(const ReleaseTables& tables, const std::string& table, const Published& made) {
    const std::string place = tables.place_of(certificate_of(table));
    run_as_caller("CREATE TABLE " + place +
                  " (made_at pg_catalog.timestamptz NOT NULL, certificate pg_catalog.json NOT NULL, hierarchies "
                  "pg_catalog.json NOT NULL)");
    run_as_caller(format("INSERT INTO {} VALUES (pg_catalog.now(), {}, {})", place, sql_string(made.certificate),
                         sql_string(made.hierarchies)));
    run_as_caller(format("COMMENT ON TABLE {} IS {}", place, sql_string("How safe " + table + " is, and how it was made.")));
    for (const std::string& written : made.tables)
        run_as_caller(format("COMMENT ON TABLE {} IS {}", tables.place_of(written),
                             sql_string("Anonymized by Scrim. The certificate is in " + certificate_of(table) + ".")));
}

void keep_owner_file(Oid released, const std::string& text) {
    const Oid role = in_server([]() noexcept { return GetUserId(); });
    change_stored(format("DELETE FROM scrim.owner_file WHERE released = {}::oid::regclass", released));
    change_stored(format("INSERT INTO scrim.owner_file VALUES ({}::oid::regclass, {}::oid::regrole, pg_catalog.now(), {})",
                         released, role, sql_string(text)));
}

}  // namespace
}  // namespace scrim::postgres

using namespace scrim::postgres;

SCRIM_DECLARE(scrim_publish)

// scrim.publish(source, policy, schema, algorithm, require, suppress)
SCRIM_EXPORT Datum scrim_publish(PG_FUNCTION_ARGS) {
    const Oid source = PG_GETARG_OID(0);
    const char *policy = text_argument(fcinfo, 1), *schema = text_argument(fcinfo, 2),
               *algorithm = text_argument(fcinfo, 3), *suppress = text_argument(fcinfo, 5);
    const TextList require = list_argument(fcinfo, 4);
    const ResultRows rows(fcinfo);
    const int nest = NewGUCNestLevel();
    (void)set_config_option("standard_conforming_strings", "on", PGC_USERSET, PGC_S_SESSION, GUC_ACTION_SAVE, true, 0,
                            false);
    from_server([&] {
        PublishOrder order;
        order.policy = asked_policy(policy, {require.all(), algorithm, suppress});
        order.made_by = std::string("scrim ") + SCRIM_VERSION + " (PostgreSQL " PG_VERSION ")";
        const auto reader = std::make_shared<SnapshotTable>(source, GetUserId(), HeldSnapshot::Of::statement,
                                                            CurrentMemoryContext);
        order.open = [&](const scrim::TableInput& reading) {
            return std::make_unique<BackendTable>(reader, reading, Written::by_others);
        };
        order.table = in_server([source]() noexcept { return static_cast<const char*>(get_rel_name(source)); });
        order.source = reader->name();
        ReleaseTables tables(schema, CurrentMemoryContext);
        tables.refuse_taken(order.table);
        tables.refuse_taken(certificate_of(order.table));
        StatementProgress progress;
        const Published made = must(publish_into(tables, order, progress), Refused::Kind::data);
        write_certificate(tables, order.table, made);
        const Oid released = tables.relation_of(order.table);
        keep_owner_file(released, made.owner);
        const scrim::PublishReport& report = made.report;
        std::vector<std::string> notes;
        for (const std::string& note : report.notes) notes.push_back(worded(note, scrim::Wording::keyword));
        if (report.perturbation) notes.insert(notes.begin(), report.perturbation->notice);
        const bool judged = !report.perturbation || report.made.classes > 0;
        rows.add({rows.relation(released), rows.relation(tables.relation_of(certificate_of(order.table))),
                  rows.text(report.made.algorithm), rows.whole(static_cast<std::int64_t>(report.made.records)),
                  rows.whole(static_cast<std::int64_t>(report.made.suppressed)),
                  judged ? rows.whole(static_cast<std::int64_t>(report.made.classes)) : ResultCell{},
                  judged ? rows.number(report.made.highest_risk.value) : ResultCell{}, rows.text(report.metric),
                  report.perturbation ? ResultCell{} : rows.number(report.made.loss), rows.texts(notes)});
    });
    AtEOXact_GUC(false, nest);
    return Datum{0};
}
