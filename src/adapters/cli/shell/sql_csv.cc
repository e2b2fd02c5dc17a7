#include "adapters/cli/shell/sql_csv.h"

#include "adapters/cli/shown_text.h"
#include "kernel/core/csv.h"

#include <ostream>
#include <vector>

namespace scrim::cli {

void CsvOutput::columns(std::span<const SqlColumn> columns) {
    if (any_) out_ << '\n';
    any_ = true;
    std::vector<std::optional<std::string>> names;
    for (const SqlColumn& column : columns) names.push_back(column.name);
    row(names);
}

bool CsvOutput::row(std::span<const std::optional<std::string>> cells) {
    line_.clear();
    add_csv_row(line_, cells, "\n");
    out_ << line_;
    return out_.good();
}

void CsvOutput::message(std::string_view text) { err_ << shown(text).text << '\n'; }

}  // namespace scrim::cli
