// HttpServer: HTTP/1.1 on a socket, with or without TLS. Reads requests, hands them to a handler, writes what it
// answers.
//
//   class Hello : public HttpHandler { … };
//   SCRIM_TRY(auto server, HttpServer::open(options, hello));
//   server->port();
//   server->run();      // until stop()
//
// Requests whose answers take little are answered by the thread that read them; all others go to worker threads, so
// that nobody waits for them. Each caller's own wait for one another when there are many, so that one caller never
// holds all workers. Whatever is wrong with a request before it reaches the handler is answered here, as JSON like
// every other error. This header and those of the service know nothing of Boost.
#pragma once

#include "adapters/http/http_message.h"
#include "adapters/http/listen_address.h"
#include "scrim/result.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace scrim::server {

// Called from any thread, any number at a time.
class HttpHandler {
public:
    virtual ~HttpHandler() = default;
    // Does answering take so little that the thread that reads may do it?
    virtual bool is_quick(const HttpRequest& request) const = 0;
    virtual HttpResponse answer(const HttpRequest& request) = 0;
    // Whose request it is, of those that are not quick; "" where requests are not told apart.
    virtual std::string caller(const HttpRequest&) const { return {}; }
    // To a request that is refused before it reaches the handler.
    virtual HttpResponse refused(const ApiError& error) { return error_response(error); }
};

struct HttpOptions {
    ListenAddress address;
    std::string tls_certificate, tls_key;  // PEM files, both or none
    std::size_t threads = 0;               // that read and write, and twice as many that work; 0: one per processor
    std::size_t most_connections = 4'096;
    std::size_t most_per_address = 256;  // connections; 0: no limit
    std::size_t most_waiting = 256;      // requests that wait for a worker; a quarter of it for one caller
    std::size_t header_bytes = 16 << 10;
    std::size_t body_bytes = 256 << 10;
    std::chrono::seconds request_time{10};  // to send a request, from its first byte
    std::chrono::seconds idle_time{75};     // between requests
    std::chrono::seconds write_time{30};    // to take an answer
    std::chrono::seconds drain_time{10};    // for what is being answered when the server stops
};

struct HttpCounts {
    std::uint64_t connections = 0;  // open now
    std::uint64_t accepted = 0;     // since the start
    std::uint64_t turned_away = 0;  // of these, because there were too many
    std::uint64_t waiting = 0;      // for a worker, or being worked at
};

class HttpServer {
public:
    // Binds and listens, so that connections wait from here on; serves them from run() on.
    static Result<std::unique_ptr<HttpServer>> open(const HttpOptions& options, HttpHandler& handler);
    virtual ~HttpServer() = default;

    virtual std::uint16_t port() const = 0;
    // Returns when stop() was called and all answers that were begun are written, or the time for that is over.
    virtual void run() = 0;
    // From any thread.
    virtual void stop() = 0;
    virtual HttpCounts counts() const = 0;
    // Called on SIGHUP, in run(). SIGTERM and SIGINT stop the server, also before run().
    virtual void on_hangup(std::function<void()> action) = 0;
};

}  // namespace scrim::server
