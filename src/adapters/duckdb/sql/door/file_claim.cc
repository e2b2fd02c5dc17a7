#include "adapters/duckdb/sql/door/file_claim.h"

#include "kernel/core/text.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace scrim::sql {
namespace {

struct flock whole_file() {
    struct flock lock {};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    return lock;
}

}  // namespace

Result<FileClaim> FileClaim::take(const std::string& path) {
    FileClaim claim;
    const int file = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
    if (file < 0) return claim;
    struct flock wanted = whole_file();
    struct stat status {};
    if (::fcntl(file, F_OFD_SETLK, &wanted) == 0 && ::fstat(file, &status) == 0) {
        claim.file_ = file;
        claim.device_ = status.st_dev;
        claim.inode_ = status.st_ino;
        return claim;
    }
    struct flock there = whole_file();
    const bool known = ::fcntl(file, F_OFD_GETLK, &there) == 0 && there.l_type != F_UNLCK;
    // Closing any descriptor of a file drops the locks that the process has on it: where another library of this
    // process holds one, this descriptor stays open for good.
    const bool ours = known && there.l_pid == ::getpid();
    if (!ours) ::close(file);
    const std::string who = ours                       ? "by another library in this process"
                            : known && there.l_pid > 0 ? format("by process {}", there.l_pid)
                                                       : "by another session";
    return input_error(format("the database {} is in use {}: close it there first", quoted(path), who));
}

bool FileClaim::is_of(const std::string& path) const {
    struct stat status {};
    return file_ >= 0 && ::stat(path.c_str(), &status) == 0 && status.st_dev == device_ && status.st_ino == inode_;
}

FileClaim::~FileClaim() {
    if (file_ >= 0) ::close(file_);
}

}  // namespace scrim::sql
