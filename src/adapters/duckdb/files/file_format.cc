#include "adapters/duckdb/files/file_format.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace scrim::engine {
namespace {

std::string lower_extension(const std::filesystem::path& path) {
    std::string extension = path.extension().string();
    if (!extension.empty()) extension.erase(0, 1);
    std::transform(extension.begin(), extension.end(), extension.begin(),
                   [](unsigned char c) { return std::tolower(c); });
    return extension;
}

FileFormat::Kind kind_of(std::string_view extension) {
    if (extension == "parquet") return FileFormat::Kind::parquet;
    if (extension == "json" || extension == "ndjson" || extension == "jsonl") return FileFormat::Kind::json;
    if (extension == "db" || extension == "duckdb") return FileFormat::Kind::database;
    return FileFormat::Kind::csv;
}

}  // namespace

FileFormat format_of(std::string_view path) {
    std::filesystem::path name(path);
    FileFormat format;
    format.extension = lower_extension(name);
    if (format.extension == "gz") format.compression = Compression::gzip;
    if (format.extension == "zst") format.compression = Compression::zstd;
    if (format.compression != Compression::none) format.extension = lower_extension(name.replace_extension());
    format.kind = kind_of(format.extension);
    return format;
}

}  // namespace scrim::engine
