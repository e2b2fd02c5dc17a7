#include "methods/ledger/ledger_file.h"

#include "kernel/core/text.h"
#include "methods/files/digest.h"
#include "methods/files/file.h"

#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fcntl.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <ctime>
#include <filesystem>

namespace scrim::ledger {
namespace {

constexpr std::uint64_t page = 4096;
constexpr std::array<std::uint64_t, 2> heads{1024, 2048};
constexpr std::size_t head_bytes = 160;
constexpr std::string_view magic = "scrim-ledger 1\n";

std::string first_lines(const std::string& subject) {
    return format("{}about {}\nWho was granted what, and what was answered. Lines are added, never changed.\n", magic,
                  subject);
}

// "head <bytes> <entries> <chain> <fingerprint>", padded.
std::string head_of(std::uint64_t length, std::uint64_t entries, const Chain& chain) {
    std::string said = format("head {} {} {} ", length, entries, chain);
    said += files::keyed_fingerprint("head", said);
    said.resize(head_bytes - 1, ' ');
    return said + '\n';
}

bool read_all(int file, char* to, std::size_t size, std::uint64_t offset) {
    while (size > 0) {
        const ssize_t got = ::pread(file, to, size, static_cast<off_t>(offset));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        to += got;
        size -= static_cast<std::size_t>(got);
        offset += static_cast<std::uint64_t>(got);
    }
    return true;
}

bool write_all(int file, std::string_view bytes, std::uint64_t offset) {
    while (!bytes.empty()) {
        const ssize_t put = ::pwrite(file, bytes.data(), bytes.size(), static_cast<off_t>(offset));
        if (put < 0 && errno == EINTR) continue;
        if (put <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(put));
        offset += static_cast<std::uint64_t>(put);
    }
    return true;
}

// The length and chain that a head says; nothing where it was not written whole.
struct Head {
    std::uint64_t length = 0, entries = 0;
    Chain chain;
};
std::optional<Head> head_in(std::string_view text) {
    const std::size_t end = text.find_last_not_of(" \n");
    if (end == std::string_view::npos) return std::nullopt;
    text = text.substr(0, end + 1);
    const std::size_t print = text.rfind(' ');
    if (print == std::string_view::npos ||
        files::keyed_fingerprint("head", text.substr(0, print + 1)) != text.substr(print + 1))
        return std::nullopt;
    Head head;
    const char* at = text.data() + 5;
    const char* const stop = text.data() + print;
    at = std::from_chars(at, stop, head.length).ptr + 1;
    at = std::from_chars(at, stop, head.entries).ptr + 1;
    head.chain.assign(at, stop);
    return head;
}

}  // namespace

Error LedgerFile::damaged(std::string_view why) const {
    return input_error(
        format("the ledger {} is damaged: {}; nothing is answered from it. Restore it from a copy that "
               "holds everything that was answered",
               quoted(path_), why));
}

Result<void> LedgerFile::create(const std::string& path, const std::string& subject) {
    std::error_code error;
    if (std::filesystem::exists(path, error))
        return input_error(
            format("there is a ledger {} already: it says what of a budget was spent, and is never "
                   "replaced; choose another file, or move it away yourself",
                   quoted(path)));
    std::string text = first_lines(subject);
    text.resize(page, '\n');
    const std::string head = head_of(page, 0, first_chain(first_lines(subject)));
    for (const std::uint64_t place : heads) text.replace(place, head.size(), head);
    return files::write_private_file(path, text);
}

Result<LedgerFile> LedgerFile::open(const std::string& path, const std::string& subject) {
    const int opened = ::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    if (opened < 0 && errno == ENOENT)
        return input_error(
            format("the ledger {} is missing: without it nobody knows what was spent, so nothing is "
                   "answered; restore it, or build the statistical database anew",
                   quoted(path)));
    if (opened < 0) return input_error(format("cannot open the ledger {}: {}", quoted(path), std::strerror(errno)));
    LedgerFile file(path, opened);
    std::string first(page, '\0');
    if (!read_all(opened, first.data(), page, 0)) return file.damaged("its first page is not whole");
    if (!first.starts_with(magic)) return file.damaged("it does not begin as a ledger does");
    const std::string lines = first_lines(subject);
    if (!first.starts_with(lines))
        return input_error(
            format("the ledger {} is about other data: each budget belongs to one statistical database", quoted(path)));
    file.chain_ = first_chain(lines);
    file.read_to_ = page;
    return file;
}

LedgerFile::LedgerFile(LedgerFile&& other) noexcept
    : path_(std::move(other.path_)),
      file_(std::exchange(other.file_, -1)),
      read_to_(other.read_to_),
      entries_(other.entries_),
      last_time_(other.last_time_),
      chain_(std::move(other.chain_)) {}

LedgerFile::~LedgerFile() {
    if (file_ >= 0) ::close(file_);
}

LedgerFile::Lock::~Lock() {
    if (file_ >= 0) ::flock(file_, LOCK_UN);
}

Result<LedgerFile::Lock> LedgerFile::lock() {
    while (::flock(file_, LOCK_EX) != 0)
        if (errno != EINTR) return input_error(format("cannot lock the ledger {}", quoted(path_)));
    return Lock(file_);
}

Result<void> LedgerFile::read_heads(std::uint64_t& length, Chain& chain) const {
    std::optional<Head> best;
    for (const std::uint64_t place : heads) {
        std::string text(head_bytes, '\0');
        if (!read_all(file_, text.data(), text.size(), place)) return damaged("its first page is not whole");
        const auto head = head_in(text);
        if (head && (!best || head->length > best->length)) best = head;
    }
    if (!best) return damaged("it does not say how long it is");
    length = best->length;
    chain = best->chain;
    return {};
}

std::uint64_t LedgerFile::about() const {
    constexpr std::uint64_t usual_line = 160;
    struct stat status {};
    const bool known = ::fstat(file_, &status) == 0 && static_cast<std::uint64_t>(status.st_size) > page;
    return known ? (static_cast<std::uint64_t>(status.st_size) - page) / usual_line : 0;
}

Result<void> LedgerFile::read_on(const std::function<Result<void>(Entry&)>& take) {
    std::uint64_t least = 0;
    Chain chain_there;
    SCRIM_CHECK(read_heads(least, chain_there));
    struct stat status {};
    if (::fstat(file_, &status) != 0) return damaged("its length cannot be told");
    const auto size = static_cast<std::uint64_t>(status.st_size);
    if (size < least || size < read_to_) return damaged("its end is missing");
    std::string text(size - read_to_, '\0');
    if (!read_all(file_, text.data(), text.size(), read_to_)) return damaged("it cannot be read");
    std::string_view left = text;
    bool passed = read_to_ > least || (read_to_ == least && chain_ == chain_there);
    while (true) {
        const std::size_t end = left.find('\n');
        if (end == std::string_view::npos) break;  // nothing, or an entry that was never whole
        auto entry = entry_of(left.substr(0, end), chain_);
        if (!entry || entry->number != entries_ + 1 || entry->time < last_time_)
            return damaged(format("entry {} is not what was written", entries_ + 1));
        entries_ = entry->number;
        last_time_ = entry->time;
        read_to_ += end + 1;
        left.remove_prefix(end + 1);
        if (read_to_ == least) passed = chain_ == chain_there;
        SCRIM_CHECK(take(*entry));
    }
    if (!passed) return damaged("its end is missing, or not what was written");
    return {};
}

void LedgerFile::write_head() const {
    // Not synced by itself: the entries are on the disk, and the next entry takes it along.
    (void)write_all(file_, head_of(read_to_, entries_, chain_), heads[entries_ % heads.size()]);
}

Result<void> LedgerFile::append(std::span<Entry> entries) {
    if (entries.empty()) return {};
    const auto now = std::max(static_cast<std::int64_t>(std::time(nullptr)), last_time_);
    Chain chain = chain_;
    std::string lines;
    std::uint64_t number = entries_;
    for (Entry& entry : entries) {
        entry.number = ++number;
        entry.time = now;
        lines += line_of(entry, chain);
    }
    // What a crash left of an entry that nobody was told of.
    const bool done = ::ftruncate(file_, static_cast<off_t>(read_to_)) == 0 && write_all(file_, lines, read_to_) &&
                      ::fdatasync(file_) == 0;
    if (!done) {
        const std::string why = std::strerror(errno);
        (void)!::ftruncate(file_, static_cast<off_t>(read_to_));
        return input_error(format("cannot write to the ledger {}: {}; nothing was answered", quoted(path_), why));
    }
    read_to_ += lines.size();
    entries_ = number;
    last_time_ = now;
    chain_ = std::move(chain);
    write_head();
    return {};
}

}  // namespace scrim::ledger
