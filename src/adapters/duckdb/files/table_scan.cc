#include "adapters/duckdb/files/table_scan.h"

#include "kernel/core/expansion.h"
#include "kernel/core/text.h"
#include "kernel/encode/number_width.h"

#include <algorithm>
#include <memory>
#include <vector>

namespace scrim::engine {
namespace {

// A type of DuckDB's that values are written in.
struct WrittenType {
    duckdb_type id = DUCKDB_TYPE_VARCHAR;
    std::uint8_t width = 0, scale = 0;  // of decimals

    TypeHandle handle() const {
        return TypeHandle(id == DUCKDB_TYPE_DECIMAL ? duckdb_create_decimal_type(width, scale)
                                                    : duckdb_create_logical_type(id));
    }
};

// The narrowest exact type for a domain of numbers. 128-bit integers are decimals here, for Parquet would round them.
WrittenType number_type(const Domain& domain) {
    const int digits = encode::decimal_digits(domain);
    if (digits == 0) return {DUCKDB_TYPE_BIGINT};
    return {DUCKDB_TYPE_DECIMAL, static_cast<std::uint8_t>(digits), static_cast<std::uint8_t>(domain.scale())};
}

WrittenType output_type(const Domain& domain, bool typed) {
    if (!typed) return {DUCKDB_TYPE_VARCHAR};
    switch (domain.kind()) {
        case Domain::Kind::text: return {DUCKDB_TYPE_VARCHAR};
        case Domain::Kind::number: return number_type(domain);
        case Domain::Kind::date: return {DUCKDB_TYPE_DATE};
        case Domain::Kind::timestamp: return {DUCKDB_TYPE_TIMESTAMP};
    }
    return {DUCKDB_TYPE_VARCHAR};
}

template <class T, class Convert>
void fill(duckdb_vector vector, const Domain& domain, Convert convert) {
    T* values = static_cast<T*>(duckdb_vector_get_data(vector));
    for (Code code = 0; code < domain.values(); ++code) values[code] = convert(domain.units(code));
}

// All values of a domain as one vector, which the columns' codes then select from.
VectorHandle domain_vector(const Domain& domain, const WrittenType& type) {
    VectorHandle vector(duckdb_create_vector(type.handle(), std::max<Code>(domain.size(), 1)));
    switch (type.id) {
        case DUCKDB_TYPE_DATE:
            fill<std::int32_t>(vector, domain, [](Int128 units) { return static_cast<std::int32_t>(units); });
            break;
        case DUCKDB_TYPE_TIMESTAMP:
        case DUCKDB_TYPE_BIGINT:
            fill<std::int64_t>(vector, domain, [](Int128 units) { return static_cast<std::int64_t>(units); });
            break;
        case DUCKDB_TYPE_DECIMAL:
            if (type.width == 18)
                fill<std::int64_t>(vector, domain, [](Int128 units) { return static_cast<std::int64_t>(units); });
            else
                fill<duckdb_hugeint>(vector, domain, [](Int128 units) {
                    return duckdb_hugeint{static_cast<std::uint64_t>(units), static_cast<std::int64_t>(units >> 64)};
                });
            break;
        default:
            for (Code code = 0; code < domain.values(); ++code) {
                const std::string label = domain.label(code);
                duckdb_vector_assign_string_element_len(vector, code, label.data(), label.size());
            }
    }
    if (domain.has_null()) {
        duckdb_vector_ensure_validity_writable(vector);
        duckdb_validity_set_row_invalid(duckdb_vector_get_validity(vector), domain.null_code());
    }
    return vector;
}

constexpr const char* scan_name = "scrim_table";

// What scrim_table() scans, with the values of all domains as vectors that rows select from.
struct TableScan {
    TableScan(const Table& scanned, std::span<const std::uint32_t> all_weights, bool typed)
        : table(scanned), weights(all_weights) {
        for (std::size_t c = 0; c < table.width(); ++c) {
            const WrittenType type = output_type(table[c].domain(), typed);
            types.push_back(type.handle());
            domains.push_back(domain_vector(table[c].domain(), type));
        }
    }

    const Table& table;
    const std::span<const std::uint32_t> weights;
    std::vector<TypeHandle> types;
    std::vector<VectorHandle> domains;
};

struct ScanProgress {
    explicit ScanProgress(const TableScan& scanned)
        : scan(scanned), rows(scan.table.rows(), scan.weights), places(duckdb_vector_size()) {}
    const TableScan& scan;
    Expansion rows;  // that are left
    std::vector<std::uint32_t> places;
};

void bind_scan(duckdb_bind_info call) {
    const auto* const scan = static_cast<TableScan*>(*static_cast<void**>(duckdb_bind_get_extra_info(call)));
    if (!scan) return duckdb_bind_set_error(call, "this function is not for queries");
    for (std::size_t c = 0; c < scan->table.width(); ++c)
        duckdb_bind_add_result_column(call, scan->table.name(c).c_str(), scan->types[c]);
}

void begin_scan(duckdb_init_info call) {
    const auto* const scan = static_cast<TableScan*>(*static_cast<void**>(duckdb_init_get_extra_info(call)));
    duckdb_init_set_max_threads(call, 1);
    duckdb_init_set_init_data(call, new ScanProgress(*scan),
                              [](void* progress) { delete static_cast<ScanProgress*>(progress); });
}

void scan_rows(duckdb_function_info call, duckdb_data_chunk output) {
    auto& progress = *static_cast<ScanProgress*>(duckdb_function_get_init_data(call));
    const std::size_t count = progress.rows.take(progress.places);
    for (std::size_t c = 0; count > 0 && c < progress.scan.table.width(); ++c) {
        const SelectionHandle selection(duckdb_create_selection_vector(count));
        sel_t* const selected = duckdb_selection_vector_get_data_ptr(selection);
        progress.scan.table[c].visit([&](auto codes) {
            for (std::size_t i = 0; i < count; ++i) selected[i] = codes[progress.places[i]];
        });
        const duckdb_vector column = duckdb_data_chunk_get_vector(output, c);
        duckdb_vector_reference_vector(column, progress.scan.domains[c]);
        duckdb_slice_vector(column, selection, count);
    }
    duckdb_data_chunk_set_size(output, count);
}

duckdb_state add_scan(duckdb_connection connection, const std::string& name, void** subject) {
    const TableFunctionHandle function(duckdb_create_table_function());
    duckdb_table_function_set_name(function, name.c_str());
    duckdb_table_function_set_extra_info(function, subject, nullptr);
    duckdb_table_function_set_bind(function, bind_scan);
    duckdb_table_function_set_init(function, begin_scan);
    duckdb_table_function_set_function(function, scan_rows);
    return duckdb_register_table_function(connection, function);
}

}  // namespace

std::string written_type(const Domain& domain) {
    const WrittenType type = output_type(domain, true);
    switch (type.id) {
        case DUCKDB_TYPE_BIGINT: return "BIGINT";
        case DUCKDB_TYPE_DECIMAL: return format("DECIMAL({},{})", type.width, type.scale);
        case DUCKDB_TYPE_DATE: return "DATE";
        case DUCKDB_TYPE_TIMESTAMP: return "TIMESTAMP";
        default: return "VARCHAR";
    }
}

Result<void> define_table_scan(Database& database, const Table& table, std::span<const std::uint32_t> weights,
                               bool typed) {
    SCRIM_CHECK(database.define(scan_name, add_scan));
    database.set_subject(scan_name, std::make_shared<TableScan>(table, weights, typed));
    return {};
}

}  // namespace scrim::engine
