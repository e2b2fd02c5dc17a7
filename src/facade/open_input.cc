#include "facade/open_input.h"

#include "engine/source.h"

namespace scrim {

Result<std::unique_ptr<TableSource>> open_input(const TableInput& input) {
    SourceOptions options;
    options.path = input.path;
    options.table = input.table;
    options.query = input.query;
    options.delimiter = input.delimiter;
    options.null_strings = input.null_strings;
    return open_source(options);
}

}  // namespace scrim
