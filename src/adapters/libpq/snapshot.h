// Snapshot: a connection whose transaction sees one state of the database, and changes nothing.
//
// While one is open, whoever asks in the same thread for the same database gets it, too: what a verb reads twice, such
// as the original that a release is verified with, is one state.
#pragma once

#include "adapters/libpq/connection.h"
#include "scrim/result.h"

#include <memory>
#include <string>

namespace scrim::libpq {

class Snapshot {
public:
    static Result<std::shared_ptr<Snapshot>> of(const Address& address);
    // Of a transaction that somebody else has begun on a connection, and ends.
    explicit Snapshot(std::shared_ptr<Connection> connection) : connection_(std::move(connection)) {}

    Connection& connection() { return *connection_; }

    // ask(connection), which may fail without ending the transaction.
    template <class Ask>
    auto attempt(Ask ask) -> decltype(ask(std::declval<Connection&>())) {
        SCRIM_CHECK(connection_->run("SAVEPOINT scrim", no_progress()));
        auto result = ask(*connection_);
        const auto done = connection_->run(
            result ? "RELEASE SAVEPOINT scrim" : "ROLLBACK TO SAVEPOINT scrim; RELEASE SAVEPOINT scrim", no_progress());
        if (result && !done) return done.error();
        return result;
    }

private:
    std::shared_ptr<Connection> connection_;
};

}  // namespace scrim::libpq
