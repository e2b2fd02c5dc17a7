#include "methods/files/file.h"

#include "kernel/core/text.h"
#include "methods/files/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace scrim::files {
namespace {

// A file descriptor that closes itself.
class Descriptor {
public:
    explicit Descriptor(int fd) : fd_(fd) {}
    ~Descriptor() { close(); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    operator int() const { return fd_; }
    int close() {
        const int fd = std::exchange(fd_, -1);
        return fd < 0 ? 0 : ::close(fd);
    }

private:
    int fd_;
};

Error cannot(std::string_view verb, const std::string& path) {
    return input_error(format("cannot {} {}: {}", verb, quoted(path), std::strerror(errno)));
}

bool write_all(int fd, std::string_view content) {
    while (!content.empty()) {
        const ssize_t written = ::write(fd, content.data(), content.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        content.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

}  // namespace

Result<std::string> read_file(const std::string& path, std::size_t most) {
    const Descriptor fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    struct stat status {};
    if (fd < 0 || ::fstat(fd, &status) != 0) return cannot("read", path);
    if (S_ISDIR(status.st_mode))
        return input_error(format("cannot read {}: it is a folder, a file is needed", quoted(path)));
    std::string content;
    char block[1 << 16];
    for (;;) {
        const ssize_t count = ::read(fd, block, sizeof(block));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return cannot("read", path);
        if (count == 0) return content;
        content.append(block, static_cast<std::size_t>(count));
        if (content.size() > most)
            return input_error(
                format("{} is larger than {} bytes, the most that is read here", quoted(path), with_thousands(most)));
    }
}

Result<void> write_file(const std::string& path, std::string_view content, Readers readers) {
    SCRIM_TRY(OutputFile file, OutputFile::create(path, readers));
    Descriptor fd(::open(file.temporary().c_str(), O_WRONLY | O_CLOEXEC));
    if (fd < 0 || !write_all(fd, content) || fd.close() != 0) return cannot("write", path);
    return file.commit();
}

Result<void> write_new_file(const std::string& path, std::string_view content, Readers readers) {
    const ::mode_t mode = readers == Readers::owner ? 0600 : 0666;
    Descriptor fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode));
    if (fd < 0 || !write_all(fd, content) || fd.close() != 0) return cannot("write", path);
    return {};
}

Result<void> write_private_file(const std::string& path, std::string_view content) {
    return write_file(path, content, Readers::owner);
}

}  // namespace scrim::files
