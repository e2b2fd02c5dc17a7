#include "engine/source.h"

#include "core/text.h"
#include "engine/as_written.h"
#include "engine/beside_rows.h"
#include "engine/csv_header.h"
#include "engine/encoder.h"
#include "engine/relation.h"

#include <algorithm>
#include <future>
#include <utility>

namespace scrim {
namespace {

class FileSource final : public TableSource {
public:
    explicit FileSource(Relation relation) : relation_(std::move(relation)) {}

    const std::string& name() const override { return relation_.name; }
    const std::vector<std::string>& columns() const override { return relation_.columns; }

    Result<Table> read(std::span<const std::string> columns, Progress& progress) override {
        return read_as<Table>(columns, progress, [&](const std::string& sql) {
            return encode(*relation_.database, sql, columns, progress);
        });
    }

    Result<Tuples> read_tuples(std::span<const std::string> columns, std::size_t memory, Progress& progress) override {
        return read_as<Tuples>(columns, progress, [&](const std::string& sql) {
            return encode_tuples(*relation_.database, sql, columns, memory, progress);
        });
    }

    Result<std::string> why_not_as_written(const Table& rows, Progress& progress) override {
        progress.stage("comparing " + relation_.name, 0);
        return scrim::why_not_as_written(relation_, rows, progress);
    }

    Result<std::string> beside_rows() override { return scrim::beside_rows(relation_); }

private:
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
        std::future<Result<void>> whole;
        if (relation_.format.compression != Compression::none)
            whole = std::async(std::launch::async, [&] { return check_whole(relation_, progress); });
        Result<T> result = read_query(format("SELECT {} FROM {}", expressions, relation_.from));
        if (whole.valid()) SCRIM_CHECK(whole.get());  // first, for what else is wrong may follow from it
        return result;
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

    Error missing_column(const std::string& name) const {
        const std::vector<std::string>& there = relation_.columns;
        if (const char delimiter = there.size() == 1 ? unsplit_delimiter(there[0]) : '\0';
            delimiter && relation_.format.kind == FileFormat::Kind::csv)
            return input_error(format("there is no column {}, only {}; the delimiter looks wrong, give {}",
                                      quoted(name), quoted(there[0]), delimiter_name(delimiter)));
        return input_error(format("there is no column {}{}; there are {}", quoted(name), did_you_mean(name, there),
                                  list_some(there, 20)));
    }

    Relation relation_;
};

}  // namespace

Result<std::unique_ptr<TableSource>> open_source(const TableInput& options) {
    SCRIM_TRY(Relation relation, open_relation(options));
    return std::unique_ptr<TableSource>(std::make_unique<FileSource>(std::move(relation)));
}

}  // namespace scrim
