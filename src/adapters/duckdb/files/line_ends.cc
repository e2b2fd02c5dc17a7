#include "adapters/duckdb/files/line_ends.h"

#include "kernel/core/text.h"

#include <sys/mman.h>
#include <unistd.h>

#include <span>
#include <vector>

namespace scrim::engine {
namespace {

constexpr std::size_t block_size = 1 << 16;

// f(byte, inside quotes) for every byte, until it says false. A quote is inside, and one written twice changes nothing.
template <class F>
void each_byte(const ReadDecompressed& read, F f) {
    std::vector<char> bytes(block_size);
    bool quoted = false;
    while (const std::size_t count = read(std::span(bytes))) {
        for (std::size_t i = 0; i < count; ++i) {
            if (bytes[i] == '"') quoted = !quoted;
            if (!f(bytes[i], quoted)) return;
        }
    }
}

}  // namespace

std::string with_even_line_ends(const ReadDecompressed& read) {
    std::string text;
    bool after_return = false;  // outside quotes
    each_byte(read, [&](char c, bool quoted) {
        if (!(after_return && c == '\n')) text += c == '\r' && !quoted ? '\n' : c;
        after_return = c == '\r' && !quoted;
        return true;
    });
    return text;
}

std::uint64_t line_of_record(const ReadDecompressed& read, std::uint64_t record) {
    std::uint64_t line = 1, records = 1;
    bool after_return = false;
    each_byte(read, [&](char c, bool quoted) {
        const bool ends = (c == '\n' && !after_return) || c == '\r';
        after_return = c == '\r';
        if (!ends) return records < record;
        ++line;
        if (!quoted) ++records;
        return records < record;
    });
    return line;
}

Result<std::shared_ptr<MemoryFile>> MemoryFile::make(std::string_view text) {
    const int file = ::memfd_create("scrim", MFD_CLOEXEC);
    if (file < 0) return input_error("there is no memory to make its line ends equal; make them so yourself");
    std::shared_ptr<MemoryFile> made(new MemoryFile(file));
    while (!text.empty()) {
        const ssize_t written = ::write(file, text.data(), text.size());
        if (written <= 0) return input_error("there is not enough memory to make its line ends equal");
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return made;
}

MemoryFile::~MemoryFile() { ::close(file_); }

std::string MemoryFile::path() const { return format("/proc/self/fd/{}", file_); }

}  // namespace scrim::engine
