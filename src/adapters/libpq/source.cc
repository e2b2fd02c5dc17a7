#include "adapters/libpq/source.h"

#include "adapters/libpq/cells/row_reader.h"
#include "adapters/libpq/cells/sql_text.h"
#include "adapters/libpq/relation.h"
#include "kernel/core/text.h"
#include "kernel/encode/row_limit.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace scrim::libpq {
namespace {

class PostgresSource final : public TableSource {
public:
    PostgresSource(std::shared_ptr<Snapshot> snapshot, Relation relation, TableInput input, bool ours)
        : snapshot_(std::move(snapshot)), relation_(std::move(relation)), input_(std::move(input)), ours_(ours) {
        for (const RelationColumn& column : relation_.columns) names_.push_back(column.name);
    }

    const std::string& name() const override { return relation_.name; }
    const std::vector<std::string>& columns() const override { return names_; }

    Result<Table> read(std::span<const std::string> columns, Progress& progress) override {
        return about(rows_of<Table>(columns, false, 0, progress));
    }

    Result<Tuples> read_tuples(std::span<const std::string> columns, std::size_t memory, Progress& progress) override {
        if (columns.empty()) return about(counted(progress));
        return about(rows_of<Tuples>(columns, memory > 0 || few_different(columns), memory, progress));
    }

    Result<std::string> why_not_as_written(const Table& rows, Progress& progress) override {
        if (!ours_) return std::string("this is a table of a database, and no file that is written");
        return about(why_not_spelled(rows, progress));
    }

private:
    template <class T>
    Result<T> about(Result<T> result) const {
        if (result || result.error().kind == Error::Kind::cancelled) return result;
        return Error{result.error().kind, format("{}: {}", relation_.name, result.error().message)};
    }

    template <class T>
    Result<T> rows_of(std::span<const std::string> columns, bool grouped, std::size_t memory, Progress& progress) {
        SCRIM_TRY(std::vector<ReadColumn> read, places_of(columns));
        progress.stage("reading " + relation_.name, grouped ? 0 : relation_.rows);
        progress.unit("rows");
        return snapshot_->attempt([&](Connection& connection) -> Result<T> {
            // Rows come in the same order whenever they are read: from one process. That of groups does not matter.
            SCRIM_CHECK(connection.run(
                format("SET LOCAL max_parallel_workers_per_gather TO {}", grouped ? "DEFAULT" : "0"), progress));
            RowReader reader(std::move(read), grouped, memory);
            CopyRows rows(reader.fields());
            std::uint64_t told = 0;
            SCRIM_CHECK(connection.copy_out(
                format("COPY ({}) TO STDOUT (FORMAT binary)", select(columns, grouped)),
                [&](std::string_view piece) -> Result<void> {
                    SCRIM_CHECK(rows.add(piece, [&](std::span<const Field> fields) { return reader.add(fields); }));
                    if (reader.rows() - told >= 4096)
                        progress.advance(reader.rows() - std::exchange(told, reader.rows()));
                    return {};
                },
                progress));
            SCRIM_CHECK(rows.end());
            progress.advance(reader.rows() - told);
            if constexpr (std::is_same_v<T, Table>)
                return reader.table(progress);
            else
                return reader.tuples(progress);
        });
    }

    // One row of no columns, as often as there are rows.
    Result<Tuples> counted(Progress& progress) {
        progress.stage("counting " + relation_.name, 0);
        SCRIM_TRY(const TextRows rows, snapshot_->attempt([&](Connection& connection) {
            return connection.ask("SELECT pg_catalog.count(*) FROM " + relation_.from, {}, progress);
        }));
        Tuples count;
        count.total = std::stoull(*rows[0][0]);
        SCRIM_CHECK(encode::check_rows(count.total));
        count.weights.push_back(static_cast<std::uint32_t>(count.total));
        return count;
    }

    std::string select(std::span<const std::string> columns, bool grouped) const {
        std::vector<std::string> expressions, places;
        for (const std::string& name : columns) {
            const bool collated =
                std::find_if(relation_.columns.begin(), relation_.columns.end(), [&](const auto& column) {
                    return column.name == name;
                })->collated;
            // Texts are one group when their bytes are equal, whatever rule their column has.
            expressions.push_back(sql_name(name) + (grouped && collated ? " COLLATE \"C\"" : ""));
            places.push_back(std::to_string(places.size() + 1));
        }
        std::string sql = format("SELECT {}{} FROM {}", join(expressions, ", "), grouped ? ", pg_catalog.count(*)" : "",
                                 relation_.from);
        if (grouped) sql += " GROUP BY " + join(places, ", ");
        return sql;
    }

    // Whether the columns cannot have many different rows, by the server's own statistics.
    bool few_different(std::span<const std::string> columns) {
        if (relation_.table.empty() || relation_.rows < 1'000) return false;
        const auto rows = snapshot_->attempt([&](Connection& connection) {
            return connection.ask(
                "SELECT attname, CASE WHEN n_distinct < 0 THEN -n_distinct * $3::pg_catalog.float8 ELSE n_distinct END "
                "FROM pg_catalog.pg_stats WHERE schemaname = $1 AND tablename = $2 AND n_distinct <> 0",
                {relation_.schema, relation_.table, std::to_string(relation_.rows)}, no_progress());
        });
        if (!rows) return false;
        std::map<std::string, double> different;
        for (const auto& row : *rows) different[*row[0]] = std::stod(*row[1]) + 1;  // and NULL
        double product = 1;
        for (const std::string& name : columns) {
            const auto found = different.find(name);
            if (found == different.end()) return false;
            product *= found->second;
        }
        return product <= static_cast<double>(relation_.rows) / 10;
    }

    Result<std::vector<ReadColumn>> places_of(std::span<const std::string> columns) const {
        if (columns.empty()) return input_error("no column is asked for; name at least one");
        std::vector<ReadColumn> read;
        for (auto name = columns.begin(); name != columns.end(); ++name) {
            const auto found = std::find(names_.begin(), names_.end(), *name);
            if (found == names_.end())
                return input_error(format("there is no column {}{}; there are {}", quoted(*name),
                                          did_you_mean(*name, names_), list_some(names_, 20)));
            if (std::find(columns.begin(), name, *name) != name)
                return input_error(format("column {} is asked for twice", quoted(*name)));
            const RelationColumn& column = relation_.columns[static_cast<std::size_t>(found - names_.begin())];
            if (!column.type)
                return input_error(
                    format("column {} has the type {}, which is none of numbers, dates, timestamps, texts, enums, "
                           "booleans and UUIDs; leave it out, or read it as text with ?query=SELECT …::text",
                           quoted(*name), column.type_name));
            read.push_back({*name, *column.type, encode::meaning_of(*name, input_)});
        }
        return read;
    }

    // Numbers of any length and texts can be spelled in several ways; of other types each value has one.
    Result<std::string> why_not_spelled(const Table& rows, Progress& progress) {
        for (std::size_t c = 0; c < rows.width(); ++c) {
            const Layout layout = relation_.columns[c].type->layout;
            if (layout != Layout::numeric && layout != Layout::text) continue;
            SCRIM_TRY(const TextRows spelled, snapshot_->attempt([&](Connection& connection) {
                return connection.ask(format("SELECT DISTINCT {}::pg_catalog.text COLLATE \"C\" FROM {}",
                                             sql_name(rows.name(c)), relation_.from),
                                      {}, progress);
            }));
            const Domain& domain = rows[c].domain();
            if (spelled.size() != domain.size())
                return format("column {} spells a value in several ways", quoted(rows.name(c)));
            std::vector<std::string> labels, texts;
            for (Code code = 0; code < domain.values(); ++code) labels.push_back(domain.label(code));
            for (const auto& row : spelled)
                if (row[0]) texts.push_back(*row[0]);
            std::sort(labels.begin(), labels.end());
            std::sort(texts.begin(), texts.end());
            const auto differ = std::mismatch(labels.begin(), labels.end(), texts.begin(), texts.end());
            if (differ.first != labels.end() || differ.second != texts.end())
                return format("column {} holds {}, which would be written otherwise", quoted(rows.name(c)),
                              quoted(differ.second == texts.end() ? std::string() : *differ.second));
        }
        return std::string();
    }

    std::shared_ptr<Snapshot> snapshot_;
    Relation relation_;
    TableInput input_;
    bool ours_;  // a table that we wrote
    std::vector<std::string> names_;
};

}  // namespace

Result<std::unique_ptr<TableSource>> open_source(const TableInput& input) {
    SCRIM_TRY(const Address address, [&]() -> Result<Address> {
        auto read = address_of(input);
        if (!read) return input_error(format("{}: {}", input.name(), read.error().message));
        return read;
    }());
    SCRIM_TRY(std::shared_ptr<Snapshot> snapshot, Snapshot::of(address));
    SCRIM_TRY(Relation relation,
              snapshot->attempt([&](Connection& connection) { return find_relation(connection, address); }));
    return std::unique_ptr<TableSource>(
        std::make_unique<PostgresSource>(std::move(snapshot), std::move(relation), input, false));
}

Result<std::unique_ptr<TableSource>> open_table(std::shared_ptr<Snapshot> snapshot, const std::string& schema,
                                                const std::string& table, const TableInput& input) {
    SCRIM_TRY(Relation relation, table_relation(snapshot->connection(), schema, table));
    return std::unique_ptr<TableSource>(
        std::make_unique<PostgresSource>(std::move(snapshot), std::move(relation), input, true));
}

}  // namespace scrim::libpq
