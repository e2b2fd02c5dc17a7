// JSON: a list of objects (.json), or an object a line (.ndjson, .jsonl).
#include "adapters/duckdb/files/file_comparison.h"
#include "adapters/duckdb/files/relation_opener.h"
#include "adapters/duckdb/files/sink.h"
#include "kernel/core/json_depth.h"
#include "kernel/core/text.h"

#include <stdlib.h>

#include <filesystem>
#include <string_view>
#include <vector>

namespace scrim::engine {
namespace {

// DuckDB calls itself for each level.
Result<void> check_depth(RelationOpener& opener) {
    return guarded([&]() -> Result<void> {
        const ReadDecompressed read = opener.database().reader(opener.input().path);
        std::vector<char> buffer(std::size_t{1} << 20);
        JsonDepth depth;
        while (const std::size_t count = read(buffer))
            if (!depth.take(std::span(buffer).first(count)))
                return input_error(format("lists and objects nest more than {} levels deep", json_depth_limit));
        return {};
    });
}

// Every object is looked at for its keys: one that only a late object has is a column too. Cells are taken as text,
// integers as they are written, for DuckDB would make floating-point numbers of those beyond 64 bits.
Result<void> open_json(RelationOpener& opener) {
    SCRIM_CHECK(check_depth(opener));
    SCRIM_CHECK(opener.describe(
        format("read_json({}, records = true, maximum_depth = 1, sample_size = -1, map_inference_threshold = -1, "
               "hive_partitioning = false)",
               opener.pattern())));
    for (std::string& expression : opener.relation().expressions) expression = format("({} ->> '$')", expression);
    return {};
}

std::string copy_to_json(const FileFormat& target) {
    return format("FORMAT json, ARRAY {}, COMPRESSION {}", target.extension == "json",
                  compression_name(target.compression));
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
Result<std::string> why_not_this_json(const Relation& relation, const Table& rows, const Progress& progress) {
    const TemporaryFolder folder;
    if (folder.path().empty()) return input_error("cannot make a temporary folder to compare with");
    const std::string again = folder.path() + "/data." + relation.format.extension;
    SCRIM_CHECK(write_table(rows, again));
    FileComparison file(relation.database->reader(relation.path));
    const ReadDecompressed read = relation.database->reader(again);
    std::string bytes(FileComparison::block, '\0');
    while (const std::size_t count = read(bytes)) {
        if (progress.cancelled()) return cancelled_error();
        if (!file.next_are(std::string_view(bytes).substr(0, count))) return file.where();
    }
    return file.rest();
}

}  // namespace

const FormatSpec& json_format() {
    static const FormatSpec spec = [] {
        FormatSpec made;
        made.name = "json";
        made.extensions = {"json", "ndjson", "jsonl"};
        made.typed = true;
        made.open = open_json;
        made.copy_options = copy_to_json;
        made.why_not_as_written = why_not_this_json;
        return made;
    }();
    return spec;
}

}  // namespace scrim::engine
