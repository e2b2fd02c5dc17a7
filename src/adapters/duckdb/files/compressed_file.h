// Whether a compressed file is whole, and whether anything but its content is in it.
//
// DuckDB reads a truncated .gz or .zst file as a shorter table, without a word, does not look at gzip's checksum, and
// stops at the end of the first stream. A guarantee checked on half a table is none, so we look ourselves.
#pragma once

#include "scrim/result.h"

#include <cstddef>
#include <functional>
#include <span>
#include <string>

namespace scrim::engine {

// Fills the buffer with the next decompressed bytes; returns how many, 0 at the end.
using ReadDecompressed = std::function<std::size_t(std::span<char> buffer)>;

// One gzip stream from the first byte to the last, as long as it says and with the checksum that it says.
Result<void> check_gzip(const std::string& path, const Progress& progress);
// Walks over the blocks of every frame; their checksums are DuckDB's to verify.
Result<void> check_zstd(const std::string& path);

// What a whole file holds besides its content, where names, notes and frames that readers skip can carry anything: ""
// for nothing.
std::string beside_gzip(const std::string& path);
std::string beside_zstd(const std::string& path);

}  // namespace scrim::engine
