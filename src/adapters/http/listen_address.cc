#include "adapters/http/listen_address.h"

#include "kernel/core/field.h"
#include "kernel/core/text.h"

#include <arpa/inet.h>

#include <algorithm>
#include <charconv>

namespace scrim::server {
namespace {

bool is_v4(const std::string& host) {
    in_addr address{};
    return inet_pton(AF_INET, host.c_str(), &address) == 1;
}
bool is_v6(const std::string& host) {
    in6_addr address{};
    return inet_pton(AF_INET6, host.c_str(), &address) == 1;
}

}  // namespace

bool ListenAddress::is_loopback() const { return host == "::1" || (is_v4(host) && host.starts_with("127.")); }

std::string ListenAddress::shown_host() const { return is_v6(host) ? "[" + host + "]" : host; }

Result<ListenAddress> parse_listen_address(std::string_view text) {
    const auto refused = [&](std::string_view why) {
        return input_error(format("{}: {}; write an address and a port, as 127.0.0.1:8080 or [::1]:8080",
                                  quoted_field("listen", text), why));
    };
    ListenAddress address;
    const std::size_t colon = text.rfind(':');
    if (colon == std::string_view::npos) return refused("there is no port");
    std::string_view host = text.substr(0, colon);
    const std::string_view port = text.substr(colon + 1);
    unsigned number = 0;
    const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), number);
    if (error != std::errc() || end != port.data() + port.size() || number > 65535)
        return refused("a port is a number from 0 to 65535");
    address.port = static_cast<std::uint16_t>(number);
    const bool brackets = host.size() > 2 && host.front() == '[' && host.back() == ']';
    if (brackets) host = host.substr(1, host.size() - 2);
    address.host = host == "localhost" ? "127.0.0.1" : std::string(host);
    if (brackets ? !is_v6(address.host) : !is_v4(address.host))
        return refused(is_v6(address.host) ? "IPv6 addresses stand in brackets" : "this is no address");
    return address;
}

bool is_own_host(std::string_view header) {
    // A name, perhaps a colon and a port, and nothing else.
    const std::size_t colon =
        header.starts_with('[') ? header.find(']') + 1 : std::min(header.find(':'), header.size());
    const std::string host(header.substr(0, colon));
    const std::string_view rest = header.substr(colon);
    if (!rest.empty() && (rest[0] != ':' || rest.find_first_not_of("0123456789", 1) != std::string_view::npos))
        return false;
    return host == "localhost" || host == "[::1]" || (is_v4(host) && host.starts_with("127."));
}

}  // namespace scrim::server
