// OutputFolder: a folder that is whole or not there.
//
// It is filled under another name beside its place; commit() syncs every file and moves it there in one step. Whatever
// happens before that, nobody finds a folder that looks complete.
//
//   SCRIM_TRY(OutputFolder folder, OutputFolder::create("release", OutputFolder::Existing::refuse));
//   … write into folder.temporary() …
//   SCRIM_CHECK(folder.commit());
#pragma once

#include "scrim/result.h"

#include <string>

namespace scrim::files {

class OutputFolder {
public:
    enum class Existing { refuse, replace };

    static Result<OutputFolder> create(const std::string& path, Existing existing);

    OutputFolder(OutputFolder&& other) noexcept;
    OutputFolder& operator=(OutputFolder&&) = delete;
    ~OutputFolder();  // removes what was not committed

    const std::string& temporary() const { return temporary_; }
    // With Existing::replace, what stood there is removed after the new folder has taken its place.
    Result<void> commit();

private:
    OutputFolder(std::string path, std::string temporary, Existing existing)
        : path_(std::move(path)), temporary_(std::move(temporary)), existing_(existing) {}

    std::string path_;
    std::string temporary_;  // "" once committed
    Existing existing_;
};

}  // namespace scrim::files
