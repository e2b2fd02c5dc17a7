#include "adapters/http/response_text.h"

#include "kernel/core/text.h"

#include <boost/beast/http/status.hpp>

#include <ctime>

namespace scrim::server {
namespace {

std::string date_text() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    char text[40];
    std::strftime(text, sizeof text, "%a, %d %b %Y %H:%M:%S GMT", &parts);
    return text;
}

}  // namespace

std::string response_text(const HttpResponse& response, bool old, bool keep, bool head) {
    const auto reason = boost::beast::http::obsolete_reason(static_cast<boost::beast::http::status>(response.status));
    std::string bytes;
    bytes.reserve(response.body.size() + 1024);
    bytes +=
        format("HTTP/1.{} {} {}\r\n", old ? 0 : 1, response.status, std::string_view(reason.data(), reason.size()));
    bytes.append("Date: ").append(date_text()).append("\r\n");
    for (const auto& [name, value] : response.headers) bytes.append(name).append(": ").append(value).append("\r\n");
    if (response.status != 304) {
        bytes += format("Content-Type: {}\r\nContent-Length: {}\r\n", response.type, response.body.size());
    }
    bytes += keep ? (old ? "Connection: keep-alive\r\n\r\n" : "\r\n") : "Connection: close\r\n\r\n";
    if (!head) bytes += response.body;
    return bytes;
}

}  // namespace scrim::server
