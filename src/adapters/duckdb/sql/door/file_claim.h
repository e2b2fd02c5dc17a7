// FileClaim: a database file is one session's alone, also within one process.
//
// DuckDB's own lock belongs to the process: two libraries in one, such as this one and Python's duckdb, would both get
// it and lose each other's tables. This one belongs to the opened file, and the two kinds exclude each other: whoever
// comes second is refused, in whichever order they come.
#pragma once

#include "scrim/result.h"

#include <sys/types.h>

#include <string>
#include <utility>

namespace scrim::sql {

class FileClaim {
public:
    // Of a file that is there. One that may not be written is nobody's: its claim holds nothing.
    static Result<FileClaim> take(const std::string& path);

    FileClaim(FileClaim&& other) noexcept
        : file_(std::exchange(other.file_, -1)), device_(other.device_), inode_(other.inode_) {}
    FileClaim& operator=(FileClaim&&) = delete;
    ~FileClaim();

    // Is this the file, by whatever name?
    bool is_of(const std::string& path) const;

private:
    FileClaim() = default;

    int file_ = -1;
    dev_t device_ = 0;
    ino_t inode_ = 0;
};

}  // namespace scrim::sql
