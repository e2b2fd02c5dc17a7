// Parquet: typed columns, compressed inside.
#include "adapters/duckdb/files/parquet_folder.h"
#include "adapters/duckdb/files/relation_opener.h"
#include "adapters/duckdb/files/sql_text.h"
#include "adapters/duckdb/files/table_scan.h"
#include "kernel/core/text.h"

#include <filesystem>
#include <fstream>
#include <optional>

namespace scrim::engine {
namespace {

Result<void> open_parquet(RelationOpener& opener) {
    if (opener.relation().files.size() > 1) SCRIM_CHECK(check_same_columns(opener.database(), opener.pattern()));
    SCRIM_CHECK(opener.describe(format("read_parquet({}, hive_partitioning = false)", opener.pattern())));
    return opener.count_rows();
}

std::string copy_to_parquet(const FileFormat&) { return "FORMAT parquet"; }

// Only the columns' types: the rest, down to how pages are packed, is the writer's affair.
Result<std::string> why_not_these_types(const Relation& relation, const Table& rows, const Progress&) {
    SCRIM_TRY(const TextRows types,
              ask(*relation.database, format("SELECT column_type FROM (DESCRIBE SELECT * FROM {})", relation.from)));
    for (std::size_t c = 0; c < rows.width(); ++c)
        if (const std::string type = written_type(rows[c].domain()); types[c][0] != type)
            return format("column {} has the type {}, and {} would be written for its values", quoted(rows.name(c)),
                          types[c][0], type);
    return std::string();
}

// A Parquet file is "PAR1", the columns' chunks, the footer, its length in four bytes and "PAR1" again.
constexpr std::uint64_t parquet_mark = 4;

std::optional<std::uint64_t> footer_bytes(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    file.seekg(-8, std::ios::end);
    unsigned char end[8] = {};
    if (!file.read(reinterpret_cast<char*>(end), sizeof end)) return std::nullopt;
    return std::uint64_t{end[0]} | std::uint64_t{end[1]} << 8 | std::uint64_t{end[2]} << 16 |
           std::uint64_t{end[3]} << 24;
}

Result<std::string> beside_one(Database& database, const std::string& path) {
    const std::string file = sql_text(path);
    const auto one = [&](const std::string& sql) -> Result<std::string> {
        SCRIM_TRY(const TextRows rows, ask(database, sql));
        return rows.empty() ? std::string() : rows[0][0];
    };
    SCRIM_TRY(const std::string pairs, one(format("SELECT count(*) FROM parquet_kv_metadata({})", file)));
    if (pairs != "0") return std::string("it holds Parquet key-value metadata");
    SCRIM_TRY(const std::string column_pairs,
              one(format("SELECT count(*) FROM parquet_metadata({}) WHERE cardinality(key_value_metadata) > 0", file)));
    if (column_pairs != "0") return std::string("it holds Parquet key-value metadata");
    SCRIM_TRY(
        const std::string maker,
        one(format("SELECT regexp_full_match(created_by, 'DuckDB version v[0-9.]{{1,20}} \\(build [0-9a-f]{{10}}\\)') "
                   "FROM parquet_file_metadata({})",
                   file)));
    if (maker != "true") return std::string("its Parquet footer says that another program than Scrim has written it");
    SCRIM_TRY(const std::string chunks,
              one(format("SELECT coalesce(sum(total_compressed_size), 0) + coalesce(sum(bloom_filter_length), 0) FROM "
                         "parquet_metadata({})",
                         file)));
    std::error_code error;
    const std::uint64_t size = std::filesystem::file_size(path, error);
    const auto footer = footer_bytes(path);
    if (error || !footer || std::to_string(size) != std::to_string(std::stoull(chunks) + *footer + 3 * parquet_mark))
        return std::string("it holds bytes that belong to no column and not to its footer");
    return std::string();
}

Result<std::string> beside_parquet(const Relation& relation) {
    for (const std::string& file : relation.files) {
        SCRIM_TRY(const std::string beside, beside_one(*relation.database, file));
        if (beside.empty()) continue;
        const std::string name = std::filesystem::path(file).filename().string();
        return relation.files.size() == 1 ? beside : scrim::format("of {}, {}", printable(name), beside);
    }
    return std::string();
}

}  // namespace

const FormatSpec& parquet_format() {
    static const FormatSpec spec = [] {
        FormatSpec made;
        made.name = "parquet";
        made.extensions = {"parquet"};
        made.packed = true;
        made.folders = true;
        made.typed = true;
        made.open = open_parquet;
        made.copy_options = copy_to_parquet;
        made.why_not_as_written = why_not_these_types;
        made.beside_rows = beside_parquet;
        return made;
    }();
    return spec;
}

}  // namespace scrim::engine
