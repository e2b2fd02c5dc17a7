// SHA-256, as sha256sum prints it: anyone can check a file without us.
#pragma once

#include "scrim/result.h"

#include <array>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

namespace scrim::files {

std::string sha256(std::string_view bytes);
Result<std::string> sha256_of_file(const std::string& path);

// BLAKE2b with 256 bits, of several pieces in a row: for files of our own, which are checked whenever they are opened.
using Fingerprint = std::array<std::byte, 32>;
Fingerprint fingerprint(std::initializer_list<std::span<const std::byte>> pieces);
// BLAKE2b with 128 bits under a key of up to 64 bytes, as text: a name that only who has the key can recognize.
std::string keyed_fingerprint(std::string_view key, std::string_view name);

}  // namespace scrim::files
