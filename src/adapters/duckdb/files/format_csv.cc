// CSV, with commas or tabs: cells are text, and an empty one is missing.
#include "adapters/duckdb/files/csv_header.h"
#include "adapters/duckdb/files/file_comparison.h"
#include "adapters/duckdb/files/relation_opener.h"
#include "adapters/duckdb/files/sql_text.h"
#include "kernel/core/table.h"
#include "kernel/core/text.h"

#include <string_view>
#include <vector>

namespace scrim::engine {
namespace {

// DuckDB's smallest buffer, its longest line. Its default of 32 MB costs 50 MB of memory for a few percent of time.
constexpr std::size_t csv_buffer_bytes = 2'000'000;

char delimiter_of(const FileFormat& format) { return format.extension == "tsv" ? '\t' : ','; }

Result<std::string> read_start(RelationOpener& opener) {
    return guarded([&]() -> Result<std::string> {
        const ReadDecompressed read = opener.database().reader(opener.input().path);
        std::string start(csv_header_bytes, '\0');
        std::size_t filled = 0;
        while (const std::size_t count = read(std::span(start).subspan(filled))) filled += count;
        start.resize(filled);
        return start;
    });
}

Result<void> open_csv(RelationOpener& opener) {
    const TableInput& input = opener.input();
    Relation& relation = opener.relation();
    SCRIM_TRY(const std::string start, read_start(opener));
    if (start.empty()) return input_error("the file is empty");
    SCRIM_TRY(const CsvHeader header,
              read_csv_header(start, {input.delimiter, delimiter_of(relation.format), input.header}));
    relation.columns = header.columns;
    relation.expressions = column_positions(header.columns.size());
    std::vector<std::string> types;
    for (const std::string& column : relation.expressions) types.push_back(format("'{}': 'VARCHAR'", column));
    std::vector<std::string> nulls = {""};
    nulls.insert(nulls.end(), input.null_strings.begin(), input.null_strings.end());
    const std::string options = format(
        "auto_detect = false, delim = {}, quote = '\"', escape = '\"', header = {}, columns = {{{}}}, nullstr = "
        "[{}], buffer_size = {}, hive_partitioning = false",
        sql_text(std::string(1, header.delimiter)), input.header, join(types, ", "), sql_texts(nulls),
        csv_buffer_bytes);
    relation.from = format("read_csv({}, {})", opener.pattern(), options);
    relation.from_copy = [options](const std::string& path) {
        return format("read_csv({}, {})", sql_text(path), options);
    };
    return {};
}

std::string copy_to_csv(const FileFormat& target) {
    return format("FORMAT csv, HEADER true, DELIMITER '{}', COMPRESSION {}", delimiter_of(target),
                  compression_name(target.compression));
}

// A cell of CSV as DuckDB writes it; # might begin a comment.
std::string csv_cell(const std::string& text, char delimiter) {
    const char special[] = {delimiter, '"', '\n', '\r', '#'};
    if (!text.empty() && text.find_first_of(std::string_view(special, sizeof special)) == std::string::npos)
        return text;
    std::string quoted_text = "\"";
    for (const char c : text) {
        if (c == '"') quoted_text += '"';
        quoted_text += c;
    }
    return quoted_text += '"';
}

Result<std::string> why_not_this_csv(const Relation& relation, const Table& rows, const Progress& progress) {
    const char delimiter = delimiter_of(relation.format);
    std::string text;
    std::vector<std::vector<std::string>> cells;  // by column and code, with what follows the cell
    for (std::size_t c = 0; c < rows.width(); ++c) {
        const char* after = c + 1 < rows.width() ? (delimiter == ',' ? "," : "\t") : "\n";
        text += csv_cell(rows.name(c), delimiter) + after;
        const Domain& domain = rows[c].domain();
        std::vector<std::string>& column = cells.emplace_back();
        column.reserve(domain.size());
        for (Code code = 0; code < domain.values(); ++code)
            column.push_back(csv_cell(domain.label(code), delimiter) + after);
        if (domain.has_null()) column.push_back(after);
    }
    FileComparison file(relation.database->reader(relation.path));
    for (std::size_t row = 0; row < rows.rows(); ++row) {
        for (std::size_t c = 0; c < rows.width(); ++c) text += cells[c][rows[c][row]];
        if (text.size() < FileComparison::block && row + 1 < rows.rows()) continue;
        if (progress.cancelled()) return cancelled_error();
        if (!file.next_are(text)) return file.where();
        text.clear();
    }
    return file.rest();
}

}  // namespace

const FormatSpec& csv_format() {
    static const FormatSpec spec = [] {
        FormatSpec made;
        made.name = "csv";
        made.extensions = {"csv", "tsv", "txt"};
        made.dialects = true;
        made.open = open_csv;
        made.copy_options = copy_to_csv;
        made.why_not_as_written = why_not_this_csv;
        return made;
    }();
    return spec;
}

}  // namespace scrim::engine
