// Rows as JSON: a document for each statement, {"schema": "scrim.sql.rows/1", "columns": …, "rows": …, "more": false}
// or
// {"schema": "scrim.sql.message/1", "message": …}; so several statements give several documents. Rows are written as
// they come. NULL and a hidden identifier are null; see report/json/cell.h for the rest. After an error the document
// stays open, so that a part is not taken for the whole.
#pragma once

#include "adapters/cli/shell/sql_output.h"

#include <vector>

namespace scrim::cli {

class JsonOutput final : public SqlOutput {
public:
    explicit JsonOutput(std::ostream& out) : out_(out) {}

    void columns(std::span<const SqlColumn> columns) override;
    bool row(std::span<const std::optional<std::string>> cells) override;
    void message(std::string_view text) override;
    void finish(bool complete) override;

private:
    std::ostream& out_;
    std::vector<SqlColumn::Kind> kinds_;
    bool open_ = false, any_rows_ = false;
};

}  // namespace scrim::cli
