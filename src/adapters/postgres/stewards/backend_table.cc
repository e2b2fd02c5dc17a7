#include "adapters/postgres/stewards/backend_table.h"

#include "adapters/postgres/sql_text.h"
#include "kernel/core/text.h"
#include "kernel/encode/row_limit.h"

#include <algorithm>
#include <utility>

namespace scrim::postgres {
namespace {

libpq::CellType type_of(const TableColumn& column) {
    return column.as_text ? libpq::CellType{} : libpq::cell_type(column.type).value_or(libpq::CellType{});
}

}  // namespace

BackendTable::BackendTable(std::shared_ptr<TableReader> reader, TableInput reading, Written written)
    : reader_(std::move(reader)), reading_(std::move(reading)), written_(written) {
    for (const TableColumn& column : reader_->columns()) names_.push_back(column.name);
}

Error BackendTable::about(const Error& error) const {
    if (error.kind == Error::Kind::cancelled) return error;
    return {error.kind, format("{}: {}", name(), error.message)};
}

Result<std::vector<libpq::ReadColumn>> BackendTable::places_of(std::span<const std::string> columns) const {
    std::vector<libpq::ReadColumn> read;
    for (const std::string& asked : columns) {
        const auto found = std::find(names_.begin(), names_.end(), asked);
        if (found == names_.end())
            return input_error(format("there is no column {}{}; there are {}", quoted(asked),
                                      did_you_mean(asked, names_), list_some(names_, 20)));
        const TableColumn& column = reader_->columns()[static_cast<std::size_t>(found - names_.begin())];
        if (!column.as_text && !libpq::cell_type(column.type))
            return input_error(
                format("column {} has the type {}, which is none of numbers, dates, timestamps, texts, enums, "
                       "booleans and UUIDs; read a view that casts it to text",
                       quoted(asked), column.type_name));
        read.push_back({asked, type_of(column), encode::meaning_of(asked, reading_)});
    }
    return read;
}

Result<libpq::RowReader> BackendTable::rows_of(std::span<const std::string> columns, std::size_t memory,
                                               Progress& progress) {
    SCRIM_TRY(std::vector<libpq::ReadColumn> places, places_of(columns));
    std::vector<libpq::Layout> layouts;
    std::vector<std::string> expressions;
    for (const libpq::ReadColumn& place : places) {
        const auto at = static_cast<std::size_t>(std::find(names_.begin(), names_.end(), place.name) - names_.begin());
        layouts.push_back(place.type.layout);
        expressions.push_back(sql_name(place.name) + (reader_->columns()[at].as_text ? "::pg_catalog.text" : ""));
    }
    progress.stage("reading " + name(), 0);
    libpq::RowReader rows(std::move(places), false, memory);
    SCRIM_CHECK(reader_->read(format("SELECT {} FROM {}", join(expressions, ", "), reader_->from()), layouts,
                              [&](std::span<const libpq::Field> fields) -> Result<void> {
                                  if (progress.cancelled()) return cancelled_error();
                                  return rows.add(fields);
                              }));
    return rows;
}

Result<Table> BackendTable::read(std::span<const std::string> columns, Progress& progress) {
    if (columns.empty()) return input_error("no column is asked for; name at least one");
    auto rows = rows_of(columns, 0, progress);
    if (!rows) return about(rows.error());
    auto table = rows->table(progress);
    if (!table) return about(table.error());
    return table;
}

Result<Tuples> BackendTable::read_tuples(std::span<const std::string> columns, std::size_t memory, Progress& progress) {
    auto rows = rows_of(columns, memory, progress);
    if (!rows) return about(rows.error());
    if (columns.empty()) {  // one row of no columns, as often as there are rows
        Tuples count;
        count.total = rows->rows();
        count.weights.push_back(static_cast<std::uint32_t>(count.total));
        return count;
    }
    auto tuples = rows->tuples(progress);
    if (!tuples) return about(tuples.error());
    return tuples;
}

Result<std::string> BackendTable::why_not_as_written(const Table& rows, Progress& progress) {
    if (written_ == Written::by_others)
        return std::string("this is a table of a database, and no file that is written");
    auto why = spelled_otherwise(rows, progress);
    if (!why) return about(why.error());
    return why;
}

// Numbers of any length and texts can be spelled in several ways; of other types each value has one.
Result<std::string> BackendTable::spelled_otherwise(const Table& rows, Progress& progress) {
    for (std::size_t c = 0; c < rows.width(); ++c) {
        const auto at =
            static_cast<std::size_t>(std::find(names_.begin(), names_.end(), rows.name(c)) - names_.begin());
        const libpq::Layout layout = type_of(reader_->columns()[at]).layout;
        if (layout != libpq::Layout::numeric && layout != libpq::Layout::text) continue;
        std::vector<std::string> texts;
        bool has_null = false;
        const libpq::Layout text[] = {libpq::Layout::text};
        SCRIM_CHECK(reader_->read(format("SELECT DISTINCT {}::pg_catalog.text COLLATE \"C\" FROM {}",
                                         sql_name(rows.name(c)), reader_->from()),
                                  text, [&](std::span<const libpq::Field> fields) -> Result<void> {
                                      if (progress.cancelled()) return cancelled_error();
                                      if (fields[0].null)
                                          has_null = true;
                                      else
                                          texts.emplace_back(fields[0].bytes);
                                      return {};
                                  }));
        const Domain& domain = rows[c].domain();
        std::vector<std::string> labels;
        for (Code code = 0; code < domain.values(); ++code) labels.push_back(domain.label(code));
        std::sort(labels.begin(), labels.end());
        std::sort(texts.begin(), texts.end());
        if (labels != texts || has_null != domain.has_null())
            return format("column {} holds values that would be written otherwise", quoted(rows.name(c)));
    }
    return std::string();
}

}  // namespace scrim::postgres
