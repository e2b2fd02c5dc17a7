#include "adapters/libpq/anon_schema.h"

#include "adapters/libpq/cells/column_type.h"
#include "adapters/libpq/cells/sql_text.h"
#include "adapters/libpq/cells/table_text.h"
#include "adapters/libpq/snapshot.h"
#include "adapters/libpq/source.h"
#include "adapters/libpq/table_rights.h"
#include "kernel/core/field.h"
#include "kernel/core/json.h"
#include "kernel/core/json_depth.h"
#include "kernel/core/text.h"

#include <algorithm>
#include <utility>

namespace scrim::libpq {
namespace {

constexpr std::size_t longest_name = 63;  // PostgreSQL cuts longer ones

const char* const certificates = "scrim_certificates";
const char* const releases = "scrim_releases";
const char* const kept_files = "scrim_files";

Json texts_json(const std::vector<std::string>& texts) {
    Json json = Json::array();
    for (const std::string& text : texts) json.push_back(text);
    return json;
}

std::string text_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

// Bytes as a text of PostgreSQL's bytea.
std::string hex(const std::string& bytes) {
    constexpr const char* digits = "0123456789abcdef";
    std::string text = "\\x";
    text.reserve(2 + 2 * bytes.size());
    for (const char c : bytes) {
        text += digits[static_cast<unsigned char>(c) >> 4];
        text += digits[static_cast<unsigned char>(c) & 15];
    }
    return text;
}

std::string from_hex(const std::string& text) {
    const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
    std::string bytes;
    for (std::size_t i = 2; i + 1 < text.size(); i += 2)
        bytes += static_cast<char>(digit(text[i]) * 16 + digit(text[i + 1]));
    return bytes;
}

}  // namespace

Result<std::unique_ptr<AnonSchema>> AnonSchema::open(const std::string& text, const std::string& schema) {
    if (schema.empty() || schema.starts_with("pg_") || schema == "information_schema" || !is_utf8(schema) ||
        schema.size() + std::string_view("_owner").size() > longest_name)
        return input_error(
            format("{} is no name for a schema of anonymized tables; one of at most 57 bytes is accepted "
                   "that does not begin with pg_",
                   quoted(schema)));
    SCRIM_TRY(const Address address, parse_address(text));
    SCRIM_TRY(std::unique_ptr<Connection> connection, Connection::open(address, no_progress()));
    std::unique_ptr<AnonSchema> made(new AnonSchema(std::shared_ptr<Connection>(std::move(connection)), schema));
    SCRIM_CHECK(made->connection_->run("SET search_path = pg_catalog", no_progress()));
    SCRIM_TRY(const TextRows lock,
              made->connection_->ask(
                  "SELECT pg_catalog.pg_try_advisory_lock(pg_catalog.hashtextextended('scrim sync ' || $1, 0))",
                  {schema}, no_progress()));
    if (*lock[0][0] != "t")
        return input_error(format("another sync is at work on schema {}; wait until it is done", quoted(schema)));
    SCRIM_CHECK(refuse_open_schema(*made->connection_, schema, Holds::releases));
    SCRIM_CHECK(refuse_open_schema(*made->connection_, made->owner_schema_, Holds::secrets));
    return made;
}

Result<std::optional<syncing::Remembered>> AnonSchema::remembered(const std::string& source) {
    const std::optional<syncing::Remembered> none;
    SCRIM_TRY(const bool kept, table_exists(*connection_, owner_schema_, releases));
    if (!kept) return none;
    SCRIM_TRY(const TextRows rows,
              connection_->ask(format("SELECT number, fingerprint, asked, method, tables FROM {} WHERE source = $1",
                                      sql_name(owner_schema_, releases)),
                               {source}, no_progress()));
    if (rows.empty()) return none;
    const auto& row = rows[0];
    const Json tables = parse_json(*row[4]);
    syncing::Remembered release{std::stoull(*row[0]), *row[1], *row[2], *row[3], {}};
    for (const Json& name : tables) release.tables.push_back(name.get<std::string>());
    for (const std::string& name : release.tables) {
        SCRIM_TRY(const bool shown, table_exists(*connection_, schema_, name));
        if (!shown)
            return input_error(format(
                "{} is gone, which was made of {} by release {}; if nobody has that release, forget it with "
                "DELETE FROM {} WHERE source = {}",
                schema_ + "." + name, source, release.number, sql_name(owner_schema_, releases), sql_text(source)));
    }
    return std::optional(release);
}

Result<syncing::Files> AnonSchema::history(const std::string& source) {
    SCRIM_TRY(const TextRows rows, connection_->ask(format("SELECT path, content FROM {} WHERE source = $1",
                                                           sql_name(owner_schema_, kept_files)),
                                                    {source}, no_progress()));
    syncing::Files files;
    for (const auto& row : rows) files[*row[0]] = from_hex(*row[1]);
    return files;
}

Result<void> AnonSchema::begin() {
    if (begun_) return {};
    SCRIM_CHECK(connection_->run("BEGIN", no_progress()));
    begun_ = true;
    inside_ = std::make_shared<Snapshot>(connection_);
    return make_schemas();
}

Result<void> AnonSchema::make_schemas() {
    const std::string anon = sql_name(schema_), owner = sql_name(owner_schema_);
    SCRIM_CHECK(connection_->run("CREATE SCHEMA IF NOT EXISTS " + anon, no_progress()));
    SCRIM_TRY(const TextRows owners, connection_->ask("SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = $1",
                                                      {owner_schema_}, no_progress()));
    if (owners.empty()) SCRIM_CHECK(make_private_schema(*connection_, owner_schema_));
    SCRIM_TRY(const bool kept, table_exists(*connection_, owner_schema_, releases));
    if (!kept) {
        SCRIM_CHECK(connection_->run(
            format("CREATE TABLE {0}.{1} (source text PRIMARY KEY, number int8 NOT NULL, made_at timestamptz NOT NULL, "
                   "fingerprint text NOT NULL, asked text NOT NULL, method text NOT NULL, tables text NOT NULL, owner "
                   "text NOT NULL); CREATE TABLE {0}.{2} (source text, path text, content bytea NOT NULL, PRIMARY KEY "
                   "(source, path)); COMMENT ON SCHEMA {0} IS {3}",
                   owner, releases, kept_files,
                   sql_text(format("What Scrim keeps for the owner of the tables in schema {}. It holds data; nobody "
                                   "else may read it.",
                                   schema_))),
            no_progress()));
        SCRIM_CHECK(revoke_all(*connection_, owner_schema_, releases));
        SCRIM_CHECK(revoke_all(*connection_, owner_schema_, kept_files));
    }
    SCRIM_TRY(const bool certified, table_exists(*connection_, schema_, certificates));
    if (certified) return {};
    return connection_->run(
        format(
            "CREATE TABLE {0}.{1} (table_name text PRIMARY KEY, release int8 NOT NULL, made_at timestamptz NOT NULL, "
            "certificate text NOT NULL, files text NOT NULL); COMMENT ON TABLE {0}.{1} IS 'How safe the tables of "
            "this schema are: the certificate of each release, and the hierarchies that its labels are of, as "
            "JSON.'",
            anon, certificates),
        no_progress());
}

Result<void> AnonSchema::write(const syncing::TableToWrite& table, Progress& progress) {
    if (table.name.size() > longest_name)
        return input_error(format("the released table would be called {}, and PostgreSQL's names have at most {} bytes",
                                  quoted(table.name), longest_name));
    if (table.name == certificates)
        return input_error(
            format("a table called {} cannot be released: its release would take the place of the "
                   "certificates",
                   quoted(table.name)));
    SCRIM_CHECK(refuse_foreign(*connection_, schema_, table.name));
    const std::string fresh = "scrim_fresh";
    SCRIM_CHECK(make_fresh(table, fresh, progress));
    SCRIM_TRY(const bool old, table_exists(*connection_, schema_, table.name));
    if (old) {
        SCRIM_CHECK(replace(fresh, table.name, progress));
    } else {
        SCRIM_CHECK(connection_->run(
            format("ALTER TABLE {} RENAME TO {}", sql_name(schema_, fresh), sql_name(table.name)), progress));
    }
    SCRIM_CHECK(connection_->run(format("COMMENT ON TABLE {} IS {}; ANALYZE {}", sql_name(schema_, table.name),
                                        sql_text(table.comment), sql_name(schema_, table.name)),
                                 progress));
    return {};
}

Result<void> AnonSchema::make_fresh(const syncing::TableToWrite& table, const std::string& fresh, Progress& progress) {
    std::vector<std::string> columns;
    const Table& rows = table.rows.table;
    for (std::size_t c = 0; c < rows.width(); ++c) {
        const bool text = std::find(table.texts.begin(), table.texts.end(), rows.name(c)) != table.texts.end();
        columns.push_back(
            format("{} {}", sql_name(rows.name(c)), text ? "pg_catalog.text" : column_type(rows[c].domain())));
    }
    SCRIM_CHECK(
        connection_->run(format("CREATE TABLE {} ({})", sql_name(schema_, fresh), join(columns, ", ")), progress));
    progress.stage("writing " + schema_ + "." + table.name, table.rows.total);
    TableText text(table.rows);
    return connection_->copy_in(
        format("COPY {} FROM STDIN", sql_name(schema_, fresh)),
        [&](std::string& piece) -> Result<bool> {
            piece = text.next();
            return !piece.empty();
        },
        progress);
}

Result<void> AnonSchema::replace(const std::string& fresh, const std::string& name, Progress& progress) {
    const std::string from = sql_name(schema_, fresh), to = sql_name(schema_, name);
    SCRIM_TRY(const std::string hanging, what_hangs_on(*connection_, schema_, name));
    if (hanging.empty()) {
        SCRIM_CHECK(copy_rights(*connection_, schema_, name, fresh));
        return connection_->run(format("DROP TABLE {}; ALTER TABLE {} RENAME TO {}", to, from, sql_name(name)),
                                progress);
    }
    // The table stays, with all that hangs on it, and gets other rows.
    SCRIM_TRY(const auto now, connection_->describe("SELECT * FROM " + to, progress));
    SCRIM_TRY(const auto next, connection_->describe("SELECT * FROM " + from, progress));
    if (!std::equal(now.begin(), now.end(), next.begin(), next.end(),
                    [](const auto& a, const auto& b) { return a.name == b.name && a.type == b.type; }))
        return input_error(
            format("{}.{} cannot get the columns of the new release while something hangs on it: {}; drop "
                   "that first",
                   schema_, name, hanging));
    return connection_->run(format("TRUNCATE {0}; INSERT INTO {0} SELECT * FROM {1}; DROP TABLE {1}", to, from),
                            progress);
}

Result<std::unique_ptr<TableSource>> AnonSchema::read_back(const std::string& name, const TableInput& reading) {
    return open_table(inside_, schema_, name, reading);
}

Result<void> AnonSchema::remove(const std::string& name) {
    SCRIM_CHECK(refuse_foreign(*connection_, schema_, name));
    return connection_->run("DROP TABLE IF EXISTS " + sql_name(schema_, name), no_progress());
}

Result<void> AnonSchema::remember(const std::string& source, const syncing::Remembered& release,
                                  const syncing::Certified& certified, const std::string& owner,
                                  const syncing::Files& history, Progress& progress) {
    const std::string kept = sql_name(owner_schema_, releases), files = sql_name(owner_schema_, kept_files),
                      shown = sql_name(schema_, certificates);
    const auto ask = [&](const std::string& sql, const std::vector<std::string>& parameters) -> Result<void> {
        const auto asked = connection_->ask(sql, parameters, progress);
        if (!asked) return asked.error();
        return {};
    };
    const std::string made = text_of(texts_json(release.tables));
    SCRIM_TRY(
        const TextRows taken,
        connection_->ask(format("SELECT source, t FROM {}, pg_catalog.json_array_elements_text(tables::json) AS t "
                                "WHERE source <> $1 AND t IN (SELECT pg_catalog.json_array_elements_text($2::json))",
                                kept),
                         {source, made}, progress));
    if (!taken.empty())
        return input_error(
            format("{}.{} was made of {}, and {} would take its place; release it to another schema, with {}", schema_,
                   *taken[0][1], *taken[0][0], source, field("schema")));
    SCRIM_CHECK(ask(format("DELETE FROM {} WHERE source = $1", kept), {source}));
    SCRIM_CHECK(
        ask(format("INSERT INTO {} VALUES ($1, $2::int8, pg_catalog.now(), $3, $4, $5, $6, $7)", kept),
            {source, std::to_string(release.number), release.fingerprint, release.asked, release.method, made, owner}));
    SCRIM_CHECK(ask(format("DELETE FROM {} WHERE source = $1", files), {source}));
    for (const auto& [path, content] : history)
        SCRIM_CHECK(ask(format("INSERT INTO {} VALUES ($1, $2, $3::bytea)", files), {source, path, hex(content)}));
    Json given = Json::object();
    for (const auto& [path, content] : certified.files) given[path] = content;
    SCRIM_CHECK(ask(format("DELETE FROM {} WHERE table_name = $1", shown), {certified.table}));
    return ask(format("INSERT INTO {} VALUES ($1, $2::int8, pg_catalog.now(), $3, $4)", shown),
               {certified.table, std::to_string(release.number), certified.certificate, text_of(given)});
}

Result<void> AnonSchema::commit(Progress& progress) {
    if (!begun_) return {};
    if (progress.cancelled()) return cancelled_error();
    begun_ = false;
    return connection_->run("COMMIT", no_progress());
}

}  // namespace scrim::libpq
