#include "adapters/http/http_server.h"

#include "adapters/http/address_counts.h"
#include "adapters/http/lanes.h"
#include "adapters/http/response_text.h"
#include "adapters/http/watched.h"
#include "kernel/core/field.h"
#include "kernel/core/text.h"

#include <utility>

// Boost's headers use std::exchange without saying so.
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl.hpp>

#include <atomic>
#include <csignal>
#include <mutex>
#include <optional>
#include <thread>
#include <type_traits>
#include <unordered_set>

namespace scrim::server {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using boost::system::error_code;
using Clock = std::chrono::steady_clock;
using Io = asio::io_context::executor_type;
using Plain = beast::basic_stream<asio::ip::tcp, Io>;
using Tls = beast::ssl_stream<Plain>;
using Timer = asio::basic_waitable_timer<Clock, asio::wait_traits<Clock>, Io>;
template <class T>
using Task = asio::awaitable<T, Io>;
constexpr asio::use_awaitable_t<Io> waiting;

// Read beyond what a parser has taken.
constexpr std::size_t most_ahead = 64 << 10;
constexpr std::string_view go_on = "HTTP/1.1 100 Continue\r\n\r\n";
constexpr auto sweep_time = std::chrono::milliseconds(500);

ApiError refusal_of(const error_code& error) {
    if (error == http::error::header_limit || error == http::error::buffer_overflow)
        return {431, "too_large", "the headers are too long"};
    if (error == http::error::body_limit) return {413, "too_large", "the body is too long"};
    if (error == http::error::bad_version) return {505, "bad_request", "this is not HTTP/1.0 or HTTP/1.1"};
    return {400, "bad_request", "this is not a well-formed HTTP request"};
}

// Where a body ends must be beyond doubt: what we and a proxy read differently smuggles one request into another
// (RFC 9112, 6.1 and 6.3).
std::optional<ApiError> doubtful_body(const http::request<http::string_body>& message) {
    const std::size_t codings = message.count(http::field::transfer_encoding);
    const std::size_t lengths = message.count(http::field::content_length);
    const auto bad = [](const char* why) { return ApiError{400, "bad_request", why}; };
    const auto length = message[http::field::content_length];
    if (lengths > 1 || length.find_first_not_of("0123456789") != length.npos)
        return bad("there is more than one Content-Length");
    if (codings == 0) return std::nullopt;
    if (codings > 1) return bad("there is more than one Transfer-Encoding");
    if (lengths > 0) return bad("Transfer-Encoding and Content-Length do not go together");
    if (message.version() == 10) return bad("HTTP/1.0 has no Transfer-Encoding");
    if (!beast::iequals(message[http::field::transfer_encoding], "chunked"))
        return ApiError{501, "bad_request", "the only Transfer-Encoding that is understood is chunked"};
    return std::nullopt;
}

// What counts as one address.
std::string counted_address(const asio::ip::address& address) {
    if (!address.is_v6()) return address.to_string();
    const asio::ip::address_v6 six = address.to_v6();
    if (six.is_v4_mapped()) return asio::ip::make_address_v4(asio::ip::v4_mapped, six).to_string();
    const auto bytes = six.to_bytes();
    return std::string(bytes.begin(), bytes.begin() + 8);
}

class BeastServer final : public HttpServer {
public:
    BeastServer(const HttpOptions& options, HttpHandler& handler)
        : options_(options),
          handler_(handler),
          threads_(options.threads > 0 ? options.threads : std::max(1u, std::thread::hardware_concurrency())),
          addresses_(options.most_per_address),
          tls_(asio::ssl::context::tls_server),
          loops_(make_loops(threads_)),
          lanes_(threads_),
          workers_(2 * threads_),
          acceptor_(first()),
          signals_(first()),
          sweeper_(first()) {}

    Result<void> listen() {
        if (!options_.tls_certificate.empty()) SCRIM_CHECK(read_certificate());
        error_code error;
        const auto address = asio::ip::make_address(options_.address.host, error);
        if (error) return input_error(format("{} is no address", quoted(options_.address.host)));
        const asio::ip::tcp::endpoint endpoint(address, options_.address.port);
        const auto failed = [&](const char* what) {
            return input_error(format("cannot {} {}:{}: {}", what, options_.address.shown_host(), options_.address.port,
                                      error.message()));
        };
        acceptor_.open(endpoint.protocol(), error);
        if (error) return failed("listen on");
        acceptor_.set_option(asio::socket_base::reuse_address(true), error);
        if (acceptor_.bind(endpoint, error); error) return failed("listen on");
        if (acceptor_.listen(asio::socket_base::max_listen_connections, error); error) return failed("listen on");
        // From here on, so that none is lost before run().
        for (const int signal : {SIGTERM, SIGINT, SIGHUP}) signals_.add(signal);
        return {};
    }

    std::uint16_t port() const override {
        error_code error;
        return acceptor_.local_endpoint(error).port();
    }

    void run() override {
        for (const auto& loop : loops_) guards_.emplace_back(loop->get_executor());
        asio::co_spawn(first(), accept(), asio::detached);
        asio::co_spawn(first(), sweep(), asio::detached);
        asio::co_spawn(first(), obey(), asio::detached);
        std::vector<std::thread> others;
        for (std::size_t i = 1; i < loops_.size(); ++i) others.emplace_back([this, i] { loops_[i]->run(); });
        first().run();
        for (std::thread& other : others) other.join();
        workers_.join();
    }

    void stop() override {
        if (stopping_.exchange(true)) return;
        stop_by_ = Clock::now() + options_.drain_time;
        asio::post(first(), [this] {
            error_code ignored;
            acceptor_.close(ignored);
            sweeper_.expires_after(std::chrono::seconds(0));
        });
    }
    HttpCounts counts() const override { return {open_, accepted_, turned_away_, waiting_}; }
    void on_hangup(std::function<void()> action) override { on_hangup_ = std::move(action); }

private:
    Result<void> read_certificate() {
        error_code error;
        tls_.set_options(asio::ssl::context::default_workarounds | asio::ssl::context::no_sslv2 |
                         asio::ssl::context::no_sslv3 | asio::ssl::context::no_tlsv1 | asio::ssl::context::no_tlsv1_1);
        if (tls_.use_certificate_chain_file(options_.tls_certificate, error); error)
            return input_error(format("{}: {}", quoted_field("tls_cert", options_.tls_certificate), error.message()));
        if (tls_.use_private_key_file(options_.tls_key, asio::ssl::context::pem, error); error)
            return input_error(format("{}: {}", quoted_field("tls_key", options_.tls_key), error.message()));
        if (SSL_CTX_check_private_key(tls_.native_handle()) != 1)
            return input_error(
                format("{} does not belong to the certificate", quoted_field("tls_key", options_.tls_key)));
        return {};
    }

    Task<void> accept() {
        while (!stopping_) {
            error_code error;
            asio::io_context& loop = *loops_[accepted_ % loops_.size()];
            auto socket = co_await acceptor_.async_accept(loop.get_executor(), asio::redirect_error(waiting, error));
            if (error == asio::error::operation_aborted || stopping_) co_return;
            if (error) {  // no more files, most likely: others must end first
                Timer pause(first(), std::chrono::milliseconds(50));
                co_await pause.async_wait(asio::redirect_error(waiting, error));
                continue;
            }
            ++accepted_;
            const asio::ip::address address = socket.remote_endpoint(error).address();
            AddressCounts::Held held = addresses_.enter(counted_address(address));
            if (open_ >= options_.most_connections || !held) {
                ++turned_away_;  // closed at once
                continue;
            }
            socket.set_option(asio::ip::tcp::no_delay(true), error);
            if (options_.tls_certificate.empty())
                asio::co_spawn(loop, serve(Plain(std::move(socket)), std::move(held), address.to_string()),
                               asio::detached);
            else
                asio::co_spawn(loop, serve(Tls(Plain(std::move(socket)), tls_), std::move(held), address.to_string()),
                               asio::detached);
        }
    }

    Task<void> obey() {
        for (;;) {
            error_code error;
            const int signal = co_await signals_.async_wait(asio::redirect_error(waiting, error));
            if (error) co_return;
            if (signal != SIGHUP) {
                stop();
                co_return;
            }
            if (on_hangup_) on_hangup_();
        }
    }

    // Cuts off who is late; when the server stops, who is idle, and after the time for that, everybody.
    Task<void> sweep() {
        for (;;) {
            error_code ignored;
            sweeper_.expires_after(stopping_ ? std::chrono::milliseconds(20) : sweep_time);
            co_await sweeper_.async_wait(asio::redirect_error(waiting, ignored));
            const auto now = Clock::now();
            const bool over = stopping_ && now > stop_by_;
            if (stopping_ && (open_ == 0 || over)) {
                signals_.cancel(ignored);
                guards_.clear();
                if (over)
                    for (const auto& loop : loops_) loop->stop();
                co_return;
            }
            const std::lock_guard lock(watched_mutex_);
            for (const auto& connection : watched_) {
                if (connection->is_late(now) || (stopping_ && connection->idle)) connection->cut(stopping_);
            }
        }
    }

    template <class Stream>
    class Connection final : public Watched {
    public:
        Connection(Stream some, AddressCounts::Held one, std::string whose)
            : stream(std::move(some)), held(std::move(one)), address(std::move(whose)) {}
        // What waits returns with an error; the connection itself decides what to say.
        void cut(bool if_idle) override {
            asio::post(stream.get_executor(), [own = self.lock(), if_idle] {
                if (!own || !(own->is_late(Clock::now()) || (if_idle && own->idle))) return;
                own->late = true;
                error_code ignored;
                beast::get_lowest_layer(static_cast<Connection&>(*own).stream).socket().cancel(ignored);
            });
        }

        Stream stream;
        const AddressCounts::Held held;
        const std::string address;
        std::weak_ptr<Watched> self;
    };

    // A connection among those that are watched, as long as it lives.
    class Watch {
    public:
        Watch(BeastServer& server, std::shared_ptr<Watched> some) : server_(server), some_(std::move(some)) {
            ++server_.open_;
            const std::lock_guard lock(server_.watched_mutex_);
            server_.watched_.insert(some_);
        }
        ~Watch() {
            --server_.open_;
            const std::lock_guard lock(server_.watched_mutex_);
            server_.watched_.erase(some_);
        }
        Watch(const Watch&) = delete;
        Watch& operator=(const Watch&) = delete;

    private:
        BeastServer& server_;
        std::shared_ptr<Watched> some_;
    };

    template <class Stream>
    Task<void> serve(Stream stream, AddressCounts::Held held, std::string address) {
        const auto connection =
            std::make_shared<Connection<Stream>>(std::move(stream), std::move(held), std::move(address));
        connection->self = connection;
        const Watch watch(*this, connection);
        co_await converse(*connection);
    }

    template <class Stream>
    Task<void> converse(Connection<Stream>& connection) {
        error_code error;
        auto quietly = asio::redirect_error(waiting, error);
        Stream& stream = connection.stream;
        if constexpr (std::is_same_v<Stream, Tls>) {
            connection.allow(options_.request_time);
            co_await stream.async_handshake(asio::ssl::stream_base::server, quietly);
            if (error) co_return;
        }
        beast::flat_buffer buffer(options_.header_bytes + most_ahead);  // what it does not hold is refused
        for (bool keep = true; keep && !stopping_;) {
            // Nothing is wrong with a client that says nothing more.
            if (buffer.size() == 0) {
                connection.idle = true;
                connection.allow(options_.idle_time);
                const std::size_t read = co_await stream.async_read_some(buffer.prepare(4096), quietly);
                if (error || read == 0) break;
                buffer.commit(read);
            }
            connection.idle = false;
            connection.allow(options_.request_time);
            http::request_parser<http::string_body> parser;
            parser.header_limit(static_cast<std::uint32_t>(options_.header_bytes));
            parser.body_limit(options_.body_bytes);
            parser.eager(true);
            // Most requests come in one piece.
            buffer.consume(parser.put(buffer.data(), error));
            if (error == http::error::need_more) error = {};
            if (!error && !parser.is_header_done()) co_await http::async_read_header(stream, buffer, parser, quietly);
            std::optional<ApiError> doubt;
            if (!error) doubt = doubtful_body(parser.get());
            if (!error && !doubt && !parser.is_done()) {
                if (beast::iequals(parser.get()[http::field::expect], "100-continue"))
                    co_await asio::async_write(stream, asio::buffer(go_on), quietly);
                if (!error) co_await http::async_read(stream, buffer, parser, quietly);
            }
            HttpResponse answer;
            if (error) {
                if (!connection.late && error.category() != http::make_error_code(http::error::bad_method).category())
                    break;  // the client has gone
                if (error == http::error::end_of_stream || error == http::error::partial_message) break;
                const ApiError refusal =
                    connection.late ? ApiError{408, "timeout", "the request came too slowly"} : refusal_of(error);
                answer = handler_.refused(refusal);
                keep = false;
            } else if (doubt || (doubt = doubtful_body(parser.get()))) {
                answer = handler_.refused(*doubt);
                keep = false;
            } else {
                const auto& message = parser.get();
                keep = message.keep_alive();
                connection.allow(std::chrono::hours(24));  // the handler has limits of its own
                answer = co_await answer_to(message, connection.address);
            }
            keep = keep && !stopping_;
            const bool head = parser.is_header_done() && parser.get().method() == http::verb::head;
            const bool old = parser.is_header_done() && parser.get().version() == 10;
            const std::string bytes = response_text(answer, old, keep, head);
            connection.late = false;
            connection.allow(options_.write_time);
            co_await asio::async_write(stream, asio::buffer(bytes), quietly);
            if (error) break;
        }
        // A client that still sends would get a reset before it has read the answer.
        connection.allow(std::chrono::seconds(2));
        if constexpr (std::is_same_v<Stream, Tls>) {
            co_await stream.async_shutdown(quietly);
        } else {
            stream.socket().shutdown(asio::socket_base::shutdown_send, error);
            char rest[4096];
            for (std::size_t i = 0; !error && i < 256 && !connection.late; ++i)
                co_await stream.async_read_some(asio::buffer(rest), quietly);
        }
        error_code ignored;
        beast::get_lowest_layer(stream).socket().close(ignored);
    }

    Task<HttpResponse> answer_to(const http::request<http::string_body>& message, const std::string& address) {
        HttpRequest request;
        request.address = address;
        request.method = std::string(message.method_string());
        const std::string_view target(message.target().data(), message.target().size());
        const std::size_t question = target.find('?');
        const bool decoded = percent_decode(target.substr(0, question), request.path);
        if (!decoded || !request.path.starts_with('/') || request.path.find('\0') != std::string::npos) {
            const ApiError refusal{400, "bad_request", "the path is not well-formed"};
            co_return handler_.refused(refusal);
        }
        if (message.count(http::field::host) > 1)
            co_return handler_.refused({400, "bad_request", "there is more than one Host"});
        if (question != std::string_view::npos) request.query = std::string(target.substr(question + 1));
        const auto header = [&](http::field field) {
            const auto value = message[field];
            return std::string(value.data(), value.size());
        };
        request.authorization = header(http::field::authorization);
        request.accept = header(http::field::accept);
        request.host = header(http::field::host);
        request.if_none_match = header(http::field::if_none_match);
        request.body = message.body();
        request.draining = stopping_;
        if (handler_.is_quick(request)) co_return handler_.answer(request);
        if (waiting_ >= options_.most_waiting) {
            const ApiError refusal{503, "overloaded", "too many questions are waiting; ask again in a moment"};
            co_return handler_.refused(refusal);
        }
        const std::string caller = handler_.caller(request);
        if (4 * lanes_.waiting(caller) >= options_.most_waiting)
            co_return handler_.refused(
                {429, "rate_limited", "too many questions of this token are waiting; ask again in a moment"});
        ++waiting_;
        co_await lanes_.enter(caller, co_await asio::this_coro::executor);
        HttpResponse response = co_await asio::co_spawn(
            workers_.get_executor(),
            [this, &request]() -> asio::awaitable<HttpResponse, asio::thread_pool::executor_type> {
                co_return handler_.answer(request);
            },
            waiting);
        lanes_.leave(caller);
        --waiting_;
        co_return response;
    }

    using Loops = std::vector<std::unique_ptr<asio::io_context>>;
    static Loops make_loops(std::size_t count) {
        Loops loops;
        for (std::size_t i = 0; i < count; ++i) loops.push_back(std::make_unique<asio::io_context>(1));
        return loops;
    }
    asio::io_context& first() { return *loops_.front(); }

    const HttpOptions options_;
    HttpHandler& handler_;
    const std::size_t threads_;
    std::function<void()> on_hangup_;
    std::atomic<bool> stopping_ = false;
    Clock::time_point stop_by_{};
    std::atomic<std::uint64_t> open_ = 0, accepted_ = 0, turned_away_ = 0, waiting_ = 0;
    AddressCounts addresses_;
    std::mutex watched_mutex_;
    std::unordered_set<std::shared_ptr<Watched>> watched_;
    asio::ssl::context tls_;
    // One for each thread that reads: connections stay with the thread they were given to, and nothing is locked. What
    // connections use stands above, for they end with their loops.
    Loops loops_;
    std::vector<asio::executor_work_guard<Io>> guards_;
    Lanes<Io> lanes_;
    asio::thread_pool workers_;
    asio::basic_socket_acceptor<asio::ip::tcp, Io> acceptor_;
    asio::basic_signal_set<Io> signals_;
    Timer sweeper_;
};

}  // namespace

Result<std::unique_ptr<HttpServer>> HttpServer::open(const HttpOptions& options, HttpHandler& handler) {
    auto server = std::make_unique<BeastServer>(options, handler);
    SCRIM_CHECK(server->listen());
    return std::unique_ptr<HttpServer>(std::move(server));
}

}  // namespace scrim::server
