#include "adapters/duckdb/files/parquet_folder.h"

#include "adapters/duckdb/files/database.h"
#include "kernel/core/text.h"

#include <algorithm>
#include <filesystem>

namespace scrim::engine {

Result<std::vector<std::string>> parquet_files(const std::string& folder) {
    namespace fs = std::filesystem;
    std::vector<std::string> files;
    std::error_code error;
    for (fs::directory_iterator at(folder, error); !error && at != fs::directory_iterator(); at.increment(error)) {
        const std::string name = at->path().filename().string();
        if (at->is_directory(error))
            return input_error(
                format("it holds the folder {}; the Parquet files of a table are expected in one folder, all of them "
                       "and nothing else",
                       quoted(name)));
        if (name.starts_with('_') || name.starts_with('.')) continue;
        if (at->path().extension() != ".parquet" || !at->is_regular_file(error))
            return input_error(
                format("it holds {}, which is no Parquet file; only those are read together", quoted(name)));
        files.push_back(fs::absolute(at->path()).string());
    }
    if (error) return input_error(error.message());
    if (files.empty())
        return input_error("this is a folder without Parquet files; a file, or a folder of those, is expected");
    std::sort(files.begin(), files.end());
    return files;
}

Result<void> check_same_columns(Database& database, const std::string& patterns) {
    SCRIM_TRY(
        const TextRows others,
        ask(database,
            format("WITH columns AS (SELECT file_name, string_agg(concat_ws(' ', name, duckdb_type, type, "
                   "converted_type, logical_type, num_children), ', ' ORDER BY column_id) AS said FROM "
                   "parquet_schema({}) WHERE column_id > 0 GROUP BY file_name) "
                   "SELECT file_name, (SELECT min(file_name) FROM columns) FROM columns WHERE said <> (SELECT said "
                   "FROM columns ORDER BY file_name LIMIT 1) ORDER BY file_name LIMIT 1",
                   patterns)));
    if (others.empty()) return {};
    const auto name = [&](const std::string& path) { return quoted(std::filesystem::path(path).filename().string()); };
    return input_error(
        format("the columns of {} have other names or types than those of {}", name(others[0][0]), name(others[0][1])));
}

}  // namespace scrim::engine
