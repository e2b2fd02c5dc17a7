#include "kernel/core/shown_name.h"

#include "scrim/input.h"

#include <algorithm>

namespace scrim {
namespace {

constexpr std::string_view schemes[] = {"postgres://", "postgresql://"};

std::string_view scheme_of(std::string_view path) {
    for (const std::string_view scheme : schemes)
        if (path.starts_with(scheme)) return scheme;
    return {};
}

bool is_word(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    });
}

// "name", "name:5432", "[::1]:5432", "10.0.0.1": else the part before a ':' may be a user, and what follows a password.
bool is_host(std::string_view text) {
    if (text.starts_with('[')) {
        const std::size_t end = text.find(']');
        if (end == std::string_view::npos) return false;
        text.remove_prefix(end + 1);
    }
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) return true;
    const std::string_view port = text.substr(colon + 1);
    return std::all_of(port.begin(), port.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// take(part) for each part between the separators; false as soon as one is refused.
template <class Take>
bool each_part(std::string_view text, char separator, Take take) {
    for (;;) {
        const std::size_t end = text.find(separator);
        if (!take(text.substr(0, end))) return false;
        if (end == std::string_view::npos) return true;
        text.remove_prefix(end + 1);
    }
}

}  // namespace

bool is_database_address(std::string_view path) { return !scheme_of(path).empty(); }

std::optional<AddressParts> address_parts(std::string_view path) {
    AddressParts parts;
    parts.scheme = scheme_of(path);
    if (parts.scheme.empty()) return std::nullopt;
    std::string_view rest = path.substr(parts.scheme.size());
    std::string_view hosts = rest.substr(0, rest.find_first_of("/?"));
    rest.remove_prefix(hosts.size());
    if (const std::size_t at = hosts.rfind('@'); at != std::string_view::npos) {
        parts.user = hosts.substr(0, at);
        hosts.remove_prefix(at + 1);
    }
    if (!each_part(hosts, ',', is_host)) return std::nullopt;
    parts.hosts = hosts;
    const std::string_view database = rest.substr(0, rest.find('?'));
    if (database.find('@') != std::string_view::npos) return std::nullopt;
    parts.path = database;
    rest.remove_prefix(database.size());
    if (rest.size() <= 1) return parts;
    const bool cut = each_part(rest.substr(1), '&', [&](std::string_view part) {
        const std::size_t equals = part.find('=');
        if (equals == std::string_view::npos || !is_word(part.substr(0, equals))) return false;
        parts.parameters.emplace_back(part.substr(0, equals), part.substr(equals + 1));
        return true;
    });
    if (!cut) return std::nullopt;
    return parts;
}

std::string shown_name(std::string_view path) {
    const std::string_view scheme = scheme_of(path);
    if (scheme.empty()) return std::string(path);
    const auto parts = address_parts(path);
    if (!parts) return std::string(scheme) + "…";
    std::string shown = parts->scheme + parts->hosts + parts->path;
    for (const auto& [key, value] : parts->parameters)
        if (key == "table") shown += "?table=" + value;
    return shown;
}

std::string without_secrets(std::string text) {
    for (std::size_t at = 0; (at = text.find("postgres", at)) != std::string::npos;) {
        const std::string_view address = std::string_view(text).substr(at, text.find_first_of(" \t\n'\"<>`", at) - at);
        const std::string shown = shown_name(address);
        const std::size_t length = address.size();
        if (shown != address) text.replace(at, length, shown);
        at += scheme_of(shown).empty() ? 1 : shown.size();
    }
    return text;
}

std::string TableInput::name() const { return path.empty() ? "the table in memory" : shown_name(path); }

}  // namespace scrim
