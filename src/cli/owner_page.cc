#include "cli/owner_page.h"

#include <filesystem>
#include <fstream>

namespace scrim::cli {

Result<void> write_owner_page(const std::string& path, const std::string& page) {
    std::ofstream file(path,
                       std::ios::binary | std::ios::app);  // a page that is there stays until it is known to be ours
    if (!file) return input_error("cannot write '" + path + "'");
    file.close();
    std::error_code error;
    using std::filesystem::perms;
    if (std::filesystem::is_regular_file(path, error))
        std::filesystem::permissions(path, perms::owner_read | perms::owner_write, error);
    file.open(path, std::ios::binary | std::ios::trunc);
    if (!(file << page) || !file.flush()) return input_error("cannot write '" + path + "'");
    return {};
}

}  // namespace scrim::cli
