// QueryStream: the rows of one query, chunk by chunk, as DuckDB makes them.
//
// A connection runs one query at a time. Given up half-way, for whatever reason, a stream ends its query and waits
// until no thread works on it any more. DuckDB would leave that to the connection's destructor. But its threads share
// the connection for moments of a query's beginning, and one that happens to be its last owner would then wait for its
// own end, for ever.
#pragma once

#include "adapters/duckdb/files/handles.h"
#include "scrim/result.h"

#include <memory>
#include <string>
#include <vector>

namespace scrim::engine {

class QueryStream {
public:
    // Runs the query until its first rows are there, asking now and then whether to go on.
    static Result<std::unique_ptr<QueryStream>> start(duckdb_connection connection, const std::string& sql,
                                                      const Progress& progress);
    ~QueryStream();
    QueryStream(const QueryStream&) = delete;
    QueryStream& operator=(const QueryStream&) = delete;

    const std::vector<TypeHandle>& types() const { return types_; }
    // The next rows, never none of them; empty at the end or after an error. From one thread at a time.
    ChunkHandle fetch();
    // What went wrong in fetch(), if anything did.
    Result<void> check();

private:
    explicit QueryStream(duckdb_connection connection) : connection_(connection) {}
    Result<void> run(const std::string& sql, const Progress& progress);

    duckdb_connection connection_;
    StatementHandle statement_;
    ResultHandle rows_;
    std::vector<TypeHandle> types_;
};

}  // namespace scrim::engine
