#include "adapters/duckdb/files/source.h"

#include "adapters/duckdb/files/as_written.h"
#include "adapters/duckdb/files/beside_rows.h"
#include "adapters/duckdb/files/csv_header.h"
#include "adapters/duckdb/files/database.h"
#include "adapters/duckdb/files/encoder.h"
#include "adapters/duckdb/files/engine_message.h"
#include "adapters/duckdb/files/line_ends.h"
#include "adapters/duckdb/files/relation.h"
#include "kernel/core/number_text.h"
#include "kernel/core/text.h"

#include <algorithm>
#include <future>
#include <utility>

namespace scrim::engine {
namespace {

class FileSource final : public TableSource {
public:
    explicit FileSource(Relation relation) : relation_(std::move(relation)) {}

    const std::string& name() const override { return relation_.name; }
    const std::vector<std::string>& columns() const override { return relation_.columns; }

    Result<Table> read(std::span<const std::string> columns, Progress& progress) override {
        return read_as<Table>(columns, progress, [&](const std::string& sql) {
            return encode(*relation_.database, sql, columns, meant(columns), progress);
        });
    }

    Result<Tuples> read_tuples(std::span<const std::string> columns, std::size_t memory, Progress& progress) override {
        if (columns.empty()) return counted(progress);
        return read_as<Tuples>(columns, progress, [&](const std::string& sql) {
            return encode_tuples(*relation_.database, sql, columns, meant(columns), memory, progress);
        });
    }

    Result<std::string> why_not_as_written(const Table& rows, Progress& progress) override {
        progress.stage("comparing " + relation_.name, 0);
        return scrim::engine::why_not_as_written(relation_, rows, progress);
    }

    bool holds_text(std::string_view column) const override {
        const auto found = std::find(relation_.columns.begin(), relation_.columns.end(), column);
        const auto place = static_cast<std::size_t>(found - relation_.columns.begin());
        return place >= relation_.text.size() || relation_.text[place];  // of CSV, every cell
    }

    Result<std::string> beside_rows() override { return scrim::engine::beside_rows(relation_); }

private:
    // One row of no columns, as often as there are records. The first column is read all the same, so that what would
    // be refused is, but none of its values is kept.
    Result<Tuples> counted(Progress& progress) {
        const std::vector<std::string> first{relation_.columns.front()};
        const std::vector<ColumnType> as_it_is{ColumnType::category};
        SCRIM_TRY(const Tuples rows, read_as<Tuples>(first, progress, [&](const std::string& sql) {
                      const std::string missing =
                          format("SELECT CAST(c IS NULL AS VARCHAR) FROM ({}) AS rows_read(c)", sql);
                      return encode_tuples(*relation_.database, missing, first, as_it_is, 0, progress);
                  }));
        Tuples count;
        count.total = rows.total;
        if (count.total > 0) count.weights.push_back(static_cast<std::uint32_t>(count.total));
        return count;
    }

    // What read_query() makes of the query for these columns. Errors name the source.
    template <class T, class ReadQuery>
    Result<T> read_as(std::span<const std::string> columns, Progress& progress, ReadQuery read_query) {
        Result<T> result = read_checked<T>(columns, progress, read_query);
        if (!result && result.error().kind != Error::Kind::cancelled)
            return Error{result.error().kind, format("{}: {}", relation_.name, result.error().message)};
        return result;
    }

    template <class T, class ReadQuery>
    Result<T> read_checked(std::span<const std::string> columns, Progress& progress, ReadQuery read_query) {
        SCRIM_TRY(const std::string expressions, project(columns));
        progress.stage("reading " + relation_.name, relation_.rows);
        progress.unit("rows");
        std::future<Result<void>> whole;
        if (relation_.format.compression != Compression::none)
            whole = std::async(std::launch::async, [&] { return check_whole(relation_, progress); });
        Result<T> result = read_query(format("SELECT {} FROM {}", expressions, relation_.from));
        if (whole.valid()) SCRIM_CHECK(whole.get());  // first, for what else is wrong may follow from it
        if (result || !relation_.from_copy) return result;
        if (result.error().message == uneven_line_ends && !even_lines_) {
            SCRIM_TRY(even_lines_, guarded([&] { return MemoryFile::make(with_even_line_ends(reader())); }));
            relation_.from = relation_.from_copy(even_lines_->path());
            return read_checked<T>(columns, progress, read_query);
        }
        return with_true_line(result.error());
    }

    ReadDecompressed reader() const { return relation_.database->reader(relation_.path); }

    // DuckDB counts records, an editor lines.
    Error with_true_line(Error error) const {
        const std::string_view start = "line ";
        if (!error.message.starts_with(start)) return error;
        const std::size_t end = error.message.find(' ', start.size());
        const auto record = parse_decimal(std::string_view(error.message).substr(start.size(), end - start.size()));
        if (!record) return error;
        const std::uint64_t line = line_of_record(reader(), static_cast<std::uint64_t>(record->units));
        return {error.kind, format("line {}{}", line, error.message.substr(end))};
    }

    // The SQL expressions of the named columns.
    Result<std::string> project(std::span<const std::string> columns) const {
        if (columns.empty()) return input_error("no column is asked for; name at least one");
        std::vector<std::string> chosen;
        for (auto name = columns.begin(); name != columns.end(); ++name) {
            const auto found = std::find(relation_.columns.begin(), relation_.columns.end(), *name);
            if (found == relation_.columns.end()) return missing_column(*name);
            if (std::find(columns.begin(), name, *name) != name)
                return input_error(format("column {} is asked for twice", quoted(*name)));
            chosen.push_back(relation_.expressions[static_cast<std::size_t>(found - relation_.columns.begin())]);
        }
        return join(chosen, ", ");
    }

    // What the values of these columns, which are there, mean.
    std::vector<ColumnType> meant(std::span<const std::string> columns) const {
        std::vector<ColumnType> types;
        for (const std::string& name : columns) {
            const auto found = std::find(relation_.columns.begin(), relation_.columns.end(), name);
            types.push_back(relation_.meant[static_cast<std::size_t>(found - relation_.columns.begin())]);
        }
        return types;
    }

    Error missing_column(const std::string& name) const {
        const std::vector<std::string>& there = relation_.columns;
        if (const char delimiter = there.size() == 1 ? unsplit_delimiter(there[0]) : '\0';
            delimiter && relation_.format.spec->dialects)
            return input_error(format("there is no column {}, only {}; the delimiter looks wrong, give {}",
                                      quoted(name), quoted(there[0]), delimiter_name(delimiter)));
        return input_error(format("there is no column {}{}; there are {}", quoted(name), did_you_mean(name, there),
                                  list_some(there, 20)));
    }

    Relation relation_;
    std::shared_ptr<MemoryFile> even_lines_;  // the file once more, where its line ends are mixed
};

}  // namespace

Result<std::unique_ptr<TableSource>> open_source(const TableInput& options) {
    SCRIM_TRY(Relation relation, open_relation(options));
    return std::unique_ptr<TableSource>(std::make_unique<FileSource>(std::move(relation)));
}

}  // namespace scrim::engine
