#include "methods/files/data_formats.h"

namespace scrim::files {
namespace {

constexpr DataFormat all_formats[] = {{"csv", true}, {"csv.gz", true}, {"csv.zst", true}, {"tsv", true},
                                      {"parquet"},   {"json"},         {"jsonl"},         {"ndjson"}};

}  // namespace

std::span<const DataFormat> data_formats() { return all_formats; }

const DataFormat* find_data_format(std::string_view extension) {
    for (const DataFormat& format : all_formats)
        if (format.extension == extension) return &format;
    return nullptr;
}

}  // namespace scrim::files
