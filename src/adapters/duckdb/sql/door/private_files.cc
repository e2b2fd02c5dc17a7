#include "adapters/duckdb/sql/door/private_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <duckdb/common/local_file_system.hpp>
#include <duckdb/common/virtual_file_system.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <utility>

namespace scrim::sql {
namespace {

// An empty file where there is none; one that is there is not touched, for closing it would drop the locks of whoever
// holds it in this process. What is wrong with the path, opening it will tell.
void make_private(const std::string& path) {
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (file >= 0) ::close(file);
}

class PrivateFileSystem final : public duckdb::LocalFileSystem {
public:
    explicit PrivateFileSystem(std::vector<FileClaim> claims) : claims_(std::move(claims)) {}

    duckdb::unique_ptr<duckdb::FileHandle> OpenFile(const std::string& path, duckdb::FileOpenFlags flags,
                                                    duckdb::optional_ptr<duckdb::FileOpener> opener) override {
        const std::string absolute = MakePathAbsolute(path, opener);
        // (The engine's own flag for private files refuses those that are there, such as a log that a crash left.)
        if (flags.ExclusiveCreate())
            flags |= duckdb::FileFlags::FILE_FLAGS_PRIVATE;
        else if (flags.CreateFileIfNotExists() || flags.OverwriteExistingFile())
            make_private(absolute);
        if (flags.Lock() == duckdb::FileLockType::WRITE_LOCK && claim(absolute))  // in place of the engine's lock
            flags = duckdb::FileOpenFlags(flags.GetFlagsInternal(), duckdb::FileLockType::NO_LOCK, flags.Compression());
        return LocalFileSystem::OpenFile(path, flags, opener);
    }

    void CreateDirectory(const std::string& path, duckdb::optional_ptr<duckdb::FileOpener>) override {
        if (::mkdir(path.c_str(), S_IRWXU) != 0 && errno != EEXIST)
            throw duckdb::IOException("the folder %s cannot be made: %s", path, std::strerror(errno));
    }

private:
    // Whether the file is ours; it then stays so until the database is closed.
    bool claim(const std::string& path) {
        const auto is_claimed = [&](const FileClaim& claim) { return claim.is_of(path); };
        const std::lock_guard lock(mutex_);
        if (std::any_of(claims_.begin(), claims_.end(), is_claimed)) return true;
        Result<FileClaim> taken = FileClaim::take(path);
        if (!taken) throw duckdb::IOException(taken.error().message);
        claims_.push_back(*std::move(taken));
        return is_claimed(claims_.back());
    }

    std::mutex mutex_;
    std::vector<FileClaim> claims_;
};

}  // namespace

duckdb::unique_ptr<duckdb::FileSystem> make_private_file_system(std::vector<FileClaim> claims) {
    return duckdb::make_uniq<duckdb::VirtualFileSystem>(duckdb::make_uniq<PrivateFileSystem>(std::move(claims)));
}

}  // namespace scrim::sql
