// The lines of a CSV file whose line ends DuckDB does not take as they are, or counts otherwise than an editor does.
#pragma once

#include "adapters/duckdb/files/compressed_file.h"
#include "scrim/result.h"

#include <cstdint>
#include <memory>
#include <string>

namespace scrim::engine {

// All of the file with every line end outside quotes as one \n: \r\n, \r and \n may be mixed.
std::string with_even_line_ends(const ReadDecompressed& read);
// In which line the record at this place begins, both from 1: quoted values may hold line ends.
std::uint64_t line_of_record(const ReadDecompressed& read, std::uint64_t record);

// Text that is read like a file and is on no disk.
class MemoryFile {
public:
    static Result<std::shared_ptr<MemoryFile>> make(std::string_view text);
    ~MemoryFile();
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;
    std::string path() const;

private:
    explicit MemoryFile(int file) : file_(file) {}
    int file_;
};

}  // namespace scrim::engine
