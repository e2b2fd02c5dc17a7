#include "methods/files/sync_folder.h"

#include "kernel/core/text.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

namespace scrim::files {
namespace {

Error cannot_write(const std::string& path, int number) {
    return input_error(format("cannot write {}: {}", quoted(path), std::strerror(number)));
}

}  // namespace

Result<void> sync_folder(const std::string& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return cannot_write(path, errno);
    const int synced = ::fsync(file);
    const int number = errno;
    ::close(file);
    if (synced != 0) return cannot_write(path, number);
    return {};
}

Result<void> sync_tree(const std::string& path) {
    std::error_code error;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path, error))
        SCRIM_CHECK(sync_folder(entry.path().string()));
    if (error) return cannot_write(path, error.value());
    return sync_folder(path);
}

}  // namespace scrim::files
