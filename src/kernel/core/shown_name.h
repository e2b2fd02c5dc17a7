// What messages, reports and pages call a table: its path or, of a database, an address without what nobody may read.
//
//   shown_name("people.csv")                                          // "people.csv"
//   shown_name("postgres://ann:secret@db.org/clinic?table=visits")    // "postgres://db.org/clinic?table=visits"
//   shown_name("postgres://ann@db.org/clinic?query=SELECT 1")         // "postgres://db.org/clinic"
//
// User, password and parameters of the connection are left out; of an address that cannot be told apart, everything is.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scrim {

// "postgres://…" or "postgresql://…"
bool is_database_address(std::string_view path);

// An address, cut; nothing is decoded.
struct AddressParts {
    std::string scheme;  // with "://"
    std::string user;    // with its password, without '@'
    std::string hosts;   // "a:5432,b", may be empty
    std::string path;    // "/clinic", or empty
    std::vector<std::pair<std::string, std::string>> parameters = {};
};
// Nothing where a sign stands that has to be written %..: then it cannot be known what is a password.
std::optional<AddressParts> address_parts(std::string_view path);

std::string shown_name(std::string_view path);
// A text with each address in it as above: whatever quotes what a user wrote goes through this where it is shown.
std::string without_secrets(std::string text);

}  // namespace scrim
