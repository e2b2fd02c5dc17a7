// What a message of HTTP must be before it is a request: beyond doubt where it ends, with a path that means something.
#pragma once

#include "adapters/http/asio_types.h"
#include "adapters/http/http_message.h"

#include <optional>
#include <string>
#include <variant>

namespace scrim::server {

using Message = http::request<http::string_body>;

// What to say of a message that could not be read.
ApiError refusal_of(const error_code& error);
// Where a body ends must be beyond doubt: what we and a proxy read differently smuggles one request into another
// (RFC 9112, 6.1 and 6.3).
std::optional<ApiError> doubtful_body(const Message& message);
// The request that a message is, from this address, or why it is none.
std::variant<HttpRequest, ApiError> request_of(const Message& message, const std::string& address);

}  // namespace scrim::server
