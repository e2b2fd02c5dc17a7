#include "methods/files/output_file.h"

#include "kernel/core/random.h"
#include "kernel/core/text.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

namespace scrim::files {
namespace {

Error cannot_write(const std::string& target, std::string_view reason) {
    return input_error(format("cannot write {}: {}", quoted(target), reason));
}

Error cannot_write(const std::string& target) { return cannot_write(target, std::strerror(errno)); }

std::filesystem::path folder_of(const std::string& target) {
    const std::filesystem::path folder = std::filesystem::path(target).parent_path();
    return folder.empty() ? "." : folder;
}

// Flush a file, or a folder's list of names, to the disk.
bool sync(const std::string& path) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return false;
    const bool synced = ::fsync(descriptor) == 0;
    return ::close(descriptor) == 0 && synced;
}

}  // namespace

Result<OutputFile> OutputFile::create(const std::string& path, Readers readers) {
    std::error_code error;
    // Through a link, to the file that it names.
    const bool is_link = std::filesystem::is_symlink(path, error);
    const std::string target = is_link ? std::filesystem::weakly_canonical(path, error).string() : path;
    const std::filesystem::file_status status = std::filesystem::status(target, error);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
        return cannot_write(target, "it exists and is not a regular file");
    const std::string name = std::filesystem::path(target).filename().string();
    if (name.empty()) return cannot_write(target, "a file name is expected");

    SystemRandom random;
    const std::string temporary = (folder_of(target) / format(".{}.{:016x}", name, random.next())).string();
    const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (descriptor < 0) return cannot_write(target);
    ::close(descriptor);
    return OutputFile(target, temporary, readers);
}

OutputFile::~OutputFile() {
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

Result<void> OutputFile::commit() {
    if (readers_ == Readers::as_usual && ::chmod(temporary_.c_str(), usual_mode(0666)) != 0)
        return cannot_write(target_);
    if (!sync(temporary_) || ::rename(temporary_.c_str(), target_.c_str()) != 0) return cannot_write(target_);
    temporary_.clear();
    if (!sync(folder_of(target_).string())) return cannot_write(target_);
    return {};
}

}  // namespace scrim::files
