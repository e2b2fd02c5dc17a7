// Text and numbers as the report's page shows them. Whatever comes from data goes through escaped().
#pragma once

#include "scrim/check.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace scrim::report::html {

// As many characters of a name as a page shows.
inline constexpr std::size_t most_shown = 80;

// Safe in text and in quoted attributes: markup, bytes that are no UTF-8, control characters and those that turn the
// direction of writing become visible; cut after `most` characters with "…".
std::string escaped(std::string_view text, std::size_t most = most_shown);
// The same as <code>, with places where a long name may break.
std::string code(std::string_view text, std::size_t most = 160);

// Prose: escaped in full, with typographic apostrophes. Fields are spelled as on the command line, whose users read
// pages.
std::string prose(std::string_view text);
// A name for a table; a long one may break anywhere.
std::string name(std::string_view text);
// A name for a picture: cut where it would be wider than about `most` usual letters.
std::string drawn(std::string_view text, double most);

// The share of some among all.
double part(std::uint64_t some, std::uint64_t all);
// "20 %", "0.43 %"; never "0 %" of something, nor "100 %" of less than all.
std::string percent(double share);
std::string percent(std::uint64_t part, std::uint64_t whole);
// "0.3121", "12,345.7"; "∞", and "–" for what is no number.
std::string decimal(double value);
// The same with as many decimals for all numbers below 10, so that a column of them lines up: "0.3120".
std::string aligned(double value);
// "1 in 5 (20 %)"
std::string chance(const Exact& risk);
// The file's name without its folder.
std::string file_name(const std::string& path);

}  // namespace scrim::report::html
