// Maintenance: keeps materialised views true to a transaction's changes of tables, within the same transaction.
//
// Where a view is a plain SELECT over the changed table, the changed rows are taken from the statement itself (RETURNING);
// otherwise the view is read again. Only one session at a time may change what a materialised view is made of; another is
// refused and may try again. Throws DuckDB's exceptions.
#pragma once

#include "engine/sql/edition_store.h"
#include "engine/sql/materialised_shape.h"
#include "engine/sql/view_expander.h"

#include <duckdb.hpp>

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace scrim {

// The editions in memory, as last stored. They belong to the session that holds `writing`.
struct LiveEditions {
    struct Live {
        std::unique_ptr<Edition> edition;
        std::int64_t position = 0;
    };
    std::mutex writing;
    std::map<std::int64_t, Live> editions;
};

class Maintenance {
public:
    explicit Maintenance(std::shared_ptr<LiveEditions> live) : live_(std::move(live)) {}

    // Before a statement that changes `table` (all of them: ""). `latest`: nobody has committed since this transaction
    // began.
    void before(duckdb::SQLStatement& change, const std::string& table, ViewExpander& views, bool latest);
    // Whether the statement gives the changed rows, which took() must be told.
    bool follows() const { return following_; }
    void took(duckdb::MaterializedQueryResult& rows);
    // After one that does not.
    void after();
    // A view that is new, or is to begin anew.
    void begin_view(const std::string& view, ViewExpander& views, bool latest);
    // Settles what has changed and stores it. Before anything is read, and before the commit.
    void settle(ViewExpander& views);
    void end(bool success);

private:
    enum class Kind { insert, update, remove };
    using Collection = duckdb::ColumnDataCollection;
    struct Batch {
        Kind kind;
        std::unique_ptr<Collection> rows;  // items, then whether the row is in the view
    };
    struct Reached {
        MaterialisedShape shape;
        std::vector<Batch> batches;
        bool whole = false;  // to be read again
    };

    void lock(bool latest);
    Reached& reached(const std::string& view, ViewExpander& views);
    void settle_view(const ViewEntry& entry, Reached& reached, ViewExpander& views);
    bool apply(const ViewEntry& entry, const EditionKey& key, const std::vector<Batch>& batches, ViewExpander& views);
    void read_again(const ViewEntry& entry, const EditionKey& key, ViewExpander& views);
    void store(const EditionKey& key, LiveEditions::Live& live, duckdb::Connection& connection);
    std::vector<EditionKey> editions_of(const ViewEntry& entry, ViewExpander& views);

    std::shared_ptr<LiveEditions> live_;
    std::unique_lock<std::mutex> lock_;
    std::map<std::string, Reached, ByName> reached_;  // views with changes that are not settled
    std::map<std::string, MaterialisedShape, ByName> shapes_;
    bool following_ = false;
    Kind kind_ = Kind::insert;
    std::vector<std::string> followed_;  // views, in the order of what is returned
};

}  // namespace scrim
