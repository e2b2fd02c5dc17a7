#include "adapters/duckdb/files/as_written.h"

#include "adapters/duckdb/files/database.h"
#include "adapters/duckdb/files/sink.h"
#include "adapters/duckdb/files/table_scan.h"
#include "kernel/core/text.h"

#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <utility>
#include <vector>

namespace scrim::engine {
namespace {

constexpr std::size_t text_block = std::size_t{1} << 20;

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

// Compares bytes with those of a file, from its beginning.
class Comparison {
public:
    explicit Comparison(ReadDecompressed read) : read_(std::move(read)) {}

    // Are these the next ones?
    bool next_are(std::string_view bytes) {
        found_.resize(bytes.size());
        std::size_t filled = 0;
        while (filled < found_.size()) {
            const std::size_t count = read_(std::span(found_).subspan(filled));
            if (count == 0) break;
            filled += count;
        }
        const auto differs = std::mismatch(bytes.begin(), bytes.end(), found_.begin(),
                                           found_.begin() + static_cast<std::ptrdiff_t>(filled));
        line_ += static_cast<std::size_t>(std::count(bytes.begin(), differs.first, '\n'));
        return differs.first == bytes.end();
    }
    bool at_end() {
        char more = 0;
        return read_(std::span(&more, 1)) == 0;
    }
    std::string where() const { return format("line {} is not what would be written for its values", line_); }

private:
    ReadDecompressed read_;
    std::string found_;
    std::size_t line_ = 1;
};

Result<std::string> compare_csv(const Relation& relation, const Table& rows, const Progress& progress) {
    const char delimiter = relation.format.extension == "tsv" ? '\t' : ',';
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
    Comparison file(relation.database->reader(relation.path));
    for (std::size_t row = 0; row < rows.rows(); ++row) {
        for (std::size_t c = 0; c < rows.width(); ++c) text += cells[c][rows[c][row]];
        if (text.size() < text_block && row + 1 < rows.rows()) continue;
        if (progress.cancelled()) return cancelled_error();
        if (!file.next_are(text)) return file.where();
        text.clear();
    }
    return file.at_end() ? std::string() : std::string("there is more in it than its rows");
}

// A folder for one file, removed with it.
class TemporaryFolder {
public:
    TemporaryFolder() : path_((std::filesystem::temp_directory_path() / "scrim-XXXXXX").string()) {
        if (::mkdtemp(path_.data()) == nullptr) path_.clear();
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    const std::string& path() const { return path_; }

private:
    std::string path_;
};

// Escapes and numbers of JSON are left to DuckDB: the file is written again.
Result<std::string> compare_json(const Relation& relation, const Table& rows, const Progress& progress) {
    const TemporaryFolder folder;
    if (folder.path().empty()) return input_error("cannot make a temporary folder to compare with");
    const std::string again = folder.path() + "/data." + relation.format.extension;
    SCRIM_CHECK(write_table(rows, again));
    Comparison file(relation.database->reader(relation.path));
    const ReadDecompressed read = relation.database->reader(again);
    std::string bytes(text_block, '\0');
    while (const std::size_t count = read(bytes)) {
        if (progress.cancelled()) return cancelled_error();
        if (!file.next_are(std::string_view(bytes).substr(0, count))) return file.where();
    }
    return file.at_end() ? std::string() : std::string("there is more in it than its rows");
}

Result<std::string> compare_types(const Relation& relation, const Table& rows) {
    for (std::size_t c = 0; c < rows.width(); ++c)
        if (const std::string type = written_type(rows[c].domain()); relation.types[c] != type)
            return format("column {} has the type {}, and {} would be written for its values", quoted(rows.name(c)),
                          relation.types[c], type);
    return std::string();
}

}  // namespace

Result<std::string> why_not_as_written(const Relation& relation, const Table& rows, const Progress& progress) {
    return guarded([&]() -> Result<std::string> {
        switch (relation.format.kind) {
            case FileFormat::Kind::csv: return compare_csv(relation, rows, progress);
            case FileFormat::Kind::json: return compare_json(relation, rows, progress);
            case FileFormat::Kind::parquet: return compare_types(relation, rows);
            case FileFormat::Kind::database: break;
        }
        return std::string("this is no file that is written");
    });
}

}  // namespace scrim::engine
