#include "release_tables.h"

#include <algorithm>

#include "adapters/libpq/cells/column_type.h"
#include "adapters/libpq/cells/table_text.h"
#include "adapters/postgres/sql_text.h"
#include "commands.h"
#include "kernel/core/text.h"
#include "table_reader.h"

extern "C" {
#include "commands/copy.h"
#include "mb/pg_wchar.h"
#include "parser/parse_node.h"
#include "parser/parse_relation.h"
}

namespace scrim::postgres {
namespace {

// What COPY reads from: one at a time.
struct Feed {
    libpq::TableText* text;
    std::string piece;
    std::size_t at = 0;
};
Feed* feeding = nullptr;

int feed(void* out, int, int most) {
    return from_server([&] {
        check_interrupts();
        injected("while a table is written");
        if (feeding->at == feeding->piece.size()) {
            feeding->piece = feeding->text->next();
            feeding->at = 0;
        }
        const std::size_t given = std::min(feeding->piece.size() - feeding->at, static_cast<std::size_t>(most));
        std::memcpy(out, feeding->piece.data() + feeding->at, given);
        feeding->at += given;
        return static_cast<int>(given);
    });
}

// PostgreSQL code.
void copy_into(Oid relation) noexcept {
    Relation table = table_open(relation, RowExclusiveLock);
    ParseState* state = make_parsestate(nullptr);
    (void)addRangeTableEntryForRelation(state, table, RowExclusiveLock, nullptr, false, false);
    char encoding[] = "encoding";
    List* options = list_make1(
        makeDefElem(encoding, reinterpret_cast<Node*>(makeString(pstrdup(GetDatabaseEncodingName()))), -1));
    CopyFromState copy = BeginCopyFrom(state, table, nullptr, nullptr, false, feed, NIL, options);
    (void)CopyFrom(copy);
    EndCopyFrom(copy);
    free_parsestate(state);
    table_close(table, NoLock);
    CommandCounterIncrement();
}

}  // namespace

std::string ReleaseTables::place_of(const std::string& table) const { return sql_name(schema_) + "." + sql_name(table); }

Oid ReleaseTables::relation_of(const std::string& table) const {
    return in_server(
        [&]() noexcept { return get_relname_relid(table.c_str(), get_namespace_oid(schema_.c_str(), false)); });
}

void ReleaseTables::refuse_taken(const std::string& table) const {
    if (table.size() >= NAMEDATALEN)
        throw Refused(format("the released table would be called {}, and names have at most {} bytes", quoted(table),
                             NAMEDATALEN - 1),
                      "publish a table or view with a shorter name");
    if (OidIsValid(relation_of(table)))
        throw Refused(format("{}.{} is there already", schema_, table),
                      "drop it first; whoever has both releases can learn from them together what neither gives away "
                      "alone");
}

void ReleaseTables::write(const std::string& table, const Tuples& rows, const std::vector<std::string>& texts) {
    refuse_taken(table);
    std::vector<std::string> columns;
    for (std::size_t c = 0; c < rows.table.width(); ++c) {
        const bool text = std::find(texts.begin(), texts.end(), rows.table.name(c)) != texts.end();
        columns.push_back(sql_name(rows.table.name(c)) + " " +
                          (text ? "pg_catalog.text" : libpq::column_type(rows.table[c].domain())));
    }
    run_as_caller("CREATE TABLE " + place_of(table) + " (" + join(columns, ", ") + ")");
    const Oid relation = relation_of(table);
    libpq::TableText text(rows);
    Feed feed{&text, {}};
    struct Feeding {
        explicit Feeding(Feed& feed) { feeding = &feed; }
        ~Feeding() { feeding = nullptr; }
    } const while_written(feed);
    in_server([relation]() noexcept { copy_into(relation); });
}

std::unique_ptr<TableSource> ReleaseTables::read_back(const std::string& table, const TableInput& reading) {
    auto reader =
        std::make_shared<SnapshotTable>(relation_of(table), GetUserId(), HeldSnapshot::Of::now, scratch_);
    return std::make_unique<BackendTable>(std::move(reader), reading, Written::by_us);
}

}  // namespace scrim::postgres
