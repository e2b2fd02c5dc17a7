#include "methods/statdb/query/columns.h"

#include "methods/statdb/query/error.h"
#include "methods/statdb/query/tokens.h"

namespace scrim::statdb::query {
namespace {

constexpr std::size_t most_listed = 20;

std::vector<QueryColumn> all_columns(const AskableColumns& askable) {
    std::vector<QueryColumn> columns;
    for (std::size_t i = 0; i < askable.rows.size(); ++i) columns.push_back({&askable.rows[i], false, i});
    if (askable.sensitive) columns.push_back({askable.sensitive, true, 0});
    return columns;
}

std::vector<std::string> names_of(const std::vector<QueryColumn>& columns) {
    std::vector<std::string> names;
    for (const QueryColumn& column : columns) names.push_back(column.name());
    return names;
}

}  // namespace

Result<QueryColumn> find_column(const NameSyntax& name, const AskableColumns& askable) {
    const std::vector<QueryColumn> columns = all_columns(askable);
    std::vector<QueryColumn> alike;
    for (const QueryColumn& column : columns) {
        if (column.name() == name.text) return column;
        if (language::same_word(column.name(), name.text)) alike.push_back(column);
    }
    if (alike.size() == 1) return alike.front();
    if (alike.size() > 1)
        return query_error(name.place, format("{} could be any of {}; write the one that is meant exactly",
                                              quoted(name.text), list_some(names_of(alike), most_listed)));
    const std::string suggestion = did_you_mean(name.text, names_of(columns));
    return query_error(name.place, format("unknown column {}{} {}", quoted(name.text),
                                          suggestion.empty() ? "; there are" : suggestion + " There are",
                                          list_some(names_of(columns), most_listed)));
}

}  // namespace scrim::statdb::query
