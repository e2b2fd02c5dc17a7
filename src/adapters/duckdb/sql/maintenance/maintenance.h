// Maintenance: keeps materialized views true to a transaction's changes of tables, within the same transaction.
//
// Where a view is a plain SELECT over the changed table, the changed rows are taken from the statement itself
// (RETURNING); otherwise the view is read again. Only one session at a time may change what a materialized view is made
// of; another is refused and may try again. Throws DuckDB's exceptions.
#pragma once

#include "adapters/duckdb/sql/catalog/edition_store.h"
#include "adapters/duckdb/sql/catalog/materialized_shape.h"
#include "adapters/duckdb/sql/rewrite/view_expander.h"

#include <duckdb.hpp>

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace scrim::sql {

// The editions in memory, as last stored. They belong to the session that holds `writing`.
struct LiveEditions {
    struct Live {
        std::unique_ptr<views::Edition> edition;
        std::int64_t position = 0;
        std::shared_ptr<ViewVersion> described;  // with the profile as it was found
    };
    std::mutex writing;
    std::map<std::int64_t, Live> editions;
    // What views are made of, by what their definitions say, for as long as tables do not change.
    std::mutex shaping;
    std::map<std::string, MaterializedShape> shapes;
};

class Maintenance {
public:
    explicit Maintenance(std::shared_ptr<LiveEditions> live) : live_(std::move(live)) {}

    // Whether nobody has committed since this transaction began. Asked when nobody else can.
    using IsLatest = std::function<bool()>;

    // Before a statement that changes a table, by its full name (any: nothing).
    void before(duckdb::SQLStatement& change, const std::optional<TableName>& table, ViewExpander& views,
                const IsLatest& is_latest);
    // Whether the statement gives the changed rows, which took() must be told.
    bool follows() const { return following_; }
    void took(duckdb::MaterializedQueryResult& rows);
    // A view that is new, or is to begin anew.
    void begin_view(const std::string& view, ViewExpander& views, const IsLatest& is_latest);
    // One that goes: nobody may be changing it.
    void end_view(const std::string& view, duckdb::Connection& connection, const IsLatest& is_latest);
    // Settles what has changed and stores it. Before anything is read, and before the commit.
    void settle(ViewExpander& views);
    // Settling has failed: what is in memory is not what the transaction has done, which must end.
    bool failed() const { return failed_; }
    // A view was begun, from data that others could still change without knowing of it.
    bool has_begun() const { return begun_; }
    void end(bool success);

private:
    enum class Kind { insert, update, remove };
    using Collection = duckdb::ColumnDataCollection;
    struct Batch {
        Kind kind;
        std::unique_ptr<Collection> rows;  // items, then whether the row is in the view
    };
    struct Reached {
        MaterializedShape shape;
        std::vector<Batch> batches;
        bool whole = false;  // to be read again
    };

    void lock(const IsLatest& is_latest);
    MaterializedShape shape(const std::string& view, ViewExpander& views);
    Reached& reached(const std::string& view, ViewExpander& views);
    void settle_view(const ViewEntry& entry, Reached& reached, ViewExpander& views);
    bool apply(const ViewEntry& entry, const EditionKey& key, const std::vector<Batch>& batches, ViewExpander& views);
    // The view, with the profile for this edition, as long as neither changes.
    ViewVersion& described_for(const ViewEntry& entry, const EditionKey& key, LiveEditions::Live& live,
                               ViewExpander& views);
    void read_again(const ViewEntry& entry, const EditionKey& key, ViewExpander& views);
    void store(const EditionKey& key, LiveEditions::Live& live, duckdb::Connection& connection);
    std::vector<EditionKey> editions_of(const ViewEntry& entry, ViewExpander& views);

    std::shared_ptr<LiveEditions> live_;
    std::unique_lock<std::mutex> lock_;
    std::map<std::string, Reached, ByName> reached_;  // views with changes that are not settled
    bool following_ = false, failed_ = false, begun_ = false;
    Kind kind_ = Kind::insert;
    std::vector<std::string> followed_;  // views, in the order of what is returned
};

}  // namespace scrim::sql
