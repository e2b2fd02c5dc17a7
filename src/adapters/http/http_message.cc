#include "adapters/http/http_message.h"

#include "report/json/document.h"
#include "report/json/error.h"

namespace scrim::server {
namespace {

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

// Whose it is to mend.
Error::Kind kind_of(std::string_view code) {
    if (code == "timeout") return Error::Kind::cancelled;
    const bool ours = code == "internal" || code == "overloaded" || code == "draining";
    return ours ? Error::Kind::fault : Error::Kind::input;
}

}  // namespace

HttpResponse json_response(const Json& json) { return {200, "application/json", report::json::line(json), {}}; }

Json error_json(const ApiError& error) {
    return report::json::error({kind_of(error.code), error.message}, Wording::json, error.code);
}

HttpResponse error_response(const ApiError& error) {
    HttpResponse response = json_response(error_json(error));
    response.status = error.status;
    if (error.status == 401) response.headers.emplace_back("WWW-Authenticate", "Bearer");
    if (error.status == 429 || error.status == 503) response.headers.emplace_back("Retry-After", "1");
    return response;
}

bool percent_decode(std::string_view text, std::string& out) {
    out.clear();
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            out += text[i];
            continue;
        }
        const int high = text.size() - i > 2 ? hex_digit(text[i + 1]) : -1;
        const int low = high >= 0 ? hex_digit(text[i + 2]) : -1;
        if (low < 0) return false;
        out += static_cast<char>(high * 16 + low);
        i += 2;
    }
    return true;
}

}  // namespace scrim::server
