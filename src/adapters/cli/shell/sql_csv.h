// Rows as CSV with a line of names, for pipes: lines end with '\n' alone. NULL and a hidden identifier are an empty
// field, empty text is "". An empty line separates the results of several statements.
#pragma once

#include "adapters/cli/shell/sql_output.h"

namespace scrim::cli {

class CsvOutput final : public SqlOutput {
public:
    CsvOutput(std::ostream& out, std::ostream& err) : out_(out), err_(err) {}

    void columns(std::span<const SqlColumn> columns) override;
    bool row(std::span<const std::optional<std::string>> cells) override;
    void message(std::string_view text) override;
    void finish(bool) override {}

private:
    std::ostream& out_;
    std::ostream& err_;
    std::string line_;
    bool any_ = false;  // a result came before
};

}  // namespace scrim::cli
