#include "cli/owner_page.h"

#include <filesystem>
#include <fstream>

namespace scrim::cli {

Result<void> write_owner_page(const std::string& path, const std::string& page) {
    std::ofstream file(path, std::ios::binary);
    std::error_code error;
    using std::filesystem::perms;
    // Before there is anything in it to read. What is no file (/dev/stdout) keeps what it has.
    if (file && std::filesystem::is_regular_file(path, error))
        std::filesystem::permissions(path, perms::owner_read | perms::owner_write, error);
    if (!(file << page) || !file.flush()) return input_error("cannot write '" + path + "'");
    return {};
}

}  // namespace scrim::cli
