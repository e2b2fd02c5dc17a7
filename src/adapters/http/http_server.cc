#include "adapters/http/http_server.h"

#include "adapters/http/conversation.h"
#include "kernel/core/field.h"
#include "kernel/core/text.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/signal_set.hpp>

#include <atomic>
#include <csignal>
#include <mutex>
#include <thread>
#include <unordered_set>

namespace scrim::server {
namespace {

constexpr auto sweep_time = std::chrono::milliseconds(500);

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
          answerer_(handler, threads_, options.most_waiting),
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
        answerer_.join();
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
    HttpCounts counts() const override { return {open_, accepted_, turned_away_, answerer_.waiting()}; }
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
        const Conversations all{options_, handler_, answerer_, stopping_};
        co_await converse(all, *connection);
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
    std::atomic<std::uint64_t> open_ = 0, accepted_ = 0, turned_away_ = 0;
    AddressCounts addresses_;
    std::mutex watched_mutex_;
    std::unordered_set<std::shared_ptr<Watched>> watched_;
    asio::ssl::context tls_;
    // One for each thread that reads: connections stay with the thread they were given to, and nothing is locked. What
    // connections use stands above, for they end with their loops.
    Loops loops_;
    std::vector<asio::executor_work_guard<Io>> guards_;
    Answerer answerer_;
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
