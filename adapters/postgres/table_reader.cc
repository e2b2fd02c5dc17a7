#include "table_reader.h"

#include <endian.h>

#include "as_owner.h"
#include "query_check.h"

extern "C" {
#include "utils/rls.h"
}

namespace scrim::postgres {
namespace {

// PostgreSQL code.
Oid label_type() noexcept {
    return GetSysCacheOid2(TYPENAMENSP, Anum_pg_type_oid, CStringGetDatum("label"),
                           ObjectIdGetDatum(get_namespace_oid("scrim", false)));
}

struct RawColumn {
    const char *name, *type_name;
    Oid type;
    bool as_text;
};
struct RawTable {
    const char *name, *from;
    char kind;
    bool rows_hidden;
    RawColumn* columns;
    int count;
};

// PostgreSQL code.
RawTable describe(Oid relation, Oid user) noexcept {
    RawTable raw{};
    Relation table = table_open(relation, AccessShareLock);
    raw.kind = table->rd_rel->relkind;
    raw.name = pstrdup(RelationGetRelationName(table));
    raw.from = quote_qualified_identifier(get_namespace_name(RelationGetNamespace(table)), raw.name);
    raw.rows_hidden = check_enable_rls(relation, user, true) == RLS_ENABLED;
    const TupleDesc shape = RelationGetDescr(table);
    raw.columns = static_cast<RawColumn*>(palloc0(sizeof(RawColumn) * (shape->natts + 1)));
    for (int i = 0; i < shape->natts; ++i) {
        const Form_pg_attribute attribute = TupleDescAttr(shape, i);
        if (attribute->attisdropped) continue;
        const Oid base = getBaseType(attribute->atttypid);
        raw.columns[raw.count++] = {pstrdup(NameStr(attribute->attname)), format_type_be(attribute->atttypid), base,
                                    get_typtype(base) == TYPTYPE_ENUM || base == label_type()};
    }
    table_close(table, NoLock);
    return raw;
}

// A cell in the binary form of its type: big-endian numbers, text where it lies.
class Cells {
public:
    Cells(std::size_t count, MemoryContext scratch) : numbers_(count), fields_(count), scratch_(scratch) {}

    std::span<const libpq::Field> take(const BaseQuery& query, std::span<const libpq::Layout> layouts) {
        if (sent_ > 4096) {
            in_server([this]() noexcept { MemoryContextReset(scratch_); });
            sent_ = 0;
        }
        for (std::size_t c = 0; c < layouts.size(); ++c) {
            fields_[c] = {};
            fields_[c].null = query.is_null(c);
            if (!fields_[c].null) fields_[c].bytes = bytes(query, c, layouts[c]);
        }
        return fields_;
    }

private:
    template <class T>
    std::string_view number(std::size_t c, T value) {
        std::memcpy(&numbers_[c], &value, sizeof value);
        return {reinterpret_cast<const char*>(&numbers_[c]), sizeof value};
    }

    std::string_view bytes(const BaseQuery& query, std::size_t c, libpq::Layout layout) {
        using libpq::Layout;
        const Datum value = query.value(c);
        switch (layout) {
            case Layout::boolean: return number(c, static_cast<char>(DatumGetBool(value) ? 1 : 0));
            case Layout::int16: return number(c, htobe16(static_cast<std::uint16_t>(DatumGetInt16(value))));
            case Layout::int32:
            case Layout::date: return number(c, htobe32(static_cast<std::uint32_t>(DatumGetInt32(value))));
            case Layout::float32: return number(c, htobe32(std::bit_cast<std::uint32_t>(DatumGetFloat4(value))));
            case Layout::int64:
            case Layout::timestamp: return number(c, htobe64(static_cast<std::uint64_t>(DatumGetInt64(value))));
            case Layout::float64: return number(c, htobe64(std::bit_cast<std::uint64_t>(DatumGetFloat8(value))));
            case Layout::uuid: return {DatumGetPointer(value), 16};
            case Layout::numeric: return sent(value);
            case Layout::text:
            case Layout::padded:
                if (query.type(c) == NAMEOID) return NameStr(*DatumGetName(value));
                return query.text(c);
        }
        return {};
    }

    // numeric, as its type's own function sends it.
    std::string_view sent(Datum value) {
        ++sent_;
        const auto* sent = in_server([&]() noexcept {
            MemoryContext before = MemoryContextSwitchTo(scratch_);
            bytea* made = DatumGetByteaPP(DirectFunctionCall1(numeric_send, value));
            MemoryContextSwitchTo(before);
            return made;
        });
        return {VARDATA_ANY(sent), static_cast<std::size_t>(VARSIZE_ANY_EXHDR(sent))};
    }

    std::vector<std::uint64_t> numbers_;
    std::vector<libpq::Field> fields_;
    MemoryContext scratch_;
    std::size_t sent_ = 0;
};

}  // namespace

HeldSnapshot::HeldSnapshot(Of of)
    : held_(in_server([of]() noexcept {
          return RegisterSnapshot(of == Of::statement ? GetActiveSnapshot() : GetTransactionSnapshot());
      })) {}

SnapshotTable::SnapshotTable(Oid relation, Oid user, HeldSnapshot::Of snapshot, MemoryContext scratch)
    : user_(user), snapshot_(snapshot), scratch_(scratch) {
    const RawTable raw = in_server([&]() noexcept { return describe(relation, user); });
    from_ = raw.from;
    name_ = std::string("table ") + raw.name;
    for (int i = 0; i < raw.count; ++i)
        columns_.push_back(
            {raw.columns[i].name, raw.columns[i].type, raw.columns[i].type_name, raw.columns[i].as_text});
    if (raw.kind == RELKIND_FOREIGN_TABLE)
        throw Refused(name_ + " is a foreign table, whose rows need not be the same when they are read again",
                      "keep its rows in a table, with CREATE TABLE … AS", Refused::Kind::unsupported);
    if (raw.rows_hidden)
        throw Refused("row-level security hides rows of " + name_ + " from this role, and figures about some of the "
                      "rows are none about the table",
                      "ask as its owner, or as a role with BYPASSRLS", Refused::Kind::unsupported);
    if (raw.kind == RELKIND_VIEW) {
        const std::string query = "SELECT * FROM " + from_;
        BaseQuery::with_rights(user, [&]() noexcept {
            const AsOwner caller = become(user);
            check_query(BaseQuery::parse_select(query.c_str()));
            restore(caller);
        });
    }
}

Result<void> SnapshotTable::read(const std::string& sql, std::span<const libpq::Layout> layouts, const Take& take) {
    injected("before a table is read");
    MemoryContext scratch = in_server(
        [&]() noexcept { return AllocSetContextCreate(scratch_, "scrim cells", ALLOCSET_DEFAULT_SIZES); });
    BaseQuery query(sql, user_, snapshot_.get(), scratch_);
    Cells cells(layouts.size(), scratch);
    Result<void> taken;
    while (taken && query.next()) taken = take(cells.take(query, layouts));
    query.finish();
    in_server([&]() noexcept { MemoryContextDelete(scratch); });
    return taken;
}

}  // namespace scrim::postgres
