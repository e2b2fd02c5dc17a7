#include "adapters/cli/shell/sql_json.h"

#include "report/json/cell.h"
#include "report/json/document.h"

#include <ostream>

namespace scrim::cli {
namespace {

using report::json::document;
using report::json::Schema;

}  // namespace

void JsonOutput::columns(std::span<const SqlColumn> columns) {
    kinds_.clear();
    Json json = document(Schema::sql_rows, {{"columns", Json::array()}});
    for (const SqlColumn& column : columns) {
        kinds_.push_back(column.kind);
        json["columns"].push_back(report::json::column(column));
    }
    std::string begun = report::json::line(json);
    begun.erase(begun.rfind('}'));
    out_ << begun << ",\"rows\":[";
    open_ = true;
    any_rows_ = false;
}

bool JsonOutput::row(std::span<const std::optional<std::string>> cells) {
    Json json = Json::array();
    for (std::size_t i = 0; i < cells.size(); ++i) json.push_back(report::json::cell(kinds_[i], cells[i]));
    std::string written = report::json::line(json);
    written.pop_back();
    out_ << (any_rows_ ? ",\n " : "\n ") << written;
    any_rows_ = true;
    return out_.good();
}

void JsonOutput::message(std::string_view text) {
    out_ << report::json::line(document(Schema::sql_message, {{"message", text}}));
}

void JsonOutput::finish(bool complete) {
    if (open_) out_ << (any_rows_ ? "\n" : "") << (complete ? "],\"more\":false}\n" : "");
    if (open_ && !complete && !any_rows_) out_ << '\n';
    open_ = false;
}

}  // namespace scrim::cli
