#include "adapters/duckdb/sql/door/private_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <duckdb/common/local_file_system.hpp>
#include <duckdb/common/virtual_file_system.hpp>

#include <cerrno>
#include <cstring>

namespace scrim::sql {
namespace {

// An empty file where there is none. What is wrong with the path, opening it will tell.
void make_private(const std::string& path) {
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (file >= 0) ::close(file);
}

class PrivateFileSystem final : public duckdb::LocalFileSystem {
public:
    duckdb::unique_ptr<duckdb::FileHandle> OpenFile(const std::string& path, duckdb::FileOpenFlags flags,
                                                    duckdb::optional_ptr<duckdb::FileOpener> opener) override {
        // (The engine's own flag for private files refuses those that are there, such as a log that a crash left.)
        if (flags.ExclusiveCreate())
            flags |= duckdb::FileFlags::FILE_FLAGS_PRIVATE;
        else if (flags.CreateFileIfNotExists() || flags.OverwriteExistingFile())
            make_private(MakePathAbsolute(path, opener));
        return LocalFileSystem::OpenFile(path, flags, opener);
    }

    void CreateDirectory(const std::string& path, duckdb::optional_ptr<duckdb::FileOpener>) override {
        if (::mkdir(path.c_str(), S_IRWXU) != 0 && errno != EEXIST)
            throw duckdb::IOException("the folder %s cannot be made: %s", path, std::strerror(errno));
    }
};

}  // namespace

duckdb::unique_ptr<duckdb::FileSystem> make_private_file_system() {
    return duckdb::make_uniq<duckdb::VirtualFileSystem>(duckdb::make_uniq<PrivateFileSystem>());
}

}  // namespace scrim::sql
