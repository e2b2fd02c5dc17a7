#include "adapters/duckdb/files/csv_header.h"

#include "kernel/core/text.h"

#include <algorithm>
#include <optional>

namespace scrim::engine {
namespace {

constexpr std::string_view candidates = ",;\t|";
constexpr std::size_t sample_records = 50;

// Take one record off `text`; quotes as in RFC 4180, any of \n, \r\n and \r ends it. Nothing when `text` ends before it
// does.
std::optional<std::vector<std::string>> take_record(std::string_view& text, char delimiter) {
    std::vector<std::string> cells(1);
    bool in_quotes = false, was_quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (in_quotes) {
            if (c != '"') {
                cells.back() += c;
            } else if (i + 1 < text.size() && text[i + 1] == '"') {
                cells.back() += text[++i];
            } else {
                in_quotes = false;
            }
        } else if (c == '"' && cells.back().empty() && !was_quoted) {
            in_quotes = was_quoted = true;
        } else if (c == delimiter) {
            cells.emplace_back();
            was_quoted = false;
        } else if (c == '\n' || c == '\r') {
            text.remove_prefix(i + (text.substr(i, 2) == "\r\n" ? 2 : 1));
            return cells;
        } else {
            cells.back() += c;
        }
    }
    return std::nullopt;
}

// How well a delimiter fits the first records.
struct Fit {
    std::size_t cells = 0;  // of the first record
    std::size_t records = 0;
    std::size_t agreeing = 0;  // records with as many cells as the first
};

Fit fit_of(std::string_view text, char delimiter) {
    Fit fit;
    while (fit.records < sample_records) {
        const auto record = take_record(text, delimiter);
        if (!record) break;
        if (record->size() == 1 && record->front().empty()) continue;  // a blank line
        if (fit.records == 0) fit.cells = record->size();
        ++fit.records;
        if (record->size() == fit.cells) ++fit.agreeing;
    }
    return fit;
}

// A delimiter that parts the header wins over one that does not, then the one that more records agree with, then more
// cells.
bool better(const Fit& a, const Fit& b) {
    if ((a.cells > 1) != (b.cells > 1)) return a.cells > 1;
    if (a.agreeing * b.records != b.agreeing * a.records) return a.agreeing * b.records > b.agreeing * a.records;
    return a.cells > b.cells;
}

char find_delimiter(std::string_view text, char likely) {
    char best = likely;
    Fit best_fit = fit_of(text, likely);
    for (const char candidate : candidates) {
        const Fit fit = fit_of(text, candidate);
        if (better(fit, best_fit)) {
            best = candidate;
            best_fit = fit;
        }
    }
    return best;
}

Result<char> given_delimiter(const std::string& text) {
    if (text == "tab" || text == "\\t") return '\t';
    if (text.size() != 1 || text == "\"" || text == "\n" || text == "\r")
        return input_error(format(
            "delimiter {} is not usable; one character such as ',' ';' '|' or the word tab is accepted", quoted(text)));
    return text[0];
}

}  // namespace

Result<CsvHeader> read_csv_header(std::string_view start, const CsvHeaderOptions& options) {
    if (start.starts_with("\xFF\xFE") || start.starts_with("\xFE\xFF"))
        return input_error("the file is UTF-16; save it as UTF-8, for example with iconv -f utf-16 -t utf-8");
    std::string text(start);
    if (text.size() < csv_header_bytes) text += '\n';  // all of the file, whose last line end may be missing
    if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);

    CsvHeader result;
    if (options.delimiter.empty()) {
        result.delimiter = find_delimiter(text, options.likely_delimiter);
    } else {
        SCRIM_TRY(result.delimiter, given_delimiter(options.delimiter));
    }
    std::string_view rest(text);
    const auto record = take_record(rest, result.delimiter);
    if (!record) {
        const bool quoted = std::count(text.begin(), text.end(), '"') % 2 != 0;
        if (quoted) return input_error("a quote in the first line is not closed; a line of column names is expected");
        return input_error(format("the first line is longer than {} bytes; a line of column names is expected",
                                  with_thousands(csv_header_bytes)));
    }
    if (record->size() == 1 && record->front().empty())
        return input_error("the first line is blank; a line of column names is expected");

    for (std::size_t i = 0; i < record->size(); ++i) {
        const std::string& name = (*record)[i];
        result.columns.push_back(options.header && !name.empty() ? name : format("column{}", i + 1));
        if (!is_utf8(result.columns.back()))
            return input_error(
                "the first line is not UTF-8; convert the file, for example with iconv -f latin1 -t utf-8");
    }
    std::vector<std::string> sorted = result.columns;
    std::sort(sorted.begin(), sorted.end());
    if (const auto twice = std::adjacent_find(sorted.begin(), sorted.end()); twice != sorted.end())
        return input_error(
            format("the header names column {} twice; give each column a name of its own", quoted(*twice)));
    return result;
}

char unsplit_delimiter(std::string_view name) {
    const std::size_t found = name.find_first_of(candidates);
    return found == std::string_view::npos ? '\0' : name[found];
}

std::string delimiter_name(char delimiter) { return delimiter == '\t' ? "tab" : quoted(std::string(1, delimiter)); }

}  // namespace scrim::engine
