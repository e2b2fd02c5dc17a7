#include "methods/sync/temporary_folder.h"

#include "kernel/core/text.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

namespace scrim::syncing {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view beginning = "scrim-sync-";

int open_folder(const std::string& path) {
    return ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

// What nobody holds the lock of, and is ours.
void remove_left_behind(const std::string& place) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(place, error)) {
        if (!entry.path().filename().string().starts_with(beginning)) continue;
        const int folder = open_folder(entry.path().string());
        if (folder < 0) continue;
        struct stat about {};
        if (::fstat(folder, &about) == 0 && about.st_uid == ::geteuid() && ::flock(folder, LOCK_EX | LOCK_NB) == 0)
            fs::remove_all(entry.path(), error);
        ::close(folder);
    }
}

}  // namespace

Result<TemporaryFolder> TemporaryFolder::make() {
    std::error_code error;
    const std::string place = fs::temp_directory_path(error).string();
    if (error) return input_error(format("there is no folder for temporary files: {}", error.message()));
    remove_left_behind(place);
    std::string path = format("{}/{}XXXXXX", place, beginning);
    if (!::mkdtemp(path.data()))
        return input_error(format("cannot make a folder in {}: {}", quoted(place), std::strerror(errno)));
    const int lock = open_folder(path);
    if (lock >= 0) ::flock(lock, LOCK_EX);
    return TemporaryFolder(std::move(path), lock);
}

TemporaryFolder::~TemporaryFolder() {
    if (path_.empty()) return;
    std::error_code ignored;
    fs::remove_all(path_, ignored);
    if (lock_ >= 0) ::close(lock_);
}

}  // namespace scrim::syncing
