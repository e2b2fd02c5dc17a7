// Whether a compressed file is whole.
//
// DuckDB reads a truncated .gz or .zst file as a shorter table, without a word, and does not look at gzip's checksum. A
// guarantee checked on half a table is none, so we look ourselves.
#pragma once

#include "scrim/result.h"

#include <cstddef>
#include <functional>
#include <span>
#include <string>

namespace scrim {

// Fills the buffer with the next decompressed bytes; returns how many, 0 at the end.
using ReadDecompressed = std::function<std::size_t(std::span<char> buffer)>;

// Compares length and checksum of the decompressed bytes with what the file says at its end. A file of several gzip
// streams, one after the other, is refused too.
Result<void> check_gzip(const std::string& path, const ReadDecompressed& read, const Progress& progress);

// Walks over the blocks of every frame; their checksums are DuckDB's to verify.
Result<void> check_zstd(const std::string& path);

}  // namespace scrim
