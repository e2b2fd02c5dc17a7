// TemporaryFolder: a folder of the user's alone, for what must not stay: gone with its owner. One that a killed program
// left behind is removed by the next.
#pragma once

#include "scrim/result.h"

#include <string>
#include <utility>

namespace scrim::syncing {

class TemporaryFolder {
public:
    static Result<TemporaryFolder> make();
    TemporaryFolder(TemporaryFolder&& other) noexcept
        : path_(std::exchange(other.path_, {})), lock_(std::exchange(other.lock_, -1)) {}
    TemporaryFolder& operator=(TemporaryFolder&&) = delete;
    ~TemporaryFolder();

    const std::string& path() const { return path_; }

private:
    TemporaryFolder(std::string path, int lock) : path_(std::move(path)), lock_(lock) {}

    std::string path_;
    int lock_ = -1;  // held as long as it is in use
};

}  // namespace scrim::syncing
