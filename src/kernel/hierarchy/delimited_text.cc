#include "kernel/hierarchy/delimited_text.h"

#include "kernel/core/text.h"

#include <algorithm>

namespace scrim::hierarchy {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

// Does a line end with the character at `at`? CRLF ends with its LF.
bool ends_line(std::string_view text, std::size_t at) {
    return text[at] == '\n' || (text[at] == '\r' && (at + 1 == text.size() || text[at + 1] != '\n'));
}

Result<void> check_encoding(std::string_view text) {
    std::size_t line = 1, start = 0;
    for (std::size_t at = 0; at <= text.size(); ++at) {
        if (at < text.size() && !ends_line(text, at)) continue;
        const std::string_view content = text.substr(start, at - start);
        if (!is_utf8(content) || content.find('\0') != std::string_view::npos)
            return input_error(format("line {} is not UTF-8 text; save the file in UTF-8", line));
        start = at + 1;
        ++line;
    }
    return {};
}

char find_delimiter(std::string_view text) {
    constexpr std::string_view candidates = ";\t,";
    std::size_t best = candidates.size();
    bool inside_quotes = false, may_open = true;
    for (std::size_t at = 0; at < text.size() && (inside_quotes || !ends_line(text, at)); ++at) {
        const bool quote = text[at] == '"' && (inside_quotes || may_open);
        if (quote) inside_quotes = !inside_quotes;
        const std::size_t rank = inside_quotes ? std::string_view::npos : candidates.find(text[at]);
        may_open = quote || rank != std::string_view::npos;  // a quote after a closing one is a quote written twice
        best = std::min(best, rank);
    }
    return best < candidates.size() ? candidates[best] : ';';
}

class RowSplitter {
public:
    RowSplitter(std::string_view text, char delimiter) : text_(text), delimiter_(delimiter) {}

    Result<std::vector<TextRow>> split() {
        std::vector<TextRow> rows;
        while (at_ < text_.size()) {
            SCRIM_TRY(TextRow row, next_row());
            const bool blank = row.fields.size() == 1 && row.fields.front().empty();
            if (!blank) rows.push_back(std::move(row));
        }
        return rows;
    }

private:
    bool at_end() const { return at_ == text_.size(); }
    bool at_line_end() const { return at_end() || text_[at_] == '\n' || text_[at_] == '\r'; }

    Result<TextRow> next_row() {
        TextRow row{line_, {}};
        for (;;) {
            SCRIM_TRY(std::string field, next_field());
            row.fields.push_back(std::move(field));
            if (at_end() || text_[at_] != delimiter_) break;
            ++at_;
        }
        if (!at_end() && text_[at_] == '\r') ++at_;
        if (!at_end() && text_[at_] == '\n') ++at_;
        ++line_;
        return row;
    }

    Result<std::string> next_field() {
        if (!at_end() && text_[at_] == '"') return next_quoted_field();
        const std::size_t start = at_;
        while (!at_line_end() && text_[at_] != delimiter_) ++at_;
        return std::string(text_.substr(start, at_ - start));
    }

    Result<std::string> next_quoted_field() {
        const std::size_t opened = line_;
        std::string field;
        for (++at_; !at_end(); ++at_) {
            if (text_[at_] == '"') {
                ++at_;
                if (at_line_end() || text_[at_] == delimiter_) return field;
                if (text_[at_] != '"')
                    return input_error(
                        format("line {}: text follows the closing quote of {}; a quote inside a field is written twice",
                               line_, quoted(field)));
            } else if (ends_line(text_, at_)) {
                ++line_;
            }
            field += text_[at_];
        }
        return input_error(format("line {}: the quote before {} is never closed", opened, quoted(field)));
    }

    std::string_view text_;
    char delimiter_;
    std::size_t at_ = 0;
    std::size_t line_ = 1;
};

}  // namespace

Result<std::vector<TextRow>> split_rows(std::string_view text) {
    SCRIM_CHECK(check_encoding(text));
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    return RowSplitter(text, find_delimiter(text)).split();
}

std::string write_field(std::string_view field) {
    if (field.find_first_of(";\"\r\n") == std::string_view::npos && !field.starts_with(byte_order_mark))
        return std::string(field);
    std::string written = "\"";
    for (const char c : field) {
        if (c == '"') written += '"';
        written += c;
    }
    return written + '"';
}

}  // namespace scrim::hierarchy
