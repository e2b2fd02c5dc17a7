// Where the server listens: "127.0.0.1:8080", "[::1]:8080", "localhost:0" (any free port).
#pragma once

#include "scrim/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace scrim::server {

struct ListenAddress {
    std::string host = "127.0.0.1";  // an address, not a name
    std::uint16_t port = 8080;

    bool is_loopback() const;
    // As a browser writes it: 127.0.0.1, [::1]
    std::string shown_host() const;
};

Result<ListenAddress> parse_listen_address(std::string_view text);

// Is a Host header one of this machine's own names? Pages of other sites reach a loopback server by names of their own.
bool is_own_host(std::string_view header);

}  // namespace scrim::server
