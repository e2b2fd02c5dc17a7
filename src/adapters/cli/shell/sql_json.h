// Rows as JSON: an array of objects for each statement, or {"message": …}; so several statements give several values.
// Numbers are numbers when JSON can write them (NaN is text), NULL and a hidden identifier are null, a second column of
// one name is called name_2. Bytes that are no UTF-8 become U+FFFD. After an error the array stays open, so that a part
// is not taken for the whole.
#pragma once

#include "adapters/cli/shell/sql_output.h"

#include <string>
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
    std::vector<std::string> keys_;  // as JSON
    std::vector<SqlColumn::Kind> kinds_;
    bool open_ = false, any_rows_ = false;
};

// The text in quotes, as JSON writes it.
std::string json_text(std::string_view text);

}  // namespace scrim::cli
