#include "adapters/duckdb/files/table_scan.h"

#include "adapters/duckdb/files/expansion.h"

#include <duckdb/function/table_function.hpp>
#include <duckdb/main/client_context_state.hpp>

#include <algorithm>
#include <array>

namespace scrim::engine {
namespace {

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

constexpr const char* scan_name = "scrim_table";

// What a connection's scrim_table() scans, with the values of all domains as vectors that rows select from.
struct TableScan : duckdb::ClientContextState {
    TableScan(const Table& scanned, std::span<const std::uint32_t> all_weights, bool typed)
        : table(scanned), weights(all_weights) {
        for (std::size_t c = 0; c < table.width(); ++c) {
            types.push_back(output_type(table[c].domain(), typed));
            domains.push_back(domain_vector(table[c].domain(), types.back()));
        }
    }

    const Table& table;
    const std::span<const std::uint32_t> weights;
    duckdb::vector<duckdb::LogicalType> types;
    duckdb::vector<duckdb::Vector> domains;
};

struct ScanBinding : duckdb::TableFunctionData {
    explicit ScanBinding(TableScan& bound) : scan(bound) {}
    TableScan& scan;
};

struct ScanProgress : duckdb::GlobalTableFunctionState {
    explicit ScanProgress(const TableScan& scan) : rows(scan.table.rows(), scan.weights) {}
    Expansion rows;  // that are left
    std::array<std::uint32_t, STANDARD_VECTOR_SIZE> places{};
};

duckdb::unique_ptr<duckdb::FunctionData> bind_scan(duckdb::ClientContext& context, duckdb::TableFunctionBindInput&,
                                                   duckdb::vector<duckdb::LogicalType>& types,
                                                   duckdb::vector<std::string>& names) {
    const auto scan = context.registered_state->Get<TableScan>(scan_name);
    types = scan->types;
    names.assign(scan->table.names().begin(), scan->table.names().end());
    return duckdb::make_uniq<ScanBinding>(*scan);
}

duckdb::unique_ptr<duckdb::GlobalTableFunctionState> begin_scan(duckdb::ClientContext&,
                                                                duckdb::TableFunctionInitInput& input) {
    return duckdb::make_uniq<ScanProgress>(input.bind_data->Cast<ScanBinding>().scan);
}

void scan_rows(duckdb::ClientContext&, duckdb::TableFunctionInput& input, duckdb::DataChunk& output) {
    TableScan& scan = input.bind_data->Cast<ScanBinding>().scan;
    auto& progress = input.global_state->Cast<ScanProgress>();
    const std::size_t count = progress.rows.take(progress.places);
    if (count == 0) return;
    for (std::size_t c = 0; c < scan.table.width(); ++c) {
        duckdb::SelectionVector selection(count);
        scan.table[c].visit([&](auto codes) {
            for (std::size_t i = 0; i < count; ++i) selection.set_index(i, codes[progress.places[i]]);
        });
        output.data[c].Dictionary(scan.domains[c], scan.table[c].domain().size(), selection, count);
    }
    output.SetCardinality(count);
}

}  // namespace

std::string written_type(const Domain& domain) { return output_type(domain, true).ToString(); }

void define_table_scan(Database& database, const Table& table, std::span<const std::uint32_t> weights, bool typed) {
    database.define(duckdb::TableFunction(scan_name, {}, scan_rows, bind_scan, begin_scan));
    database.connection().context->registered_state->Insert(scan_name,
                                                            duckdb::make_shared_ptr<TableScan>(table, weights, typed));
}

}  // namespace scrim::engine
