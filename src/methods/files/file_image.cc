#include "methods/files/file_image.h"

#include "kernel/core/text.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace scrim::files {
namespace {

constexpr std::size_t piece = std::size_t{1} << 30;  // the system reads no more than two of these at once

// Null when all of them were read.
const char* fill(int file, std::span<std::byte> bytes) {
    for (std::size_t done = 0; done < bytes.size();) {
        const ssize_t count = ::read(file, bytes.data() + done, std::min(piece, bytes.size() - done));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return std::strerror(errno);
        if (count == 0) return "it became shorter while it was read";
        done += static_cast<std::size_t>(count);
    }
    return nullptr;
}

}  // namespace

Result<FileImage> FileImage::read(const std::string& path) {
    const auto failed = [&](const char* reason) {
        return input_error(format("cannot read {}: {}", quoted(path), reason));
    };
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return failed(std::strerror(errno));
    struct stat status {};
    if (::fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) {
        ::close(file);
        return failed("it is not a file");
    }
    const auto size = static_cast<std::size_t>(status.st_size);
    void* const memory =
        size == 0 ? nullptr : ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        ::close(file);
        return failed("there is not enough memory for it");
    }
    FileImage image(std::span(static_cast<std::byte*>(memory), size));
    const char* const reason = fill(file, image.bytes_);
    ::close(file);
    if (reason != nullptr) return failed(reason);
    return image;
}

FileImage::~FileImage() {
    if (!bytes_.empty()) ::munmap(bytes_.data(), bytes_.size());
}

}  // namespace scrim::files
