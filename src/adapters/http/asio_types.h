// Boost's names as the server uses them: streams and coroutines of loops that one thread runs each.
//
// Only the server's own files include it: whoever wants to be asked is an HttpHandler.
#pragma once

// Boost's headers use std::exchange without saying so.
#include <utility>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl.hpp>

#include <chrono>

namespace scrim::server {

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

}  // namespace scrim::server
