// SeriesFolder: where a series lives, how its next release becomes part of it, and who may do that: one at a time.
//
//   series/public/1, 2, …      the releases, for recipients
//   series/owner/current       which history counts: the point of no return
//   series/owner/history-2     what the next release needs
//   series/owner/release-2     a release that is recorded and not yet visible
//   series/owner/hierarchies   copies of the policy's
//
// A release is staged inside owner/, verified there, and recorded by replacing `current`; only then it is moved to
// public/. Whoever opens the series next finishes what was interrupted after the record and removes what was
// interrupted before it.
#pragma once

#include "scrim/result.h"

#include <cstdint>
#include <optional>
#include <string>

namespace scrim::republication {

class SeriesFolder {
public:
    // The record: which release was the last, its certificate's SHA-256, and that of the history's own description.
    struct Record {
        std::uint64_t release = 0;
        std::string certificate;
        std::string history;
    };

    // Opens a series, or makes the folders of a new one; refuses while somebody else has it open. `read_only` neither
    // makes nor mends anything.
    static Result<SeriesFolder> open(const std::string& path, bool read_only);
    SeriesFolder(SeriesFolder&& other) noexcept;
    SeriesFolder& operator=(SeriesFolder&&) = delete;
    ~SeriesFolder();  // removes what was staged and, of a new series without a release, the folders

    bool is_new() const { return !record_; }
    const Record& record() const { return *record_; }
    std::string public_folder() const { return path_ + "/public"; }
    std::string release_folder(std::uint64_t number) const;
    std::string history_folder() const;
    std::string hierarchies() const { return path_ + "/owner/hierarchies"; }

    // Empty folders for the next release and its history.
    Result<void> stage();
    std::string staged_release() const { return path_ + "/owner/staged/release"; }
    std::string staged_history() const { return path_ + "/owner/staged/history"; }
    // What is staged becomes the release `record.release`.
    Result<void> commit(const Record& record);

private:
    SeriesFolder(std::string path, int lock, bool made, bool read_only)
        : path_(std::move(path)), lock_(lock), made_(made), read_only_(read_only) {}
    Result<void> read_record();
    Result<void> finish();  // what was recorded and is not visible yet
    std::string numbered(std::string_view what, std::uint64_t number) const;

    std::string path_;
    int lock_ = -1;
    bool made_ = false, read_only_ = false;
    std::optional<Record> record_;
};

}  // namespace scrim::republication
