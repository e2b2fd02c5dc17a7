#include "methods/files/output_folder.h"

#include "kernel/core/field.h"
#include "kernel/core/readers.h"
#include "kernel/core/text.h"
#include "methods/files/sync_folder.h"

#include <fcntl.h>
#include <linux/fs.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

namespace scrim::files {
namespace {

namespace fs = std::filesystem;

Error failed(const std::string& path, int number) {
    return input_error(format("cannot make the folder {}: {}", quoted(path), std::strerror(number)));
}

std::string parent_of(const std::string& path) {
    const std::string parent = fs::path(path).parent_path().string();
    return parent.empty() ? "." : parent;
}

}  // namespace

Result<OutputFolder> OutputFolder::create(const std::string& path, Existing existing) {
    std::string place = path;
    while (place.size() > 1 && place.ends_with('/')) place.pop_back();
    if (place.empty()) return input_error("the folder to write has no name");
    std::error_code error;
    if (existing == Existing::refuse && fs::exists(fs::symlink_status(place, error)))
        return input_error(format("{} is there already; choose another name, or replace it with {}",
                                  quoted(std::string_view(place)), switched_on("force")));
    if (!fs::is_directory(parent_of(place), error))
        return input_error(format("there is no folder {} to put {} into", quoted(std::string_view(parent_of(place))),
                                  quoted(std::string_view(place))));
    std::string name = place + ".partial-XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) return failed(place, errno);
    return OutputFolder(std::move(place), std::move(name), existing);
}

OutputFolder::OutputFolder(OutputFolder&& other) noexcept
    : path_(std::move(other.path_)), temporary_(std::exchange(other.temporary_, {})), existing_(other.existing_) {}

OutputFolder::~OutputFolder() {
    std::error_code ignored;
    if (!temporary_.empty()) fs::remove_all(temporary_, ignored);
}

Result<void> OutputFolder::commit() {
    std::error_code error;
    SCRIM_CHECK(sync_tree(temporary_));
    const bool there = fs::exists(fs::symlink_status(path_, error));
    const bool exchange = existing_ == Existing::replace && there;
    if (::renameat2(AT_FDCWD, temporary_.c_str(), AT_FDCWD, path_.c_str(),
                    exchange ? RENAME_EXCHANGE : RENAME_NOREPLACE) != 0) {
        if (errno == EEXIST)
            return input_error(
                format("{} has appeared meanwhile; nothing is written", quoted(std::string_view(path_))));
        return failed(path_, errno);
    }
    // mkdtemp makes a folder for its owner alone; what is published is, from now on, for all whom the umask allows.
    ::chmod(path_.c_str(), usual_mode(0777));
    if (exchange) fs::remove_all(temporary_, error);  // now the old one
    temporary_.clear();
    return sync_folder(parent_of(path_));
}

}  // namespace scrim::files
