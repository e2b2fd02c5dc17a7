// LedgerFile: lines that are on the disk before anybody hears of them.
//
// The first page says what the ledger is about and, in two places that are written in turn, up to where it was written
// last (the head). Lines follow, one after the other. Whoever appends holds the file's lock, so that any number of
// processes share it.
//   - A line without its end is what a crash left of an entry that nobody was told of; the next line takes its place.
//   - Anything else that does not continue the chain, and a file that ends before its head says, is damage: refused,
//     never mended, because a ledger that forgets gives a budget away twice.
// A copy of the whole file from an earlier day looks sound; whoever may replace the owner's files is trusted.
//
//   SCRIM_TRY(LedgerFile file, LedgerFile::open(path, subject));
//   SCRIM_TRY(auto lock, file.lock());
//   SCRIM_CHECK(file.read_on([&](const Entry& entry) { … }));
//   SCRIM_CHECK(file.append(entries));          // on the disk when it returns
#pragma once

#include "methods/ledger/entry.h"
#include "scrim/result.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>

namespace scrim::ledger {

class LedgerFile {
public:
    // A new file, readable for the user alone; refused where anything is there. `subject`: a digest of the data.
    static Result<void> create(const std::string& path, const std::string& subject);
    // Refuses a ledger that is missing, damaged in its first page, or about other data.
    static Result<LedgerFile> open(const std::string& path, const std::string& subject);

    LedgerFile(LedgerFile&& other) noexcept;
    LedgerFile& operator=(LedgerFile&&) = delete;
    ~LedgerFile();

    // Until it is destroyed, no other process reads on or appends. (Threads of this one take turns by themselves.)
    class Lock {
    public:
        explicit Lock(int file) : file_(file) {}
        Lock(Lock&& other) noexcept : file_(std::exchange(other.file_, -1)) {}
        Lock& operator=(Lock&&) = delete;
        ~Lock();

    private:
        int file_;
    };
    Result<Lock> lock();

    // About how many entries there are, for who makes room for them.
    std::uint64_t about() const;
    // The entries since the last time, in their order. Under the lock.
    Result<void> read_on(const std::function<Result<void>(Entry&)>& take);
    // Numbers, dates and chains the entries, after everything was read. Under the lock.
    Result<void> append(std::span<Entry> entries);

    const std::string& path() const { return path_; }

private:
    LedgerFile(std::string path, int file) : path_(std::move(path)), file_(file) {}
    Result<void> read_heads(std::uint64_t& length, Chain& chain) const;
    void write_head() const;
    Error damaged(std::string_view why) const;

    std::string path_;
    int file_;
    std::uint64_t read_to_ = 0;  // bytes of the file that were read, all of them sound
    std::uint64_t entries_ = 0;
    std::int64_t last_time_ = 0;
    Chain chain_;
};

}  // namespace scrim::ledger
