// Files that are either whole or not there.
#pragma once

#include "kernel/core/readers.h"
#include "scrim/result.h"

#include <string>
#include <string_view>

namespace scrim::files {

// The whole file as bytes; `most` limits its size.
Result<std::string> read_file(const std::string& path, std::size_t most = std::size_t{1} << 30);
// Whole or not at all (output_file.h): a crash leaves the old file or the new one.
Result<void> write_file(const std::string& path, std::string_view content, Readers readers = Readers::as_usual);
// A new file in a folder that nobody sees yet and that reaches the disk as a whole (output_folder.h).
Result<void> write_new_file(const std::string& path, std::string_view content, Readers readers = Readers::as_usual);
// Whole or not at all, and readable for the user alone, from its first byte on.
Result<void> write_private_file(const std::string& path, std::string_view content);

}  // namespace scrim::files
