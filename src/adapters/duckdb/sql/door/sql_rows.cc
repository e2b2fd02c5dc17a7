#include "adapters/duckdb/sql/door/sql_rows.h"

#include "adapters/duckdb/sql/catalog/generalized_type.h"
#include "adapters/duckdb/sql/catalog/view_catalog.h"
#include "kernel/hierarchy/interval_columns.h"

#include <algorithm>

namespace scrim::sql {

std::vector<SqlColumn> columns_of(const duckdb::vector<std::string>& names,
                                  const duckdb::vector<duckdb::LogicalType>& types,
                                  const std::vector<std::string>& identifiers) {
    std::vector<SqlColumn> columns;
    for (std::size_t i = 0; i < names.size(); ++i) {
        SqlColumn column;
        column.name = names[i];
        column.hidden_identifier = std::any_of(identifiers.begin(), identifiers.end(),
                                               [&](const std::string& name) { return same_sql_name(name, names[i]); });
        const auto labels = labels_of(types[i]);
        column.type = labels ? "GENERALIZED" : types[i].ToString();
        column.of_numbers = labels && labels->axis().kind() == views::LabelAxis::Kind::number;
        column.of_intervals = labels && std::ranges::all_of(labels->texts(), [](const std::string& text) {
                                  return hierarchy::label_ends(text).has_value();
                              });
        if (types[i].IsNumeric())
            column.kind = SqlColumn::Kind::number;
        else if (types[i].id() == duckdb::LogicalTypeId::BOOLEAN)
            column.kind = SqlColumn::Kind::boolean;
        columns.push_back(std::move(column));
    }
    return columns;
}

bool send_chunk(duckdb::ClientContext& context, duckdb::DataChunk& chunk, SqlSink& sink) {
    const std::size_t width = chunk.ColumnCount();
    std::vector<duckdb::Vector> texts;
    std::vector<duckdb::UnifiedVectorFormat> formats(width);
    texts.reserve(width);
    for (std::size_t c = 0; c < width; ++c) {
        texts.emplace_back(duckdb::LogicalType::VARCHAR, chunk.size());
        duckdb::VectorOperations::Cast(context, chunk.data[c], texts[c], chunk.size());
        texts[c].ToUnifiedFormat(chunk.size(), formats[c]);
    }
    std::vector<std::optional<std::string>> cells(width);
    for (std::size_t row = 0; row < chunk.size(); ++row) {
        for (std::size_t c = 0; c < width; ++c) {
            const auto at = formats[c].sel->get_index(row);
            if (formats[c].validity.RowIsValid(at))
                cells[c] = duckdb::UnifiedVectorFormat::GetData<duckdb::string_t>(formats[c])[at].GetString();
            else
                cells[c].reset();
        }
        if (!sink.row(cells)) return false;
    }
    return true;
}

void send_table(const std::vector<std::string>& names, const std::vector<std::vector<std::string>>& rows,
                SqlSink& sink) {
    std::vector<SqlColumn> columns;
    for (const std::string& name : names) columns.push_back({name, "VARCHAR", SqlColumn::Kind::text, false});
    sink.columns(columns);
    for (const auto& row : rows) {
        const std::vector<std::optional<std::string>> cells(row.begin(), row.end());
        if (!sink.row(cells)) return;
    }
}

}  // namespace scrim::sql
