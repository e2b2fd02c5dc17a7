#include "adapters/libpq/fingerprint.h"

#include "adapters/libpq/cells/sql_text.h"
#include "adapters/libpq/relation.h"
#include "adapters/libpq/snapshot.h"
#include "kernel/core/text.h"

#include <algorithm>
#include <vector>

namespace scrim::libpq {

Result<TableState> table_state(const TableInput& input, std::span<const std::string> without, Progress& progress) {
    SCRIM_TRY(const Address address, address_of(input));
    if (!address.query.empty())
        return input_error(format("{}: a query is given; a table is expected, which has a name", address.server));
    SCRIM_TRY(const auto snapshot, Snapshot::of(address));
    return snapshot->attempt([&](Connection& connection) -> Result<TableState> {
        SCRIM_TRY(const Relation relation, find_relation(connection, address));
        progress.stage("looking for changes in " + relation.name, 0);
        std::vector<std::string> columns, described;
        for (const RelationColumn& column : relation.columns) {
            if (std::find(without.begin(), without.end(), column.name) != without.end()) continue;
            columns.push_back(sql_name(column.name));
            described.push_back(column.name);
        }
        // Four sums of 64 bits each. A row of one column is written with ROW, too.
        std::string sums;
        for (int part = 0; part < 4; ++part)
            sums += format(", pg_catalog.sum(('x' || pg_catalog.substr(h, {}, 16))::bit(64)::pg_catalog.int8)",
                           16 * part + 1);
        const std::string sql = format(
            "SELECT pg_catalog.count(*){} FROM (SELECT pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to("
            "ROW({})::pg_catalog.text, 'UTF8')), 'hex') AS h FROM {}) AS hashed",
            sums, join(columns, ", "), relation.from);
        SCRIM_TRY(const TextRows rows, connection.ask(sql, {}, progress));
        TableState state{relation.schema + "." + relation.table, relation.table, address.server, {}};
        for (const auto& cell : rows[0]) state.fingerprint += cell.value_or("-") + " ";
        for (const std::string& column : described) state.fingerprint += format("{} ", quoted(column));
        return state;
    });
}

}  // namespace scrim::libpq
