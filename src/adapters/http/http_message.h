// A request and a response, as routes see them: no bytes of the network, no library's types.
#pragma once

#include "kernel/core/json.h"

#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scrim::server {

struct HttpRequest {
    std::string method;  // GET, POST
    std::string path;    // /api/v1/count, percent-decoded; what follows '?' is in `query`
    std::string query;
    std::string body;
    std::string authorization;  // headers, "" where there is none
    std::string accept;
    std::string host;
    std::string if_none_match;
    std::string address;  // of the other end
    // When it had come; what is done for it takes its time from then on, also what it waits.
    std::chrono::steady_clock::time_point arrived = std::chrono::steady_clock::now();
    bool draining = false;  // it came after the server was told to stop
};

struct HttpResponse {
    unsigned status = 200;
    std::string type = "application/json";
    std::string body;
    std::vector<std::pair<std::string, std::string>> headers;
};

// A refusal. Codes are stable, for programs; messages are for people and tell nothing about data.
struct ApiError {
    unsigned status = 400;
    std::string code;
    std::string message;
};

// In one line; text that is not UTF-8 is mended.
HttpResponse json_response(const Json& json);
// As the command line writes errors, with the code.
Json error_json(const ApiError& error);
HttpResponse error_response(const ApiError& error);

// "/a%20b" is "/a b". Nothing where a '%' is not followed by two hexadecimal digits.
bool percent_decode(std::string_view text, std::string& out);

}  // namespace scrim::server
