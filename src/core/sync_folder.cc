#include "core/sync_folder.h"

#include "core/text.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

namespace scrim {
namespace {

Error failed(const std::string& path, int number) {
    return input_error(format("cannot write {}: {}", quoted(path), std::strerror(number)));
}

}  // namespace

Result<void> sync_folder(const std::string& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return failed(path, errno);
    const int synced = ::fsync(file);
    const int number = errno;
    ::close(file);
    if (synced != 0) return failed(path, number);
    return {};
}

Result<void> sync_tree(const std::string& path) {
    std::error_code error;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path, error))
        SCRIM_CHECK(sync_folder(entry.path().string()));
    if (error) return failed(path, error.value());
    return sync_folder(path);
}

}  // namespace scrim
