// Statistical databases: built for stewards, asked by whom they are granted to, who cannot read what they are made of.
#include "methods/statdb/answer_query.h"

#include "adapters/postgres/must.h"
#include "adapters/postgres/sql_text.h"
#include "adapters/postgres/view_options.h"
#include "commands.h"
#include "kernel/core/text.h"
#include "methods/statdb/build_stat_table.h"
#include "result_rows.h"
#include "steward_call.h"
#include "stored.h"
#include "table_reader.h"

namespace scrim::postgres {
namespace {

std::string hex(std::span<const std::byte> bytes) {
    constexpr const char* digits = "0123456789abcdef";
    std::string text;
    text.reserve(2 * bytes.size());
    for (const std::byte b : bytes) {
        text += digits[std::to_integer<unsigned>(b) >> 4];
        text += digits[std::to_integer<unsigned>(b) & 15];
    }
    return text;
}

[[noreturn]] void refuse_missing(const std::string& name) {
    throw Refused(format("there is no statistical database {} that this role may ask", quoted(name)),
                  "scrim.statdbs lists those that it may; an owner allows it with scrim.statdb_grant(name, role)",
                  Refused::Kind::missing);
}

bool is_member(const std::string& role) {
    const Oid oid = static_cast<Oid>(std::stoul(role));
    return in_server([oid]() noexcept { return has_privs_of_role(GetUserId(), oid); });
}

void check_owner(const std::string& name) {
    const auto found = read_stored("SELECT owner::oid::text FROM scrim.statdb WHERE name = " + sql_string(name));
    if (found.empty()) refuse_missing(name);
    if (!is_member(*found[0][0]))
        throw Refused(format("statistical database {} belongs to another role", quoted(name)), "",
                      Refused::Kind::permission);
}

// Ready to be asked, of those asked last.
std::shared_ptr<const statdb::StatTable> table_of(const std::string& name, const std::string& fingerprint) {
    struct Kept {
        std::string fingerprint;
        std::shared_ptr<const statdb::StatTable> table;
    };
    static std::vector<Kept> kept;
    constexpr std::size_t most_kept = 2;
    for (const Kept& one : kept)
        if (one.fingerprint == fingerprint) return one.table;
    const auto stored = read_stored("SELECT image FROM scrim.statdb WHERE name = " + sql_string(name));
    if (stored.empty()) refuse_missing(name);
    const std::string& image = *stored[0][0];
    std::vector<std::byte> bytes(image.size());
    std::memcpy(bytes.data(), image.data(), image.size());
    auto table = std::make_shared<const statdb::StatTable>(must(statdb::StatTable::of_image(std::move(bytes))));
    if (kept.size() >= most_kept) kept.erase(kept.begin());
    kept.push_back({fingerprint, table});
    return table;
}

std::shared_ptr<const statdb::StatTable> granted_table(const std::string& name) {
    const auto found = read_stored(
        "SELECT s.fingerprint, s.owner::oid::text, g.grantee::oid::text FROM scrim.statdb s LEFT JOIN "
        "scrim.statdb_granted g ON g.statdb = s.name WHERE s.name = " +
        sql_string(name));
    for (const StoredRow& row : found)
        if (is_member(*row[1]) || (row[2] && is_member(*row[2]))) return table_of(name, *row[0]);
    refuse_missing(name);
}

void keep(const std::string& name, const statdb::BuiltStatTable& built) {
    const Oid owner = in_server([]() noexcept { return GetUserId(); });
    const statdb::StatTable table = must(statdb::StatTable::of_image(built.image));
    std::vector<std::string> columns;
    for (const hierarchy::Attribute& column : table.schema().quasi_identifiers) columns.push_back(column.name);
    columns.push_back(table.schema().sensitive.name);
    for (std::string& column : columns) column = sql_string(column);
    change_stored(format(
        "INSERT INTO scrim.statdb VALUES ({}, {}::oid::regrole, pg_catalog.now(), {}, {}, ARRAY[{}], {}, "
        "pg_catalog.decode('{}', 'hex'))",
        sql_string(name), owner, built.report.m, built.report.records, join(columns, ", "),
        sql_string(table.fingerprint()), hex(built.image)));
}

}  // namespace
}  // namespace scrim::postgres

using namespace scrim::postgres;

SCRIM_DECLARE(scrim_statdb_build)
SCRIM_DECLARE(scrim_statdb_count)
SCRIM_DECLARE(scrim_statdb_grant)
SCRIM_DECLARE(scrim_statdb_drop)

// scrim.statdb_build(source, policy, m, name, builder)
SCRIM_EXPORT Datum scrim_statdb_build(PG_FUNCTION_ARGS) {
    const Oid source = PG_GETARG_OID(0);
    const char *policy = text_argument(fcinfo, 1), *named = text_argument(fcinfo, 3), *builder = text_argument(fcinfo, 4);
    const int m = PG_GETARG_INT32(2);
    const ResultRows rows(fcinfo);
    from_server([&] {
        scrim::StatBuildRequest request;
        request.policy = asked_policy(policy, {});
        request.m = static_cast<std::uint32_t>(std::max(m, 0));
        if (*builder != '\0') request.builder = builder;
        const OfNow now;
        std::string name = named;
        if (name.empty()) name = in_server([source]() noexcept { return static_cast<const char*>(get_rel_name(source)); });
        if (!read_stored("SELECT name FROM scrim.statdb WHERE name = " + sql_string(name)).empty())
            throw Refused(scrim::format("there is a statistical database {} already", scrim::quoted(name)),
                          "choose another name, or drop it with scrim.statdb_drop(name); answers of both together tell "
                          "more than 1/m");
        const auto reader = std::make_shared<SnapshotTable>(source, GetUserId(), HeldSnapshot::Of::statement,
                                                            CurrentMemoryContext);
        BackendTable table(reader, read_as({}, request.policy), Written::by_others);
        request.policy = with_defaults(request.policy, table.columns());
        StatementProgress progress;
        scrim::SystemRandom random;
        const std::string made_by = std::string("scrim ") + SCRIM_VERSION + " (PostgreSQL " PG_VERSION ")";
        const scrim::statdb::BuiltStatTable built = must(
            scrim::statdb::build_stat_table(table, request, made_by, random, progress), Refused::Kind::data);
        keep(name, built);
        const scrim::StatBuildReport& report = built.report;
        std::vector<std::string> notes;
        for (const std::string& note : report.notes) notes.push_back(worded(note, scrim::Wording::keyword));
        rows.add({rows.text(name), rows.whole(static_cast<std::int64_t>(report.records)),
                  rows.whole(static_cast<std::int64_t>(report.buckets)),
                  rows.whole(static_cast<std::int64_t>(report.largest_m)),
                  rows.whole(static_cast<std::int64_t>(report.bytes)), rows.texts(report.left_out), rows.texts(notes)});
    });
    return Datum{0};
}

// scrim.statdb_count(name, condition, framework): for its owner, and those whom it is granted to.
SCRIM_EXPORT Datum scrim_statdb_count(PG_FUNCTION_ARGS) {
    const char *name = text_argument(fcinfo, 0), *condition = text_argument(fcinfo, 1), *framework = text_argument(fcinfo, 2);
    const ResultRows rows(fcinfo);
    from_server([&] {
        injected("before a count");
        const auto table = granted_table(name);
        const std::string question = std::string("SELECT COUNT(*) FROM StatDB") +
                                     (*condition == '\0' ? "" : " WHERE\n") + condition;
        const scrim::statdb::Query query = must(scrim::statdb::parse_query(question, table->schema()));
        if (!query.groups.empty() || query.items.size() != 1)
            throw Refused("a condition stands alone, without GROUP BY", "such as age > 60 AND disease = 'flu'");
        StatementProgress progress;
        const scrim::StatAnswer answer =
            must(scrim::statdb::answer_query(*table, query, framework, progress), Refused::Kind::data);
        const scrim::StatValue& value = answer.rows.at(0).values.at(0);
        rows.add({rows.whole(std::stoll(value.lower->exact)), rows.whole(std::stoll(value.upper->exact)),
                  rows.whole(static_cast<std::int64_t>(answer.records)), rows.whole(answer.m),
                  rows.text(answer.framework)});
    });
    return Datum{0};
}

// scrim.statdb_change_grant(name, grantee, revoke)
SCRIM_EXPORT Datum scrim_statdb_grant(PG_FUNCTION_ARGS) {
    const char* name = text_argument(fcinfo, 0);
    const Oid grantee = PG_GETARG_OID(1);
    const bool revoke = PG_GETARG_BOOL(2);
    from_server([&] {
        const OfNow now;
        check_owner(name);
        const std::string what =
            scrim::format("statdb = {} AND grantee = {}::oid::regrole", sql_string(name), grantee);
        change_stored("DELETE FROM scrim.statdb_granted WHERE " + what);
        if (!revoke)
            change_stored(scrim::format("INSERT INTO scrim.statdb_granted VALUES ({}, {}::oid::regrole)",
                                        sql_string(name), grantee));
    });
    PG_RETURN_VOID();
}

SCRIM_EXPORT Datum scrim_statdb_drop(PG_FUNCTION_ARGS) {
    const char* name = text_argument(fcinfo, 0);
    from_server([&] {
        const OfNow now;
        check_owner(name);
        change_stored("DELETE FROM scrim.statdb WHERE name = " + sql_string(name));
    });
    PG_RETURN_VOID();
}
