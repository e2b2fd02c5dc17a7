// Connection: one connection to a PostgreSQL server, one statement at a time, which stops when its Progress says so:
// the server is told to cancel the statement.
//
//   SCRIM_TRY(const auto connection, Connection::open(address, progress));
//   SCRIM_CHECK(connection->run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", progress));
//   SCRIM_TRY(const TextRows rows, connection->ask("SELECT relname FROM pg_catalog.pg_class", {}, progress));
//
// Messages name the server, never a user's password. Not for several threads at a time.
#pragma once

#include "adapters/libpq/address.h"
#include "scrim/result.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

struct pg_conn;
struct pg_result;

namespace scrim::libpq {

// Each cell as text; nothing for NULL.
using TextRows = std::vector<std::vector<std::optional<std::string>>>;

struct DescribedColumn {
    std::string name;
    std::uint32_t type = 0;  // of a domain: the type below it
};

class Connection {
public:
    // Waits ten seconds for a server unless the address or the environment says otherwise.
    static Result<std::unique_ptr<Connection>> open(const Address& address, const Progress& progress);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    const std::string& server() const { return server_; }
    int server_version() const;

    Result<void> run(const std::string& sql, const Progress& progress);
    // `parameters` are $1, $2, … as text.
    Result<TextRows> ask(const std::string& sql, const std::vector<std::string>& parameters, const Progress& progress);
    // The columns that a query has, which is not run.
    Result<std::vector<DescribedColumn>> describe(const std::string& query, const Progress& progress);
    // What COPY … TO STDOUT sends, piece by piece. take() says what is wrong with a piece, and ends it.
    using Take = std::function<Result<void>(std::string_view)>;
    Result<void> copy_out(const std::string& sql, const Take& take, const Progress& progress);
    // COPY … FROM STDIN: next() fills the piece, or says false at the end.
    using Next = std::function<Result<bool>(std::string& piece)>;
    Result<void> copy_in(const std::string& sql, const Next& next, const Progress& progress);

private:
    struct Freed {
        void operator()(pg_result* result) const;
    };
    using Answer = std::unique_ptr<pg_result, Freed>;

    explicit Connection(std::string server) : server_(std::move(server)) {}
    Result<void> connect(const Address& address, const Progress& progress);
    // Waits until there is something to read (or to write, too); false when the work was cancelled.
    bool wait(bool writing, const Progress& progress);
    // The last answer to what was sent.
    Result<Answer> answer(const Progress& progress);
    Result<void> flush(const Progress& progress);
    // Tells the server to stop, and reads what it still sends.
    Error stop();
    void drain();
    Error broken() const;
    Error refused(const pg_result* result) const;

    std::string server_;
    pg_conn* connection_ = nullptr;
};

}  // namespace scrim::libpq
