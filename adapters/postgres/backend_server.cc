#include "backend_server.h"

#include "as_owner.h"
#include "followed_tables.h"
#include "query_check.h"
#include "stored.h"

namespace scrim::postgres {
namespace {

QueryColumn::Kind kind_of(Oid type) {
    using Kind = QueryColumn::Kind;
    switch (type) {
        case INT2OID:
        case INT4OID:
        case INT8OID: return Kind::whole;
        case TEXTOID:
        case VARCHAROID:
        case BPCHAROID: return Kind::text;
        case DATEOID:
        case TIMESTAMPOID:
        case TIMESTAMPTZOID: return Kind::time;
        case BOOLOID: return Kind::boolean;
        case UUIDOID:
        case NAMEOID:
        case CHAROID:
        case BYTEAOID: return Kind::exact;
        default: return get_typtype(type) == TYPTYPE_ENUM ? Kind::exact : Kind::other;
    }
}

struct DescribedColumn {
    const char *name, *type;
    Oid type_id;
    QueryColumn::Kind kind;
};

}  // namespace

std::vector<QueryColumn> BackendServer::describe(const std::string& query) {
    const char* sql = query.c_str();
    int count = 0;
    DescribedColumn* columns = BaseQuery::with_rights(owner_, [&]() noexcept {
        const AsOwner caller = become(owner_);
        Query* parsed = BaseQuery::parse_select(sql);
        check_query(parsed);
        auto* made =
            static_cast<DescribedColumn*>(palloc(sizeof(DescribedColumn) * (list_length(parsed->targetList) + 1)));
        ListCell* cell;
        foreach (cell, parsed->targetList) {
            auto* target = lfirst_node(TargetEntry, cell);
            if (target->resjunk) continue;
            const Oid type = exprType(reinterpret_cast<Node*>(target->expr));
            const int32 modifier = exprTypmod(reinterpret_cast<Node*>(target->expr));
            made[count++] = {target->resname, format_type_with_typemod(type, modifier), type,
                             kind_of(getBaseType(type))};
        }
        // What its owner may not read is not even described.
        check_permissions(pg_plan_query(parsed, sql, 0, nullptr));
        restore(caller);
        return made;
    });
    std::vector<QueryColumn> result;
    for (int i = 0; i < count; ++i)
        result.push_back({columns[i].name, columns[i].type, columns[i].type_id, columns[i].kind});
    return result;
}

void BackendServer::read(const std::string& sql, const std::vector<CellType>& types, const OnRow& row) {
    read_as(owner_, false, sql, types, row);
}

void BackendServer::read_kept(const std::string& sql, const std::vector<CellType>& types, const OnRow& row) {
    read_as(in_server([]() noexcept { return extension_owner(); }), false, sql, types, row);
}

void BackendServer::read_lent(const std::string& sql, const std::vector<CellType>& types, const OnRow& row) {
    read_as(owner_, true, sql, types, row);
}

void BackendServer::check_followed(const std::vector<std::string>& queries) {
    for (const std::string& query : queries) {
        const char* sql = query.c_str();
        BaseQuery::with_rights(owner_, [&]() noexcept {
            const AsOwner caller = become(owner_);
            refuse_unfollowed(tables_of(sql));
            restore(caller);
        });
    }
}

void BackendServer::read_as(Oid role, bool lends, const std::string& sql, const std::vector<CellType>& types,
                            const OnRow& row) {
    injected("before a query");
    BaseQuery query(sql, role, snapshot_, scratch_, lends);
    std::vector<Cell> cells(types.size());
    while (query.next()) {
        for (std::size_t c = 0; c < types.size(); ++c) cells[c] = query.cell(c, types[c]);
        row(cells);
    }
    query.finish();
}

std::optional<StoredDgh> BackendServer::dgh(const std::string& name) { return stored_dgh(name); }
std::optional<StoredPolicy> BackendServer::policy(const std::string& name) { return stored_policy(name); }

std::int64_t BackendServer::now() {
    constexpr std::int64_t from_1970_to_2000 = std::int64_t{POSTGRES_EPOCH_JDATE - UNIX_EPOCH_JDATE} * USECS_PER_DAY;
    return GetCurrentTimestamp() + from_1970_to_2000;
}

}  // namespace scrim::postgres
