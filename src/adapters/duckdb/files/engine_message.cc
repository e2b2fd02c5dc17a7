#include "adapters/duckdb/files/engine_message.h"

#include "kernel/core/field.h"
#include "kernel/core/text.h"

#include <optional>

namespace scrim::engine {
namespace {

constexpr std::size_t longest_message = 300;

bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

// The digits that follow `label`.
std::optional<std::string> number_after(std::string_view text, std::string_view label) {
    const std::size_t found = text.find(label);
    if (found == std::string_view::npos) return std::nullopt;
    text.remove_prefix(found + label.size());
    const std::size_t end = text.find_first_not_of("0123456789");
    if (end == 0 || text.empty()) return std::nullopt;
    return std::string(text.substr(0, end));
}

// What is wrong on one line of a CSV file; nothing when it is not one of the known mistakes. The message quotes the
// offending line, so each mistake is looked for in DuckDB's own words after it.
std::optional<std::string> csv_mistake(std::string_view raw) {
    const auto expected = number_after(raw, "\nExpected Number of Columns: ");
    const auto found = number_after(raw, " Found: ");
    if (expected && found)
        return format("has {} {} where the first line has {}", *found, *found == "1" ? "cell" : "cells", *expected);
    if (contains(raw, "\nValue with unterminated quote found"))
        return "has a quoted value that does not end, or goes on after its closing quote; a quote inside quotes is "
               "written twice";
    if (contains(raw, "\nInvalid unicode"))
        return "is not UTF-8; convert the file, for example with iconv -f latin1 -t utf-8";
    if (const auto size = number_after(raw, "\nMaximum line size of "))
        return format("holds a field that is too long, or its quote is not closed: lines of up to {} bytes are read",
                      with_thousands(std::stoull(*size)));
    return std::nullopt;
}

// The first line, without control bytes, cut where it becomes unreadable.
std::string first_line(std::string_view raw) {
    raw = raw.substr(0, raw.find('\n'));
    std::string line;
    for (const char c : raw) line += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    while (!line.empty() && (line.back() == ' ' || line.back() == '.')) line.pop_back();
    if (line.size() > longest_message) {
        std::size_t end = cut_of(line, longest_message);
        while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xC0) == 0x80) --end;  // not inside a character
        line = line.substr(0, end) + "…";
    }
    return line;
}

}  // namespace

std::string condense_engine_message(std::string_view raw) {
    if (const auto line = number_after(raw, "CSV Error on Line: "))
        if (const auto mistake = csv_mistake(raw)) return format("line {} {}", *line, *mistake);
    if (contains(raw, "CSV Parser state machine reached an invalid state")) return std::string(uneven_line_ends);
    if (contains(raw, "expected records, but got non-record JSON"))
        return "JSON objects are expected, one for each row, in a list or one after the other";
    if (raw.starts_with("Malformed JSON") || raw.starts_with("JSON transform error")) {
        const std::size_t file_end = raw.find("\", ");
        if (file_end != std::string_view::npos) return "malformed JSON " + first_line(raw.substr(file_end + 3));
    }
    return first_line(raw);
}

}  // namespace scrim::engine
