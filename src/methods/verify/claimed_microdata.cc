#include "methods/verify/claimed_microdata.h"

#include "kernel/core/text.h"
#include "methods/verify/claimed_release.h"
#include "methods/verify/strict_json.h"

namespace scrim::verifier {

Result<ClaimedMicrodata> parse_microdata(JsonObject& object, const std::vector<std::string>& spanned,
                                         std::vector<std::string>& unknown) {
    ClaimedMicrodata claimed;
    SCRIM_TRY(claimed.table, object.text("table"));
    if (!claimed.table.starts_with("microdata.") || !stays_inside(claimed.table))
        return input_error(format("the file {} is no table of drawn values", quoted(std::string_view(claimed.table))));
    SCRIM_TRY(std::vector<JsonObject> columns, object.objects("columns"));
    std::vector<std::string> names;
    for (JsonObject& column : columns) {
        ClaimedMicrodata::Cells cells;
        SCRIM_TRY(cells.column, column.text("name"));
        SCRIM_TRY(cells.drawn, column.count("drawn"));
        SCRIM_TRY(cells.labels, column.count("labels"));
        SCRIM_TRY(cells.empty, column.count("empty"));
        names.push_back(cells.column);
        for (std::string& path : column.unread()) unknown.push_back(std::move(path));
        claimed.cells.push_back(std::move(cells));
    }
    if (names != spanned) return input_error("'microdata.columns' are not those that print spans");
    for (std::string& path : object.unread()) unknown.push_back(std::move(path));
    return claimed;
}

}  // namespace scrim::verifier
