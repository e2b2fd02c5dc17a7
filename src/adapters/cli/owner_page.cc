#include "adapters/cli/owner_page.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace scrim::cli {

Result<void> write_owner_page(const std::string& path, const std::string& page) {
    const auto failed = [&](int number) {
        return input_error("cannot write '" + path + "': " + std::strerror(number));
    };
    // Private before there is anything in it to read. What is no file (/dev/stdout) keeps what it has.
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0) return failed(errno);
    struct stat status {};
    if (::fstat(file, &status) == 0 && S_ISREG(status.st_mode)) ::fchmod(file, 0600);
    for (std::string_view rest = page; !rest.empty();) {
        const ssize_t written = ::write(file, rest.data(), rest.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) {
            const int number = errno;
            ::close(file);
            return failed(number);
        }
        rest.remove_prefix(static_cast<std::size_t>(written));
    }
    return ::close(file) == 0 ? Result<void>() : failed(errno);
}

}  // namespace scrim::cli
