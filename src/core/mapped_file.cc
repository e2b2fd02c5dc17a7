#include "core/mapped_file.h"

#include "core/text.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace scrim {

Result<MappedFile> MappedFile::open(const std::string& path) {
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
    void* const bytes = size == 0 ? nullptr : ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file, 0);
    const int error = errno;
    ::close(file);
    if (bytes == MAP_FAILED) return failed(std::strerror(error));
    return MappedFile(std::span(static_cast<const std::byte*>(bytes), size));
}

MappedFile::~MappedFile() {
    if (!bytes_.empty()) ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

}  // namespace scrim
