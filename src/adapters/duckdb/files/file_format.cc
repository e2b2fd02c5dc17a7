#include "adapters/duckdb/files/file_format.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace scrim::engine {

#define SCRIM_FORMAT(name) const FormatSpec& name##_format();
#include "adapters/duckdb/files/formats.def"
#undef SCRIM_FORMAT

namespace {

std::string lower_extension(const std::filesystem::path& path) {
    std::string extension = path.extension().string();
    if (!extension.empty()) extension.erase(0, 1);
    std::transform(extension.begin(), extension.end(), extension.begin(),
                   [](unsigned char c) { return std::tolower(c); });
    return extension;
}

const FormatSpec* format_with(const std::string& extension) {
    for (const FormatSpec* format : formats())
        if (std::find(format->extensions.begin(), format->extensions.end(), extension) != format->extensions.end())
            return format;
    return formats().front();
}

}  // namespace

const std::vector<const FormatSpec*>& formats() {
    static const std::vector<const FormatSpec*> all = {
#define SCRIM_FORMAT(name) &name##_format(),
#include "adapters/duckdb/files/formats.def"
#undef SCRIM_FORMAT
    };
    return all;
}

FileFormat format_of(std::string_view path) {
    std::filesystem::path name(path);
    FileFormat format;
    format.extension = lower_extension(name);
    if (format.extension == "gz") format.compression = Compression::gzip;
    if (format.extension == "zst") format.compression = Compression::zstd;
    if (format.compression != Compression::none) format.extension = lower_extension(name.replace_extension());
    format.spec = format_with(format.extension);
    return format;
}

FileFormat format_in_folders() {
    FileFormat format;
    format.spec =
        *std::find_if(formats().begin(), formats().end(), [](const FormatSpec* spec) { return spec->folders; });
    format.extension = format.spec->extensions.front();
    return format;
}

std::string_view compression_name(Compression compression) {
    switch (compression) {
        case Compression::none: break;
        case Compression::gzip: return "gzip";
        case Compression::zstd: return "zstd";
    }
    return "none";
}

}  // namespace scrim::engine
