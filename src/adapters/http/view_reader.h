// ViewReader: anonymization views of a database, read through the analyst's door of whoever asks.
#pragma once

#include "adapters/http/question.h"
#include "adapters/http/tokens.h"
#include "scrim/sql.h"

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace scrim::server {

// For what a view may be read; "" for no purpose, no recipient.
struct ViewGrant {
    std::string view, purpose, recipient;
};

struct ReadableView {
    std::string name;
    std::vector<SqlColumn> columns;
    std::vector<ViewGrant> grants;
};

using ViewRow = std::vector<std::optional<std::string>>;

struct ViewRows {
    std::vector<SqlColumn> columns;
    std::vector<ViewRow> rows;
    bool more = false;
};

class ViewReader {
public:
    explicit ViewReader(SqlDatabase database) : database_(std::move(database)) {}

    // What the caller may read.
    Result<std::vector<ReadableView>> views(const Caller& caller, Progress& progress);
    bool may_read(const Caller& caller, const std::string& view, const ViewQuestion& question, Progress& progress);
    // The question's rows from its offset on, at most `limit`.
    Result<ViewRows> rows(const Caller& caller, const ViewQuestion& question, std::uint64_t limit, Progress& progress);
    // The same, one by one and one more than `limit`, so that whoever takes them knows that there are more.
    Result<void> rows(const Caller& caller, const ViewQuestion& question, std::uint64_t limit, SqlSink& sink,
                      Progress& progress);
    // As the question is written in SQL.
    static std::string sql(const ViewQuestion& question, std::uint64_t limit);

private:
    // Runs a statement in a session of the caller, which nobody else uses meanwhile.
    Result<void> run(const Caller& caller, const std::string& statement, SqlSink& sink, Progress& progress);
    Result<ViewRows> run(const Caller& caller, const std::string& statement, std::uint64_t most, Progress& progress);
    Result<std::vector<ViewGrant>> grants(const Caller& caller, Progress& progress);

    SqlDatabase database_;
    std::mutex mutex_;
    std::map<std::string, std::vector<SqlSession>> idle_;    // by who they are for
    std::map<std::string, std::vector<SqlColumn>> columns_;  // by view
};

}  // namespace scrim::server
