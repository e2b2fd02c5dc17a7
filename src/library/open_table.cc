#include "library/open_table.h"

#include "adapters/arrow/arrow_source.h"
#include "adapters/duckdb/files/source.h"

namespace scrim::library {

Result<std::unique_ptr<TableSource>> open_table(const TableInput& input) {
    if (!input.frame) return engine::open_source(input);
    if (!input.table.empty() || !input.query.empty() || !input.delimiter.empty() || !input.null_strings.empty() ||
        !input.header)
        return input_error(
            "a table, a query, a delimiter, null strings and a missing header are only for files, and "
            "the table is in memory");
    return std::unique_ptr<TableSource>(std::make_unique<arrow::ArrowSource>(input.frame.held(), input));
}

}  // namespace scrim::library
