// A conversation: one request after the other over one connection, and their answers.
//
//   co_await converse(Conversations{…}, connection);   // until one side has nothing more to say
//
// Whatever is wrong with a request before it reaches the handler is answered here.
#pragma once

#include "adapters/http/address_counts.h"
#include "adapters/http/answerer.h"
#include "adapters/http/asio_types.h"
#include "adapters/http/request_rules.h"
#include "adapters/http/response_text.h"
#include "adapters/http/watched.h"

#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace scrim::server {

// What all conversations of a server share. Everything lives longer than they do.
struct Conversations {
    const HttpOptions& options;
    HttpHandler& handler;
    Answerer& answerer;
    const std::atomic<bool>& stopping;
};

// Read beyond what a parser has taken.
constexpr std::size_t most_ahead = 64 << 10;
constexpr std::string_view go_on = "HTTP/1.1 100 Continue\r\n\r\n";

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

template <class Stream>
Task<void> converse(const Conversations all, Connection<Stream>& connection) {
    error_code error;
    auto quietly = asio::redirect_error(waiting, error);
    Stream& stream = connection.stream;
    if constexpr (std::is_same_v<Stream, Tls>) {
        connection.allow(all.options.request_time);
        co_await stream.async_handshake(asio::ssl::stream_base::server, quietly);
        if (error) co_return;
    }
    beast::flat_buffer buffer(all.options.header_bytes + most_ahead);  // what it does not hold is refused
    for (bool keep = true; keep && !all.stopping;) {
        // Nothing is wrong with a client that says nothing more.
        if (buffer.size() == 0) {
            connection.idle = true;
            connection.allow(all.options.idle_time);
            const std::size_t read = co_await stream.async_read_some(buffer.prepare(4096), quietly);
            if (error || read == 0) break;
            buffer.commit(read);
        }
        connection.idle = false;
        connection.allow(all.options.request_time);
        http::request_parser<http::string_body> parser;
        parser.header_limit(static_cast<std::uint32_t>(all.options.header_bytes));
        parser.body_limit(all.options.body_bytes);
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
            answer = all.handler.refused(refusal);
            keep = false;
        } else if (doubt || (doubt = doubtful_body(parser.get()))) {
            answer = all.handler.refused(*doubt);
            keep = false;
        } else {
            const auto& message = parser.get();
            keep = message.keep_alive();
            connection.allow(std::chrono::hours(24));  // the handler has limits of its own
            auto request = request_of(message, connection.address);
            if (const auto* refusal = std::get_if<ApiError>(&request)) {
                answer = all.handler.refused(*refusal);
            } else {
                HttpRequest& asked = std::get<HttpRequest>(request);
                asked.draining = all.stopping;
                answer = co_await all.answerer.answer(asked);
            }
        }
        keep = keep && !all.stopping;
        const bool head = parser.is_header_done() && parser.get().method() == http::verb::head;
        const bool old = parser.is_header_done() && parser.get().version() == 10;
        const std::string bytes = response_text(answer, old, keep, head);
        connection.late = false;
        connection.allow(all.options.write_time);
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

}  // namespace scrim::server
