// Answerer: who answers a request: the thread that read it where that takes little, otherwise a worker. Each caller's
// own wait for one another when there are many, and nobody waits where too many do.
//
// It must end before the loops whose coroutines ask it do.
#pragma once

#include "adapters/http/asio_types.h"
#include "adapters/http/http_server.h"
#include "adapters/http/lanes.h"

#include <boost/asio/thread_pool.hpp>

#include <atomic>
#include <cstdint>

namespace scrim::server {

class Answerer {
public:
    // For so many threads that read.
    Answerer(HttpHandler& handler, std::size_t threads, std::size_t most_waiting)
        : handler_(handler), most_waiting_(most_waiting), lanes_(threads), workers_(2 * threads) {}

    // The request lives until it is answered.
    Task<HttpResponse> answer(const HttpRequest& request);
    std::uint64_t waiting() const { return waiting_; }  // for a worker, or being worked at
    // Until nothing is worked at.
    void join() { workers_.join(); }

private:
    asio::awaitable<HttpResponse, asio::thread_pool::executor_type> work(const HttpRequest& request);

    HttpHandler& handler_;
    const std::size_t most_waiting_;
    std::atomic<std::uint64_t> waiting_ = 0;
    Lanes<Io> lanes_;
    asio::thread_pool workers_;
};

}  // namespace scrim::server
