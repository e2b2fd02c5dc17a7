// BackendTable: a table of the server as the library's verbs read one, through the backend that they run in.
//
//   BackendTable table(reader, read_as({}, policy), Written::by_others);
//   Result<CheckReport> report = checking::check_table({table}, request, progress);
//
// What comes out is what adapters/libpq reads of the same table, whose code turns cells into codes.
#pragma once

#include "adapters/libpq/cells/copy_rows.h"
#include "adapters/libpq/cells/row_reader.h"
#include "kernel/core/source.h"
#include "scrim/input.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace scrim::postgres {

struct TableColumn {
    std::string name;
    std::uint32_t type = 0;  // of a domain: the type below it
    std::string type_name;   // as SQL writes it
    bool as_text = false;    // enums and labels: what they print
};

// One table as one snapshot has it. Its functions throw what ends the statement.
class TableReader {
public:
    virtual ~TableReader() = default;
    virtual const std::string& name() const = 0;  // for messages
    virtual const std::string& from() const = 0;  // for SQL
    virtual const std::vector<TableColumn>& columns() const = 0;
    // Every row of a query, each cell in the binary form of its type. Ends with the first error of `take`.
    using Take = std::function<Result<void>(std::span<const libpq::Field>)>;
    virtual Result<void> read(const std::string& sql, std::span<const libpq::Layout> layouts, const Take& take) = 0;
};

enum class Written { by_others, by_us };

class BackendTable final : public TableSource {
public:
    // `reading` says what columns mean.
    BackendTable(std::shared_ptr<TableReader> reader, TableInput reading, Written written);

    const std::string& name() const override { return reader_->name(); }
    const std::vector<std::string>& columns() const override { return names_; }
    Result<Table> read(std::span<const std::string> columns, Progress& progress) override;
    Result<Tuples> read_tuples(std::span<const std::string> columns, std::size_t memory, Progress& progress) override;
    Result<std::string> why_not_as_written(const Table& rows, Progress& progress) override;

private:
    Result<std::vector<libpq::ReadColumn>> places_of(std::span<const std::string> columns) const;
    Result<libpq::RowReader> rows_of(std::span<const std::string> columns, std::size_t memory, Progress& progress);
    Result<std::string> spelled_otherwise(const Table& rows, Progress& progress);
    Error about(const Error& error) const;

    std::shared_ptr<TableReader> reader_;
    TableInput reading_;
    Written written_;
    std::vector<std::string> names_;
};

}  // namespace scrim::postgres
