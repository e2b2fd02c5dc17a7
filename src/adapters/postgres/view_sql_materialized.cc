// The SQL of a materialized view: what its groups are made of, and whose member a record is.
#include "adapters/postgres/sql_text.h"
#include "adapters/postgres/view_sql.h"
#include "kernel/core/text.h"
#include "methods/views/materialized/maintained_groups.h"

namespace scrim::postgres {
namespace {

// An array of texts, as a literal.
std::string array_of(const std::vector<std::string>& texts) {
    std::string out = "{";
    for (const std::string& text : texts) {
        if (out.size() > 1) out += ',';
        out += '"';
        for (const char c : text) {
            if (c == '"' || c == '\\') out += '\\';
            out += c;
        }
        out += '"';
    }
    return sql_string(out + "}");
}

// What identifiers are compared as: so that an index of the base serves, and every text of an identifier can be read.
std::string compared_as(const QueryColumn& id) {
    switch (id.kind) {
        case QueryColumn::Kind::whole: return "int8";
        case QueryColumn::Kind::text: return "text";
        default: return id.type;
    }
}

}  // namespace

std::string ViewSql::id_text() const { return format("(({})::text COLLATE \"C\")", base(definition_.id)); }

Reading ViewSql::records(const std::vector<std::string>* ids) const {
    Reading reading;
    std::vector<std::string> list{id_text()};
    reading.types.push_back(CellType::text);
    for (const auto& attribute : definition_.quasi_identifiers) {
        const QueryColumn& column = view_.column(attribute.column);
        list.push_back(cell(column, consented(column.name)));
        reading.types.push_back(cell_type(column));
    }
    list.push_back(k());
    reading.types.push_back(CellType::whole);
    std::string where;
    if (ids != nullptr)
        where = format(" WHERE {} = ANY ({}::{}[])", base(definition_.id), array_of(*ids),
                       compared_as(view_.column(definition_.id)));
    reading.sql = format("SELECT {} FROM {}{}{}", join(list, ", "), base_query(), profile_join(), where);
    return reading;
}

Reading ViewSql::different_values(std::size_t attribute) const {
    const QueryColumn& column = view_.column(definition_.quasi_identifiers[attribute].column);
    const bool limited = !consent(column.name).condition.empty();
    return {format("SELECT DISTINCT {} FROM {}{}", cell(column, consented(column.name)), base_query(),
                   limited ? profile_join() : ""),
            {cell_type(column)}};
}

std::string ViewSql::where_shown(std::size_t attribute, const std::string& also) const {
    const std::string condition = consent(definition_.quasi_identifiers[attribute].column).condition;
    return also.empty() && condition.empty()
               ? ""
               : " WHERE " + also + (also.empty() || condition.empty() ? "" : " AND ") + condition;
}

Reading ViewSql::exempt_values(std::size_t attribute) const {
    const QueryColumn& column = view_.column(definition_.quasi_identifiers[attribute].column);
    return {
        format("SELECT DISTINCT {} FROM {}{}{}{}", cell(column, consented(column.name)), base_query(), profile_join(),
               members_join(true), where_shown(attribute, format("e.grp = {}", views::MaintainedGroups::exempt))),
        {cell_type(column)},
        true};
}

Reading ViewSql::shown_groups(std::size_t attribute) const {
    return {format("SELECT DISTINCT e.grp FROM {}{}{}{}", base_query(), profile_join(), members_join(false),
                   where_shown(attribute, "e.grp IS NOT NULL")),
            {CellType::whole},
            true};
}

bool ViewSql::has_purposes() const { return view_.profile_has("purpose") || view_.profile_has("recipient"); }

Reading ViewSql::purposes() const {
    const auto named = [&](std::string_view column) -> std::string {
        if (!view_.profile_has(column)) return "''::text";
        return format("coalesce(lower({}::text COLLATE \"C\"), '')", spelled_in_profile(column));
    };
    return {format("SELECT DISTINCT {}, {} FROM {} ORDER BY 1, 2", named("purpose"), named("recipient"),
                   definition_.profile.table),
            {CellType::text, CellType::text}};
}

Reading ViewSql::profile_count() const {
    return {format("SELECT count(*) FROM {}", profile_rows()), {CellType::whole}};
}

// The index of the members is by text; that of the base by what the identifier is. (Of other editions the text may be
// something that is not read as that.)
std::string ViewSql::members_join(bool reached) const {
    std::string on = format("e.edition = {} AND e.id = {}", *edition_, id_text());
    if (reached) {
        const QueryColumn& id = view_.column(definition_.id);
        on += format(" AND {} = CASE WHEN e.edition = {} THEN e.id::{} END{}", base(id.name), *edition_,
                     compared_as(id), id.kind == QueryColumn::Kind::text ? " COLLATE \"default\"" : "");
    }
    return " LEFT JOIN scrim.edition_member AS e ON " + on;
}

}  // namespace scrim::postgres
