// FileImage: all bytes of a file as they were when it was read. Whatever becomes of the file, these stay; a mapping of
// the file itself would end the program when somebody shortens it.
#pragma once

#include "scrim/result.h"

#include <cstddef>
#include <span>
#include <string>
#include <utility>

namespace scrim::files {

class FileImage {
public:
    static Result<FileImage> read(const std::string& path);
    FileImage(FileImage&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}
    FileImage& operator=(FileImage&& other) noexcept {
        std::swap(bytes_, other.bytes_);
        return *this;
    }
    ~FileImage();

    // They begin where a page of memory does.
    std::span<const std::byte> bytes() const { return bytes_; }

private:
    explicit FileImage(std::span<std::byte> bytes) : bytes_(bytes) {}

    std::span<std::byte> bytes_;
};

}  // namespace scrim::files
