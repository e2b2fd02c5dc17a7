// The server on a socket: what is answered, what is refused, and that nobody waits for anybody.
#include "adapters/http/http_server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace scrim::server {
namespace http_server_test {

using ::testing::HasSubstr;
using ::testing::StartsWith;

// Answers with what it was asked; /slow waits until it is let go.
class Echo final : public HttpHandler {
public:
    bool is_quick(const HttpRequest& request) const override { return request.path != "/slow"; }
    HttpResponse answer(const HttpRequest& request) override {
        ++answered;
        if (request.path == "/slow") {
            std::unique_lock lock(mutex);
            ++waiting;
            changed.notify_all();
            changed.wait(lock, [&] { return free; });
        }
        return {200, "text/plain", request.method + " " + request.path + "?" + request.query + " " + request.body, {}};
    }
    std::string caller(const HttpRequest& request) const override { return request.authorization; }
    HttpResponse refused(const ApiError& error) override {
        ++refusals;
        return error_response(error);
    }
    void wait_for(int count) {
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return waiting >= count; });
    }
    void let_go() {
        const std::lock_guard lock(mutex);
        free = true;
        changed.notify_all();
    }

    std::atomic<int> answered = 0, refusals = 0;
    std::mutex mutex;
    std::condition_variable changed;
    int waiting = 0;
    bool free = false;
};

// A plain socket.
class Client {
public:
    explicit Client(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
        EXPECT_EQ(::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    }
    ~Client() { ::close(socket_); }
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    Client& send(std::string_view bytes) {
        ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        return *this;
    }
    Client& half_close() {
        ::shutdown(socket_, SHUT_WR);
        return *this;
    }
    // A whole response, or everything until the server closes or says nothing for a while.
    std::string read(int milliseconds = 300) {
        std::string all;
        char buffer[65536];
        for (;;) {
            pollfd waiting{socket_, POLLIN, 0};
            if (::poll(&waiting, 1, all.empty() ? 10'000 : milliseconds) <= 0) return all;
            const ssize_t got = ::recv(socket_, buffer, sizeof buffer, 0);
            if (got <= 0) {
                closed_ = true;
                return all;
            }
            all.append(buffer, static_cast<std::size_t>(got));
            const std::size_t body = all.find("\r\n\r\n"), length = all.find("Content-Length: ");
            if (body == std::string::npos || length > body || all.find("Connection: close") < body) continue;
            if (all.size() == body + 4 + std::stoul(all.substr(length + 16))) return all;
        }
    }
    bool closed() const { return closed_; }

private:
    int socket_;
    bool closed_ = false;
};

class HttpServerTest : public ::testing::Test {
protected:
    void start(HttpOptions options = {}) {
        options.address.port = 0;
        auto opened = HttpServer::open(options, echo_);
        ASSERT_TRUE(opened.ok()) << opened.error().message;
        server_ = *std::move(opened);
        running_ = std::thread([this] { server_->run(); });
    }
    ~HttpServerTest() override {
        echo_.let_go();
        if (server_) server_->stop();
        if (running_.joinable()) running_.join();
    }
    std::string ask(std::string_view bytes) { return Client(server_->port()).send(bytes).read(); }

    Echo echo_;
    std::unique_ptr<HttpServer> server_;
    std::thread running_;
};

TEST_F(HttpServerTest, Answers) {
    start();
    const std::string answer = ask("GET /a%20b?x=1 HTTP/1.1\r\nHost: x\r\n\r\n");
    EXPECT_THAT(answer, StartsWith("HTTP/1.1 200 OK\r\n"));
    EXPECT_THAT(answer, HasSubstr("\r\n\r\nGET /a b?x=1 "));
    EXPECT_THAT(ask("POST /p HTTP/1.1\r\nContent-Length: 4\r\n\r\nbody"), HasSubstr("POST /p? body"));
    EXPECT_THAT(ask("POST /p HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n"),
                HasSubstr("POST /p? body"));
    const std::string head = ask("HEAD /p HTTP/1.1\r\n\r\n");
    EXPECT_THAT(head, HasSubstr("Content-Length: 9\r\n"));
    EXPECT_THAT(head, ::testing::EndsWith("\r\n\r\n"));
}

TEST_F(HttpServerTest, KeepsConnectionsAndAnswersInOrder) {
    start();
    Client client(server_->port());
    std::string both = client.send("GET /1 HTTP/1.1\r\n\r\nGET /2 HTTP/1.1\r\n\r\n").read();
    while (both.find("GET /2?") == std::string::npos && !client.closed()) both += client.read();
    EXPECT_LT(both.find("GET /1?"), both.find("GET /2?"));
    EXPECT_FALSE(client.closed());
    client.send("GET /3 HTT");
    EXPECT_THAT(client.send("P/1.1\r\nConnection: close\r\n\r\n").read(), HasSubstr("GET /3?"));
    EXPECT_TRUE(client.closed());
    Client old(server_->port());
    EXPECT_THAT(old.send("GET /4 HTTP/1.0\r\n\r\n").read(), StartsWith("HTTP/1.0 200"));
    EXPECT_TRUE(old.closed());
}

TEST_F(HttpServerTest, RefusesWhatIsNotHttp) {
    HttpOptions options;
    options.header_bytes = 2'000;
    options.body_bytes = 1'000;
    start(options);
    const auto status = [&](std::string_view bytes) {
        const std::string answer = ask(bytes);
        EXPECT_THAT(answer, HasSubstr("\"error\":{\"kind\":\"input\",\"code\":")) << bytes;
        return answer.substr(0, 12);
    };
    EXPECT_EQ(status("garbage\r\n\r\n"), "HTTP/1.1 400");
    EXPECT_EQ(status("GET /\r\n\r\n"), "HTTP/1.1 400");
    EXPECT_EQ(status(std::string("\0\1\2\3\r\n\r\n", 8)), "HTTP/1.1 400");
    EXPECT_EQ(status("GET / HTTP/1.1\r\nbroken header\r\n\r\n"), "HTTP/1.1 400");
    EXPECT_EQ(status("GET /%zz HTTP/1.1\r\n\r\n"), "HTTP/1.1 400");
    EXPECT_EQ(status("GET /%00 HTTP/1.1\r\n\r\n"), "HTTP/1.1 400");
    EXPECT_EQ(status("GET / HTTP/1.1\r\nX: " + std::string(3'000, 'x') + "\r\n\r\n"), "HTTP/1.1 431");
    EXPECT_EQ(status("POST / HTTP/1.1\r\nContent-Length: 1001\r\n\r\n"), "HTTP/1.1 413");
    EXPECT_EQ(status("POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n"), "HTTP/1.1 400");
    EXPECT_EQ(status("POST / HTTP/1.1\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nbody"), "HTTP/1.1 400");
    EXPECT_EQ(echo_.answered, 0);
    EXPECT_GE(echo_.refusals, 10);
}

// Neither counts as header or body for the parser, and neither may fill the memory.
TEST_F(HttpServerTest, ChunksAndTrailersWithoutEnd) {
    start();
    const std::string start_of_request = "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n";
    const std::string flood(1 << 20, 'x');
    EXPECT_THAT(ask(start_of_request + "2;" + flood), StartsWith("HTTP/1.1 4"));
    EXPECT_THAT(ask(start_of_request + "2\r\nab\r\n0\r\nTrailer: " + flood), StartsWith("HTTP/1.1 4"));
    EXPECT_THAT(ask(start_of_request + "7fffffff\r\n" + flood), StartsWith("HTTP/1.1 413"));
    EXPECT_EQ(echo_.answered, 0);
}

TEST_F(HttpServerTest, ClientsThatAskBeforeTheySend) {
    start();
    Client client(server_->port());
    client.send("POST /p HTTP/1.1\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n");
    EXPECT_THAT(client.read(50), StartsWith("HTTP/1.1 100 Continue\r\n\r\n"));
    EXPECT_THAT(client.send("body").read(), HasSubstr("POST /p? body"));
    EXPECT_THAT(ask("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"), StartsWith("HTTP/1.1 400"));
}

TEST_F(HttpServerTest, ClientsThatLeaveOrLie) {
    start();
    Client(server_->port()).send("POST / HTTP/1.1\r\nContent-Length: 10\r\n\r\nhalf").half_close().read(100);
    { Client gone(server_->port()); }
    { Client(server_->port()).send("GET / HT"); }
    for (int i = 0; i < 100; ++i) Client(server_->port()).send("GET / HTTP/1.1\r\n\r\n");
    EXPECT_THAT(ask("GET /still HTTP/1.1\r\n\r\n"), HasSubstr("/still"));
    // Half-closed after a whole request: the answer still comes.
    EXPECT_THAT(Client(server_->port()).send("GET /half HTTP/1.1\r\n\r\n").half_close().read(), HasSubstr("/half"));
}

TEST_F(HttpServerTest, SlowClientsAreCutOff) {
    HttpOptions options;
    options.request_time = std::chrono::seconds(1);
    options.idle_time = std::chrono::seconds(1);
    start(options);
    Client slow(server_->port());
    EXPECT_THAT(slow.send("GET / HTTP/1.1\r\nX: ").read(), StartsWith("HTTP/1.1 408"));
    Client idle(server_->port());
    EXPECT_EQ(idle.read(), "");
    EXPECT_TRUE(idle.closed());
}

TEST_F(HttpServerTest, NobodyWaitsForSlowAnswers) {
    HttpOptions options;
    options.threads = 1;
    start(options);
    Client slow(server_->port());
    slow.send("GET /slow HTTP/1.1\r\n\r\n");
    echo_.wait_for(1);
    for (int i = 0; i < 20; ++i) EXPECT_THAT(ask("GET /quick HTTP/1.1\r\n\r\n"), HasSubstr("/quick"));
    echo_.let_go();
    EXPECT_THAT(slow.read(), HasSubstr("/slow"));
}

TEST_F(HttpServerTest, TooManyThatWaitAreRefused) {
    HttpOptions options;
    options.threads = 1;
    options.most_waiting = 3;
    start(options);
    std::vector<std::unique_ptr<Client>> clients;
    for (int i = 0; i < 3; ++i) {
        clients.push_back(std::make_unique<Client>(server_->port()));
        clients.back()->send("GET /slow HTTP/1.1\r\n\r\n");
    }
    while (server_->counts().waiting < 3) std::this_thread::yield();
    EXPECT_THAT(ask("GET /slow HTTP/1.1\r\n\r\n"), StartsWith("HTTP/1.1 503"));
    echo_.let_go();
    for (const auto& client : clients) EXPECT_THAT(client->read(), StartsWith("HTTP/1.1 200"));
}

TEST_F(HttpServerTest, DrainsWhenItStops) {
    start();
    Client slow(server_->port()), idle(server_->port());
    idle.send("GET /1 HTTP/1.1\r\n\r\n").read();
    slow.send("GET /slow HTTP/1.1\r\n\r\n");
    echo_.wait_for(1);
    server_->stop();
    EXPECT_EQ(idle.read(), "");
    echo_.let_go();
    const std::string answer = slow.read();
    EXPECT_THAT(answer, HasSubstr("Connection: close"));
    EXPECT_THAT(answer, HasSubstr("/slow"));
    running_.join();
    EXPECT_EQ(server_->counts().connections, 0u);
}

TEST_F(HttpServerTest, StopsAlsoWhenSomebodyNeverEnds) {
    HttpOptions options;
    options.drain_time = std::chrono::seconds(1);
    options.request_time = std::chrono::seconds(60);
    start(options);
    Client stuck(server_->port());
    stuck.send("POST / HTTP/1.1\r\nContent-Length: 10\r\n\r\nhal");
    while (server_->counts().connections < 1) std::this_thread::yield();
    server_->stop();
    running_.join();
    server_.reset();
}

TEST_F(HttpServerTest, ConnectionsAreLimited) {
    HttpOptions options;
    options.most_connections = 5;
    start(options);
    std::vector<std::unique_ptr<Client>> clients;
    for (int i = 0; i < 5; ++i) {
        clients.push_back(std::make_unique<Client>(server_->port()));
        EXPECT_THAT(clients.back()->send("GET / HTTP/1.1\r\n\r\n").read(), StartsWith("HTTP/1.1 200"));
    }
    Client more(server_->port());
    EXPECT_EQ(more.send("GET / HTTP/1.1\r\n\r\n").read(), "");
    clients.clear();
    while (server_->counts().connections > 0) std::this_thread::yield();
    EXPECT_THAT(ask("GET / HTTP/1.1\r\n\r\n"), StartsWith("HTTP/1.1 200"));
}

TEST_F(HttpServerTest, ConnectionsOfOneAddressAreLimited) {
    HttpOptions options;
    options.most_per_address = 2;
    start(options);
    {
        Client first(server_->port()), second(server_->port());
        EXPECT_THAT(first.send("GET / HTTP/1.1\r\n\r\n").read(), StartsWith("HTTP/1.1 200"));
        EXPECT_THAT(second.send("GET / HTTP/1.1\r\n\r\n").read(), StartsWith("HTTP/1.1 200"));
        EXPECT_EQ(Client(server_->port()).send("GET / HTTP/1.1\r\n\r\n").read(), "");
        EXPECT_GE(server_->counts().turned_away, 1u);
    }
    while (server_->counts().connections > 0) std::this_thread::yield();
    EXPECT_THAT(ask("GET / HTTP/1.1\r\n\r\n"), StartsWith("HTTP/1.1 200"));
}

// One caller's slow requests wait for one another; another's are answered meanwhile.
TEST_F(HttpServerTest, OneCallerDoesNotHoldAllWorkers) {
    HttpOptions options;
    options.threads = 1;
    options.most_waiting = 16;
    start(options);
    std::vector<std::unique_ptr<Client>> clients;
    const auto ask_slowly = [&](const std::string& who) {
        clients.push_back(std::make_unique<Client>(server_->port()));
        clients.back()->send("GET /slow HTTP/1.1\r\nAuthorization: " + who + "\r\n\r\n");
    };
    for (int i = 0; i < 5; ++i) ask_slowly("eve");
    while (server_->counts().waiting < 5) std::this_thread::yield();
    echo_.wait_for(1);
    // A quarter of those that may wait are eve's already.
    EXPECT_THAT(ask("GET /slow HTTP/1.1\r\nAuthorization: eve\r\n\r\n"), StartsWith("HTTP/1.1 429"));
    ask_slowly("ana");
    echo_.wait_for(2);
    echo_.let_go();
    for (const auto& client : clients) EXPECT_THAT(client->read(), StartsWith("HTTP/1.1 200"));
    EXPECT_EQ(echo_.answered, 6);
}

TEST(HttpServerOpen, RefusesWhatItCannotListenOn) {
    Echo echo;
    HttpOptions options;
    options.address.port = 0;
    auto first = HttpServer::open(options, echo);
    ASSERT_TRUE(first.ok());
    options.address.port = (*first)->port();
    const auto second = HttpServer::open(options, echo);
    ASSERT_FALSE(second.ok());
    EXPECT_THAT(second.error().message, HasSubstr("in use"));
    options.tls_certificate = options.tls_key = "nothing.pem";
    EXPECT_FALSE(HttpServer::open(options, echo).ok());
}

}  // namespace http_server_test
}  // namespace scrim::server
