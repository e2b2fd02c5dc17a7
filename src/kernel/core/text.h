// Text for messages: formatting, quoting, lists, and the nearest known word.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scrim {

using fmt::format;

// Control bytes escaped, and cut after `most` bytes with "…".
std::string printable(std::string_view text, std::size_t most = 80);
std::string quoted(std::string_view text);  // 'text', with line breaks and control bytes escaped
// Exact matches, so that a call never means std::quoted.
inline std::string quoted(const std::string& text) { return quoted(std::string_view(text)); }
inline std::string quoted(std::string& text) { return quoted(std::string_view(text)); }
inline std::string quoted(const char* text) { return quoted(std::string_view(text)); }
std::string join(const std::vector<std::string>& words, std::string_view separator);
// "'a', 'b', 'c' and 12 more"
std::string list_some(const std::vector<std::string>& words, std::size_t most = 5);
// The candidate a person most likely meant, if any is close.
std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& candidates);
// The same with ", did you mean 'x'?" around it, or "".
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);
bool is_utf8(std::string_view text);
// 1234567 as 1,234,567.
std::string with_thousands(std::uint64_t number);
// "12.3 %"; never "0.0 %" of something, nor "100.0 %" of less than all.
std::string share_text(double share);
std::string share_text(std::uint64_t part, std::uint64_t whole);
// "1 class", "1,234 classes"
std::string counted(std::uint64_t number, std::string_view one, std::string_view many);

}  // namespace scrim
