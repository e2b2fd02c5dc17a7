#include "foreign_view.h"

#include "adapters/postgres/sql_text.h"
#include "as_owner.h"
#include "stored.h"

namespace scrim::postgres {

char *purpose_setting = nullptr, *recipient_setting = nullptr;
int plan_setting = 0;

const char* role_of_column(Oid relation, AttrNumber attribute) noexcept {
    ListCell* cell;
    foreach (cell, GetForeignColumnOptions(relation, attribute)) {
        auto* option = lfirst_node(DefElem, cell);
        if (std::strcmp(option->defname, "role") == 0) return defGetString(option);
    }
    return "";
}

ForeignView ForeignView::read(Oid relation) {
    struct Column {
        const char* name;
        Oid type;
        List* options;
    };
    struct Raw {
        const char* name;
        Oid owner;
        List* options;
        Column* columns;
        int count;
    };
    const Raw raw = in_server([relation]() noexcept -> Raw {
        Raw read{};
        Relation table = table_open(relation, AccessShareLock);
        read.name = pstrdup(RelationGetRelationName(table));
        read.owner = table->rd_rel->relowner;
        read.options = GetForeignTable(relation)->options;
        const TupleDesc shape = RelationGetDescr(table);
        read.count = shape->natts;
        read.columns = static_cast<Column*>(palloc0(sizeof(Column) * (shape->natts + 1)));
        for (int i = 0; i < shape->natts; ++i) {
            const Form_pg_attribute attribute = TupleDescAttr(shape, i);
            read.columns[i] = {attribute->attisdropped ? "" : pstrdup(NameStr(attribute->attname)), attribute->atttypid,
                               attribute->attisdropped ? NIL : GetForeignColumnOptions(relation, attribute->attnum)};
        }
        table_close(table, NoLock);
        return read;
    });
    const auto options_of = [](List* list) {
        Options options;
        for (int i = 0; i < list_length(list); ++i) {
            auto* option = reinterpret_cast<DefElem*>(list_nth(list, i));
            const char* value = in_server([&]() noexcept { return static_cast<const char*>(defGetString(option)); });
            options.emplace_back(option->defname, value);
        }
        return options;
    };
    ForeignView view;
    view.relation = relation;
    view.owner = raw.owner;
    view.name = raw.name;
    view.options = options_of(raw.options);
    for (int i = 0; i < raw.count; ++i) {
        view.columns.push_back({raw.columns[i].name, options_of(raw.columns[i].options)});
        view.types.push_back(raw.columns[i].type);
    }
    return view;
}

Purpose purpose_of_session(const ForeignView& view) {
    Purpose asked{purpose_setting == nullptr ? "" : purpose_setting,
                  recipient_setting == nullptr ? "" : recipient_setting};
    // In a function of the owner's that somebody else calls, the settings are somebody else's.
    if (in_server([&]() noexcept { return has_rights_of(view.owner); })) return asked;
    std::vector<Purpose> granted;
    for (const StoredRow& row :
         read_stored("SELECT grantee::oid::text, purpose, recipient FROM scrim.granted WHERE view::oid = " +
                     std::to_string(view.relation))) {
        const Oid grantee = static_cast<Oid>(std::stoul(*row[0]));
        if (in_server([&]() noexcept { return has_privs_of_role(GetUserId(), grantee); }))
            granted.push_back({*row[1], *row[2]});
    }
    const bool nothing = asked.purpose.empty() && asked.recipient.empty();
    if (nothing && granted.size() == 1) return granted[0];
    std::string offers;
    for (const Purpose& grant : granted) {
        if (same_name(grant.purpose, asked.purpose) && same_name(grant.recipient, asked.recipient)) return asked;
        offers += (offers.empty() ? "granted are: " : "; ") + std::string("scrim.purpose = ") +
                  sql_string(grant.purpose) + ", scrim.recipient = " + sql_string(grant.recipient);
    }
    if (nothing && granted.empty()) return asked;
    throw Refused("the anonymization view \"" + view.name + "\" is not granted for this purpose and recipient",
                  offers.empty() ? "its owner can allow it with scrim.grant(view, role, purpose, recipient)" : offers,
                  Refused::Kind::permission);
}

}  // namespace scrim::postgres
