#include "engine/sink.h"

#include "core/output_file.h"
#include "core/text.h"
#include "engine/database.h"
#include "engine/file_format.h"

#include <duckdb/execution/partition_info.hpp>
#include <duckdb/function/table_function.hpp>
#include <duckdb/main/extension/extension_loader.hpp>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <filesystem>

namespace scrim {
namespace {

// Rows that one thread takes at once; a multiple of DuckDB's vector size.
constexpr std::size_t block_rows = 16 * STANDARD_VECTOR_SIZE;

// The narrowest exact type for a domain of numbers. 128-bit integers are decimals here, for Parquet would round them.
duckdb::LogicalType number_type(const Domain& domain) {
    const auto fits = [&](Int128 limit) {
        return domain.values() == 0 || (domain.units(0) > -limit && domain.units(domain.values() - 1) < limit);
    };
    const auto scale = static_cast<std::uint8_t>(domain.scale());
    if (scale == 0 && fits(Int128{1} << 63)) return duckdb::LogicalType::BIGINT;
    if (scale <= 18 && fits(1'000'000'000'000'000'000)) return duckdb::LogicalType::DECIMAL(18, scale);
    return duckdb::LogicalType::DECIMAL(38, scale);
}

duckdb::LogicalType output_type(const Domain& domain, bool typed) {
    if (!typed) return duckdb::LogicalType::VARCHAR;
    switch (domain.kind()) {
        case Domain::Kind::text: return duckdb::LogicalType::VARCHAR;
        case Domain::Kind::number: return number_type(domain);
        case Domain::Kind::date: return duckdb::LogicalType::DATE;
        case Domain::Kind::timestamp: return duckdb::LogicalType::TIMESTAMP;
    }
    return duckdb::LogicalType::VARCHAR;
}

template <class T, class Convert>
void fill(duckdb::Vector& vector, const Domain& domain, Convert convert) {
    T* values = duckdb::FlatVector::GetData<T>(vector);
    for (Code code = 0; code < domain.values(); ++code) values[code] = convert(code);
}

// All values of a domain as one vector, which the columns' codes then select from.
duckdb::Vector domain_vector(const Domain& domain, const duckdb::LogicalType& type) {
    duckdb::Vector vector(type, std::max<Code>(domain.size(), 1));
    switch (type.InternalType()) {
        case duckdb::PhysicalType::INT32:
            fill<std::int32_t>(vector, domain,
                               [&](Code code) { return static_cast<std::int32_t>(domain.units(code)); });
            break;
        case duckdb::PhysicalType::INT64:
            fill<std::int64_t>(vector, domain,
                               [&](Code code) { return static_cast<std::int64_t>(domain.units(code)); });
            break;
        case duckdb::PhysicalType::INT128:
            fill<duckdb::hugeint_t>(vector, domain, [&](Code code) {
                const Int128 units = domain.units(code);
                return duckdb::hugeint_t(static_cast<std::int64_t>(units >> 64), static_cast<std::uint64_t>(units));
            });
            break;
        default:
            fill<duckdb::string_t>(
                vector, domain, [&](Code code) { return duckdb::StringVector::AddString(vector, domain.label(code)); });
    }
    if (domain.has_null()) duckdb::FlatVector::SetNull(vector, domain.null_code(), true);
    return vector;
}

// A table function without arguments that yields our table. DuckDB asks for it block by block from several threads; the
// block's number lets it keep the rows in order.
struct TableScan : duckdb::TableFunctionInfo {
    TableScan(const Table& scanned, bool typed) : table(scanned) {
        for (std::size_t c = 0; c < table.width(); ++c) {
            types.push_back(output_type(table[c].domain(), typed));
            domains.push_back(domain_vector(table[c].domain(), types.back()));
        }
    }

    const Table& table;
    duckdb::vector<duckdb::LogicalType> types;
    duckdb::vector<duckdb::Vector> domains;
};

struct ScanBinding : duckdb::TableFunctionData {
    explicit ScanBinding(TableScan& bound) : scan(bound) {}
    TableScan& scan;
};

struct ScanProgress : duckdb::GlobalTableFunctionState {
    explicit ScanProgress(std::size_t count) : blocks(count) {}
    duckdb::idx_t MaxThreads() const override { return std::max<std::size_t>(blocks, 1); }
    std::size_t blocks;
    std::atomic<std::size_t> next_block = 0;
};

struct ScanBlock : duckdb::LocalTableFunctionState {
    std::size_t number = 0;
    std::size_t row = 0, end = 0;  // what is left of it
};

duckdb::unique_ptr<duckdb::FunctionData> bind_scan(duckdb::ClientContext&, duckdb::TableFunctionBindInput& input,
                                                   duckdb::vector<duckdb::LogicalType>& types,
                                                   duckdb::vector<std::string>& names) {
    auto& scan = input.info->Cast<TableScan>();
    types = scan.types;
    names.assign(scan.table.names().begin(), scan.table.names().end());
    return duckdb::make_uniq<ScanBinding>(scan);
}

duckdb::unique_ptr<duckdb::GlobalTableFunctionState> begin_scan(duckdb::ClientContext&,
                                                                duckdb::TableFunctionInitInput& input) {
    const Table& table = input.bind_data->Cast<ScanBinding>().scan.table;
    return duckdb::make_uniq<ScanProgress>((table.rows() + block_rows - 1) / block_rows);
}

duckdb::unique_ptr<duckdb::LocalTableFunctionState> begin_block(duckdb::ExecutionContext&,
                                                                duckdb::TableFunctionInitInput&,
                                                                duckdb::GlobalTableFunctionState*) {
    return duckdb::make_uniq<ScanBlock>();
}

void scan_rows(duckdb::ClientContext&, duckdb::TableFunctionInput& input, duckdb::DataChunk& output) {
    TableScan& scan = input.bind_data->Cast<ScanBinding>().scan;
    auto& progress = input.global_state->Cast<ScanProgress>();
    auto& block = input.local_state->Cast<ScanBlock>();
    if (block.row == block.end) {
        block.number = progress.next_block++;
        if (block.number >= progress.blocks) return;
        block.row = block.number * block_rows;
        block.end = std::min(block.row + block_rows, scan.table.rows());
    }
    const std::size_t count = std::min<std::size_t>(STANDARD_VECTOR_SIZE, block.end - block.row);
    for (std::size_t c = 0; c < scan.table.width(); ++c) {
        duckdb::SelectionVector selection(count);
        scan.table[c].visit([&](auto codes) {
            for (std::size_t i = 0; i < count; ++i) selection.set_index(i, codes[block.row + i]);
        });
        output.data[c].Dictionary(scan.domains[c], scan.table[c].domain().size(), selection, count);
    }
    output.SetCardinality(count);
    block.row += count;
}

duckdb::OperatorPartitionData block_number(duckdb::ClientContext&, duckdb::TableFunctionGetPartitionInput& input) {
    return duckdb::OperatorPartitionData(input.local_state->Cast<ScanBlock>().number);
}

std::string copy_options(const FileFormat& format) {
    static constexpr std::string_view compressions[] = {"none", "gzip", "zstd"};
    const std::string_view compression = compressions[static_cast<int>(format.compression)];
    switch (format.kind) {
        case FileFormat::Kind::parquet: return "FORMAT parquet";
        case FileFormat::Kind::json:
            return scrim::format("FORMAT json, ARRAY {}, COMPRESSION {}", format.extension == "json", compression);
        default:
            return scrim::format("FORMAT csv, HEADER true, DELIMITER '{}', COMPRESSION {}",
                                 format.extension == "tsv" ? '\t' : ',', compression);
    }
}

Result<void> check_target(const Table& table, const FileFormat& format) {
    if (format.kind == FileFormat::Kind::database)
        return input_error("a DuckDB file cannot be written; .csv, .parquet and .json can");
    if (format.kind == FileFormat::Kind::parquet && format.compression != Compression::none)
        return input_error("a .parquet file is compressed inside; leave the .gz or .zst away");
    if (table.width() == 0) return input_error("the table has no columns; at least one is expected");
    // DuckDB would rename the second of two such columns.
    std::vector<std::string> names = table.names();
    for (std::string& name : names)
        std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
    std::sort(names.begin(), names.end());
    if (const auto twice = std::adjacent_find(names.begin(), names.end()); twice != names.end())
        return input_error(scrim::format("two columns are named {}, but for upper and lower case; rename one",
                                         quoted(std::string_view(*twice))));
    return {};
}

Result<void> write_to(const Table& table, const FileFormat& format, const std::string& file) {
    SCRIM_TRY(const auto database, Database::open(0));
    return guarded([&]() -> Result<void> {
        duckdb::TableFunction function("scrim_table", {}, scan_rows, bind_scan, begin_scan, begin_block);
        function.get_partition_data = block_number;
        function.function_info = duckdb::make_shared_ptr<TableScan>(table, format.kind != FileFormat::Kind::csv);
        duckdb::ExtensionLoader(database->instance(), "scrim").RegisterFunction(function);
        SCRIM_TRY(const auto copied,
                  ask(*database, scrim::format("COPY (SELECT * FROM scrim_table()) TO {} ({}, USE_TMP_FILE false)",
                                               sql_text(file), copy_options(format))));
        return {};
    });
}

// DuckDB says: Could not write file "<name>": <reason>. The name is one that nobody knows.
std::string_view after_name(std::string_view message, std::string_view name) {
    const std::size_t found = message.find(name);
    return found == std::string_view::npos ? message
                                           : message.substr(std::min(message.size(), found + name.size() + 3));
}

}  // namespace

Result<void> write_table(const Table& table, const std::string& path) {
    const FileFormat format = format_of(path);
    const auto failed = [&](Error::Kind kind, std::string_view reason) {
        return Error{kind, scrim::format("cannot write {}: {}", quoted(path), reason)};
    };
    if (const auto checked = check_target(table, format); !checked)
        return failed(checked.error().kind, checked.error().message);
    SCRIM_TRY(OutputFile file, OutputFile::create(path));
    const std::string temporary = std::filesystem::absolute(file.temporary()).string();
    if (const auto written = write_to(table, format, temporary); !written)
        return failed(written.error().kind, after_name(written.error().message, temporary));
    return file.commit();
}

}  // namespace scrim
