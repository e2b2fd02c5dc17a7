#include "adapters/http/answerer.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/this_coro.hpp>

namespace scrim::server {

Task<HttpResponse> Answerer::answer(const HttpRequest& request) {
    if (handler_.is_quick(request)) co_return handler_.answer(request);
    if (waiting_ >= most_waiting_) {
        const ApiError refusal{503, "overloaded", "too many questions are waiting; ask again in a moment"};
        co_return handler_.refused(refusal);
    }
    const std::string caller = handler_.caller(request);
    if (4 * lanes_.waiting(caller) >= most_waiting_)
        co_return handler_.refused(
            {429, "rate_limited", "too many questions of this token are waiting; ask again in a moment"});
    ++waiting_;
    co_await lanes_.enter(caller, co_await asio::this_coro::executor);
    HttpResponse response = co_await asio::co_spawn(workers_.get_executor(), work(request), server::waiting);
    lanes_.leave(caller);
    --waiting_;
    co_return response;
}

asio::awaitable<HttpResponse, asio::thread_pool::executor_type> Answerer::work(const HttpRequest& request) {
    co_return handler_.answer(request);
}

}  // namespace scrim::server
