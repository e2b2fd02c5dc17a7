#include "adapters/libpq/address.h"

#include "kernel/core/field.h"
#include "kernel/core/shown_name.h"
#include "kernel/core/text.h"

#include <optional>

namespace scrim::libpq {
namespace {

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

// Nothing where a % is not followed by two digits, or stands for a zero byte.
std::optional<std::string> decoded(const std::string& text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            result += text[i];
            continue;
        }
        if (i + 2 >= text.size()) return std::nullopt;
        const int high = hex_digit(text[i + 1]), low = hex_digit(text[i + 2]);
        if (high < 0 || low < 0 || high + low == 0) return std::nullopt;
        result += static_cast<char>(high * 16 + low);
        i += 2;
    }
    return result;
}

// One of ours, from a parameter or a field; each is given once.
Result<void> take(std::string& into, const std::string& value, const char* what) {
    if (!into.empty()) return input_error(format("the {} is given twice; give it once", what));
    into = value;
    return {};
}

Result<void> take_parameter(std::string& into, const std::string& text, const char* what) {
    const auto value = decoded(text);
    if (!value || value->empty() || !is_utf8(*value))
        return input_error(format("{}= of the address holds {}; a {} is expected, with % written as %25 and & as %26",
                                  what, quoted(text), what));
    return take(into, *value, what);
}

}  // namespace

Result<Address> parse_address(const std::string& text) {
    const auto parts = address_parts(text);
    if (!parts)
        return input_error(
            "this is no address of a database; postgres://host:5432/database?table=schema.name is accepted, before the "
            "host a user and '@', with "
            "/ ? # @ : and % in a name or password written as %2F %3F %23 %40 %3A %25");
    Address address;
    address.server = parts->scheme + parts->hosts + parts->path;
    address.connection = parts->scheme + (parts->user.empty() ? "" : parts->user + "@") + parts->hosts + parts->path;
    char separator = '?';
    for (const auto& [key, value] : parts->parameters) {
        if (key == "table") {
            SCRIM_CHECK(take_parameter(address.table, value, "table"));
        } else if (key == "query") {
            SCRIM_CHECK(take_parameter(address.query, value, "query"));
        } else {
            address.connection += format("{}{}={}", separator, key, value);
            separator = '&';
        }
    }
    return address;
}

Result<Address> address_of(const TableInput& input) {
    SCRIM_TRY(Address address, parse_address(input.path));
    if (!input.delimiter.empty() || !input.null_strings.empty() || !input.header)
        return input_error("delimiter, null strings and a missing header are only for CSV files");
    if (!input.table.empty()) SCRIM_CHECK(take(address.table, input.table, "table"));
    if (!input.query.empty()) SCRIM_CHECK(take(address.query, input.query, "query"));
    if (!address.table.empty() && !address.query.empty())
        return input_error("both a table and a query are given; one of them is accepted");
    return address;
}

}  // namespace scrim::libpq
