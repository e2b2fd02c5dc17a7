#include "adapters/libpq/connection.h"

#include "kernel/core/text.h"

#include <libpq-fe.h>
#include <poll.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace scrim::libpq {
namespace {

constexpr int patience = 50;  // milliseconds between looks at who wants to stop

// One line of a message that may have several.
std::string one_line(const char* message) {
    std::string line = message ? message : "";
    while (!line.empty() && (line.back() == '\n' || line.back() == ' ')) line.pop_back();
    for (char& c : line)
        if (c == '\n' || c == '\t') c = ' ';
    for (std::size_t at; (at = line.find("  ")) != std::string::npos;) line.erase(at, 1);
    return printable(line, 500);
}

struct FreeOptions {
    void operator()(PQconninfoOption* options) const { PQconninfoFree(options); }
};
using Options = std::unique_ptr<PQconninfoOption, FreeOptions>;

// The first parameter of the address that libpq does not know.
std::string unknown_parameter(const std::string& connection) {
    const Options known(PQconndefaults());
    std::size_t at = connection.find('?');
    while (known && at != std::string::npos) {
        const std::string key = connection.substr(at + 1, connection.find('=', at) - at - 1);
        const PQconninfoOption* option = known.get();
        while (option->keyword && key != option->keyword) ++option;
        if (!option->keyword && key != "ssl") return key;
        at = connection.find('&', at);
    }
    return {};
}

struct FreeCancel {
    void operator()(PGcancel* cancel) const { PQfreeCancel(cancel); }
};

}  // namespace

void Connection::Freed::operator()(pg_result* result) const { PQclear(result); }

Result<std::unique_ptr<Connection>> Connection::open(const Address& address, const Progress& progress) {
    std::unique_ptr<Connection> made(new Connection(address.server));
    if (const auto connected = made->connect(address, progress); !connected) {
        if (connected.error().kind == Error::Kind::cancelled) return connected.error();
        return Error{connected.error().kind, format("{}: {}", address.server, connected.error().message)};
    }
    return made;
}

Connection::~Connection() { PQfinish(connection_); }

int Connection::server_version() const { return PQserverVersion(connection_); }

Result<void> Connection::connect(const Address& address, const Progress& progress) {
    char* said = nullptr;
    const Options options(PQconninfoParse(address.connection.c_str(), &said));
    PQfreemem(said);  // it quotes the address, with its password
    if (!options) {
        if (const std::string key = unknown_parameter(address.connection); !key.empty())
            return input_error(
                format("the address has a parameter {} that PostgreSQL's library does not know; table, query and those "
                       "of libpq are accepted, and a & inside of a value is written %26",
                       quoted(key)));
        return input_error("PostgreSQL's library does not take this address; is each special sign written as %..?");
    }
    std::vector<const char*> keys, values;
    const char* seconds = std::getenv("PGCONNECT_TIMEOUT");
    for (const PQconninfoOption* option = options.get(); option->keyword; ++option) {
        if (!option->val || std::strcmp(option->keyword, "client_encoding") == 0) continue;
        if (std::strcmp(option->keyword, "connect_timeout") == 0) seconds = option->val;
        keys.push_back(option->keyword);
        values.push_back(option->val);
    }
    keys.insert(keys.end(), {"fallback_application_name", "client_encoding", nullptr});
    values.insert(values.end(), {"scrim", "UTF8", nullptr});
    connection_ = PQconnectStartParams(keys.data(), values.data(), 0);
    if (!connection_) return input_error("not enough memory");
    // libpq keeps this time only where it waits itself.
    const int given = seconds ? std::atoi(seconds) : 10;
    int left = given > 0 ? 1000 * std::max(given, 2) : -1;
    PostgresPollingStatusType next = PGRES_POLLING_WRITING;
    for (;;) {
        if (PQstatus(connection_) == CONNECTION_BAD) return input_error(one_line(PQerrorMessage(connection_)));
        pollfd socket{PQsocket(connection_), static_cast<short>(next == PGRES_POLLING_READING ? POLLIN : POLLOUT), 0};
        const int ready = ::poll(&socket, 1, patience);
        if (progress.cancelled()) return cancelled_error();
        if (ready <= 0) {
            if (left >= 0 && (left -= patience) <= 0)
                return input_error("no answer from the server in time; is it there, and is the way to it open?");
            continue;
        }
        next = PQconnectPoll(connection_);
        if (next == PGRES_POLLING_OK) break;
        if (next == PGRES_POLLING_FAILED) return input_error(one_line(PQerrorMessage(connection_)));
    }
    if (PQsetnonblocking(connection_, 1) != 0) return broken();
    PQsetNoticeProcessor(
        connection_, [](void*, const char*) {}, nullptr);
    // Texts of numbers, dates and times look the same whatever the role, database and server are set to.
    return run(
        "SET standard_conforming_strings = on; SET DateStyle = 'ISO, YMD'; SET IntervalStyle = 'postgres'; "
        "SET TimeZone = 'UTC'; SET extra_float_digits = 1; SET bytea_output = 'hex'; SET synchronize_seqscans = off; "
        "SET idle_in_transaction_session_timeout = 0; SET row_security = off",
        progress);
}

bool Connection::wait(bool writing, const Progress& progress) {
    while (!progress.cancelled()) {
        pollfd socket{PQsocket(connection_), static_cast<short>(POLLIN | (writing ? POLLOUT : 0)), 0};
        if (socket.fd < 0 || ::poll(&socket, 1, patience) > 0) return true;
    }
    return false;
}

Result<void> Connection::flush(const Progress& progress) {
    for (;;) {
        const int left = PQflush(connection_);
        if (left < 0) return broken();
        if (left == 0) return {};
        if (!wait(true, progress)) return stop();
        if (!PQconsumeInput(connection_)) return broken();
    }
}

Result<Connection::Answer> Connection::answer(const Progress& progress) {
    SCRIM_CHECK(flush(progress));
    Answer last;
    for (;;) {
        while (PQisBusy(connection_)) {
            if (!wait(false, progress)) return stop();
            if (!PQconsumeInput(connection_)) return broken();
        }
        Answer next(PQgetResult(connection_));
        if (!next) break;
        const ExecStatusType status = PQresultStatus(next.get());
        if (status == PGRES_FATAL_ERROR) {
            Error error = refused(next.get());
            drain();
            return error;
        }
        last = std::move(next);
        if (status == PGRES_COPY_OUT || status == PGRES_COPY_IN) break;
    }
    if (!last) return broken();
    return last;
}

Result<void> Connection::run(const std::string& sql, const Progress& progress) {
    if (!PQsendQuery(connection_, sql.c_str())) return broken();
    const auto answered = answer(progress);
    if (!answered) return answered.error();
    return {};
}

Result<TextRows> Connection::ask(const std::string& sql, const std::vector<std::string>& parameters,
                                 const Progress& progress) {
    std::vector<const char*> values;
    for (const std::string& parameter : parameters) values.push_back(parameter.c_str());
    if (!PQsendQueryParams(connection_, sql.c_str(), static_cast<int>(values.size()), nullptr, values.data(), nullptr,
                           nullptr, 0))
        return broken();
    SCRIM_TRY(const Answer answered, answer(progress));
    TextRows rows(static_cast<std::size_t>(PQntuples(answered.get())));
    for (std::size_t r = 0; r < rows.size(); ++r)
        for (int c = 0; c < PQnfields(answered.get()); ++c) {
            const int row = static_cast<int>(r);
            if (PQgetisnull(answered.get(), row, c))
                rows[r].emplace_back();
            else
                rows[r].emplace_back(std::string(PQgetvalue(answered.get(), row, c),
                                                 static_cast<std::size_t>(PQgetlength(answered.get(), row, c))));
        }
    return rows;
}

Result<std::vector<DescribedColumn>> Connection::describe(const std::string& query, const Progress& progress) {
    if (!PQsendPrepare(connection_, "", query.c_str(), 0, nullptr)) return broken();
    SCRIM_TRY(const Answer prepared, answer(progress));
    if (!PQsendDescribePrepared(connection_, "")) return broken();
    SCRIM_TRY(const Answer described, answer(progress));
    std::vector<DescribedColumn> columns;
    for (int c = 0; c < PQnfields(described.get()); ++c)
        columns.push_back({PQfname(described.get(), c), PQftype(described.get(), c)});
    return columns;
}

Result<void> Connection::copy_out(const std::string& sql, const Take& take, const Progress& progress) {
    if (!PQsendQuery(connection_, sql.c_str())) return broken();
    SCRIM_TRY(const Answer copying, answer(progress));
    if (PQresultStatus(copying.get()) != PGRES_COPY_OUT)
        return fault_error("the server did not understand COPY as it was meant");
    struct FreePiece {
        void operator()(char* piece) const { PQfreemem(piece); }
    };
    std::size_t pieces = 0;
    for (;;) {
        char* raw = nullptr;
        const int length = PQgetCopyData(connection_, &raw, 1);
        const std::unique_ptr<char, FreePiece> piece(raw);
        if (length > 0) {
            if (const auto taken = take({raw, static_cast<std::size_t>(length)}); !taken) {
                stop();
                return taken.error();
            }
            if (++pieces % 4096 == 0 && progress.cancelled()) return stop();
        } else if (length == 0) {
            if (!wait(false, progress)) return stop();
            if (!PQconsumeInput(connection_)) return broken();
        } else if (length == -1) {
            const auto ended = answer(progress);
            if (!ended) return ended.error();
            return {};
        } else {
            return broken();
        }
    }
}

Result<void> Connection::copy_in(const std::string& sql, const Next& next, const Progress& progress) {
    if (!PQsendQuery(connection_, sql.c_str())) return broken();
    SCRIM_TRY(const Answer copying, answer(progress));
    if (PQresultStatus(copying.get()) != PGRES_COPY_IN)
        return fault_error("the server did not understand COPY as it was meant");
    std::string piece;
    for (;;) {
        piece.clear();
        const Result<bool> more = next(piece);
        if (!more) {
            stop();
            return more.error();
        }
        if (!*more) break;
        for (;;) {
            const int put = PQputCopyData(connection_, piece.data(), static_cast<int>(piece.size()));
            if (put < 0) return broken();
            if (put > 0) break;
            if (!wait(true, progress)) return stop();
            if (!PQconsumeInput(connection_)) return broken();
        }
        SCRIM_CHECK(flush(progress));
        if (progress.cancelled()) return stop();
    }
    for (;;) {
        const int ended = PQputCopyEnd(connection_, nullptr);
        if (ended < 0) return broken();
        if (ended > 0) break;
        if (!wait(true, progress)) return stop();
    }
    const auto answered = answer(progress);
    if (!answered) return answered.error();
    return {};
}

Error Connection::stop() {
    // The request goes over a connection of its own; a server that is gone does not matter here.
    const std::unique_ptr<PGcancel, FreeCancel> cancel(PQgetCancel(connection_));
    char said[256];
    const bool told = cancel && PQcancel(cancel.get(), said, sizeof said);
    if (told) drain();
    return cancelled_error();
}

void Connection::drain() {
    // Once the server has been told, it soon stops: a second without a word means that it is gone.
    for (int silent = 0; silent < 20;) {
        while (PQisBusy(connection_) && silent < 20) {
            pollfd socket{PQsocket(connection_), POLLIN, 0};
            if (socket.fd < 0) return;
            if (::poll(&socket, 1, patience) <= 0) {
                ++silent;
                continue;
            }
            silent = 0;
            if (!PQconsumeInput(connection_)) return;
        }
        if (PQisBusy(connection_)) return;
        const Answer next(PQgetResult(connection_));
        if (!next) return;
        if (PQresultStatus(next.get()) == PGRES_COPY_IN) PQputCopyEnd(connection_, "stopped on request");
        if (PQresultStatus(next.get()) != PGRES_COPY_OUT) continue;
        for (;;) {
            char* piece = nullptr;
            const int length = PQgetCopyData(connection_, &piece, 1);
            PQfreemem(piece);
            if (length < 0) break;
            if (length > 0) continue;
            pollfd socket{PQsocket(connection_), POLLIN, 0};
            if (socket.fd < 0 || ::poll(&socket, 1, 20 * patience) <= 0 || !PQconsumeInput(connection_)) return;
        }
    }
}

Error Connection::broken() const {
    if (PQstatus(connection_) == CONNECTION_BAD)
        return input_error(format("the connection to the server was lost: {}", one_line(PQerrorMessage(connection_))));
    return input_error(format("the server could not be asked: {}", one_line(PQerrorMessage(connection_))));
}

Error Connection::refused(const pg_result* result) const {
    std::string message = one_line(PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY));
    if (message.empty()) message = one_line(PQresultErrorMessage(result));
    if (const char* const detail = PQresultErrorField(result, PG_DIAG_MESSAGE_DETAIL))
        message += format(" ({})", one_line(detail));
    const char* const severity = PQresultErrorField(result, PG_DIAG_SEVERITY_NONLOCALIZED);
    if (PQstatus(connection_) == CONNECTION_BAD || (severity && std::string_view(severity) != "ERROR"))
        return input_error("the connection to the server was lost: " + message);
    return input_error("the server says: " + message);
}

}  // namespace scrim::libpq
