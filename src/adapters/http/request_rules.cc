#include "adapters/http/request_rules.h"

namespace scrim::server {

ApiError refusal_of(const error_code& error) {
    if (error == http::error::header_limit || error == http::error::buffer_overflow)
        return {431, "too_large", "the headers are too long"};
    if (error == http::error::body_limit) return {413, "too_large", "the body is too long"};
    if (error == http::error::bad_version) return {505, "bad_request", "this is not HTTP/1.0 or HTTP/1.1"};
    return {400, "bad_request", "this is not a well-formed HTTP request"};
}

std::optional<ApiError> doubtful_body(const Message& message) {
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

std::variant<HttpRequest, ApiError> request_of(const Message& message, const std::string& address) {
    HttpRequest request;
    request.address = address;
    request.method = std::string(message.method_string());
    const std::string_view target(message.target().data(), message.target().size());
    const std::size_t question = target.find('?');
    const bool decoded = percent_decode(target.substr(0, question), request.path);
    if (!decoded || !request.path.starts_with('/') || request.path.find('\0') != std::string::npos)
        return ApiError{400, "bad_request", "the path is not well-formed"};
    if (message.count(http::field::host) > 1) return ApiError{400, "bad_request", "there is more than one Host"};
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
    return request;
}

}  // namespace scrim::server
