#include "adapters/cli/shell/sql_json.h"

#include "adapters/cli/shown_text.h"

#include <cstdio>
#include <ostream>
#include <set>

namespace scrim::cli {
namespace {

// Every name once: the second `a` is a_2, or a_3 where another column is called a_2.
std::vector<std::string> unique_names(std::span<const SqlColumn> columns) {
    std::set<std::string> taken, used;
    for (const SqlColumn& column : columns) taken.insert(column.name);
    std::vector<std::string> names;
    for (const SqlColumn& column : columns) {
        std::string name = column.name;
        for (std::size_t n = 2; used.contains(name) || (n > 2 && taken.contains(name)); ++n)
            name = column.name + "_" + std::to_string(n);
        used.insert(name);
        names.push_back(name);
    }
    return names;
}

std::size_t digits_at(std::string_view text, std::size_t from) {
    const std::size_t end = text.find_first_not_of("0123456789", from);
    return (end == std::string_view::npos ? text.size() : end) - from;
}

// -?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?
bool is_json_number(std::string_view text) {
    std::size_t at = text.starts_with('-') ? 1 : 0;
    const std::size_t whole = digits_at(text, at);
    if (whole == 0 || (whole > 1 && text[at] == '0')) return false;
    at += whole;
    if (at < text.size() && text[at] == '.') {
        const std::size_t fraction = digits_at(text, at + 1);
        if (fraction == 0) return false;
        at += 1 + fraction;
    }
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        ++at;
        if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
        const std::size_t exponent = digits_at(text, at);
        if (exponent == 0) return false;
        at += exponent;
    }
    return at == text.size();
}

bool is_plain(SqlColumn::Kind kind, std::string_view text) {
    switch (kind) {
        case SqlColumn::Kind::number: return is_json_number(text);
        case SqlColumn::Kind::boolean: return text == "true" || text == "false";
        case SqlColumn::Kind::text: break;
    }
    return false;
}

}  // namespace

std::string json_text(std::string_view text) {
    std::string json = "\"";
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        const char c = text.front();
        if (length == 0) {
            json += "\xef\xbf\xbd";
        } else if (c == '"' || c == '\\') {
            json += '\\';
            json += c;
        } else if (c == '\n') {
            json += "\\n";
        } else if (c == '\t') {
            json += "\\t";
        } else if (length == 1 && (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)) {
            char escape[8];
            std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(c));
            json += escape;
        } else {
            json += text.substr(0, length);
        }
        text.remove_prefix(length ? length : 1);
    }
    return json + '"';
}

void JsonOutput::columns(std::span<const SqlColumn> columns) {
    keys_.clear();
    kinds_.clear();
    for (const std::string& name : unique_names(columns)) keys_.push_back(json_text(name) + ": ");
    for (const SqlColumn& column : columns) kinds_.push_back(column.kind);
    out_ << '[';
    open_ = true;
    any_rows_ = false;
}

bool JsonOutput::row(std::span<const std::optional<std::string>> cells) {
    out_ << (any_rows_ ? ",\n {" : "\n {");
    any_rows_ = true;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        out_ << (i == 0 ? "" : ", ") << keys_[i];
        if (!cells[i])
            out_ << "null";
        else if (is_plain(kinds_[i], *cells[i]))
            out_ << *cells[i];
        else
            out_ << json_text(*cells[i]);
    }
    out_ << '}';
    return out_.good();
}

void JsonOutput::message(std::string_view text) { out_ << "{\"message\": " << json_text(text) << "}\n"; }

void JsonOutput::finish(bool complete) {
    if (open_) out_ << (any_rows_ ? "\n" : "") << (complete ? "]\n" : "");
    if (open_ && !complete && !any_rows_) out_ << '\n';
    open_ = false;
}

}  // namespace scrim::cli
