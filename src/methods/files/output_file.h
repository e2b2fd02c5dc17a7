// OutputFile: a file that appears whole or not at all. It is written under another name beside its target, by whoever,
// and takes the target's name when it is on the disk. Until then nobody else can read it.
//
//   SCRIM_TRY(OutputFile file, OutputFile::create("release.csv"));
//   write_somehow(file.temporary());
//   SCRIM_CHECK(file.commit());            // else nothing is left of it
#pragma once

#include "kernel/core/readers.h"
#include "scrim/result.h"

#include <string>
#include <utility>

namespace scrim::files {

class OutputFile {
public:
    // Refuses a target in a missing folder, or one that exists and is no regular file.
    static Result<OutputFile> create(const std::string& path, Readers readers = Readers::as_usual);
    OutputFile(OutputFile&& other) noexcept
        : target_(std::move(other.target_)),
          temporary_(std::exchange(other.temporary_, std::string())),
          readers_(other.readers_) {}
    OutputFile& operator=(OutputFile&&) = delete;
    ~OutputFile();  // removes the temporary file unless it was committed

    const std::string& temporary() const { return temporary_; }
    Result<void> commit();

private:
    OutputFile(std::string target, std::string temporary, Readers readers)
        : target_(std::move(target)), temporary_(std::move(temporary)), readers_(readers) {}

    std::string target_;
    std::string temporary_;  // "" when there is nothing to remove
    Readers readers_;
};

}  // namespace scrim::files
