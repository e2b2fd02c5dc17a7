#include "engine/private_files.h"

#include <sys/stat.h>
#include <duckdb/common/local_file_system.hpp>
#include <duckdb/common/virtual_file_system.hpp>

#include <cerrno>
#include <cstring>

namespace scrim {
namespace {

class PrivateFileSystem final : public duckdb::LocalFileSystem {
public:
    duckdb::unique_ptr<duckdb::FileHandle> OpenFile(const std::string& path, duckdb::FileOpenFlags flags,
                                                    duckdb::optional_ptr<duckdb::FileOpener> opener) override {
        return LocalFileSystem::OpenFile(path, flags | duckdb::FileFlags::FILE_FLAGS_PRIVATE, opener);
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

}  // namespace scrim
