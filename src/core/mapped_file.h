// MappedFile: a file's bytes in memory, read when they are touched and shared by all who read it.
#pragma once

#include "scrim/result.h"

#include <cstddef>
#include <span>
#include <string>
#include <utility>

namespace scrim {

class MappedFile {
public:
    static Result<MappedFile> open(const std::string& path);
    MappedFile(MappedFile&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}
    MappedFile& operator=(MappedFile&& other) noexcept {
        std::swap(bytes_, other.bytes_);
        return *this;
    }
    ~MappedFile();

    std::span<const std::byte> bytes() const { return bytes_; }

private:
    explicit MappedFile(std::span<const std::byte> bytes) : bytes_(bytes) {}

    std::span<const std::byte> bytes_;
};

}  // namespace scrim
