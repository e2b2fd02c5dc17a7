#include "library/open_table.h"

#include "adapters/arrow/arrow_source.h"
#include "kernel/encode/typed_rows.h"
#include "library/files/files.h"

namespace scrim::library {

Result<std::unique_ptr<TableSource>> open_table(const TableInput& input) {
    if (!input.frame && !input.histogram) return open_file(input);
    if (input.frame && input.histogram)
        return input_error("a table in memory is a frame or a histogram, and both are given: give one of them");
    if (!input.table.empty() || !input.query.empty() || !input.delimiter.empty() || !input.null_strings.empty() ||
        !input.header)
        return input_error(
            "a table, a query, a delimiter, null strings and a missing header are only for files, and "
            "the table is in memory");
    if (input.histogram) return encode::typed_source(input.histogram.held(), input);
    return std::unique_ptr<TableSource>(std::make_unique<arrow::ArrowSource>(input.frame.held(), input));
}

}  // namespace scrim::library
