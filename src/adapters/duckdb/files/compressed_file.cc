#include "adapters/duckdb/files/compressed_file.h"

#include "kernel/core/text.h"

#include <zlib.h>

#include <array>
#include <cstdint>
#include <fstream>
#include <optional>
#include <vector>

namespace scrim::engine {
namespace {

constexpr std::size_t piece = std::size_t{1} << 16;

// The state of zlib's inflate, freed with it.
class Inflater {
public:
    Inflater() { ready_ = ::inflateInit2(&stream_, 15 + 16) == Z_OK; }  // 15: any window; 16: with gzip's frame
    ~Inflater() {
        if (ready_) ::inflateEnd(&stream_);
    }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;

    // Z_OK: more is needed; Z_STREAM_END: the stream has ended, and `left` of these bytes are behind it.
    int take(std::span<char> bytes, std::size_t& left) {
        if (!ready_) return Z_MEM_ERROR;
        stream_.next_in = reinterpret_cast<Bytef*>(bytes.data());
        stream_.avail_in = static_cast<uInt>(bytes.size());
        int state = Z_OK;
        do {
            stream_.next_out = reinterpret_cast<Bytef*>(out_.data());
            stream_.avail_out = static_cast<uInt>(out_.size());
            state = ::inflate(&stream_, Z_NO_FLUSH);
        } while (state == Z_OK && (stream_.avail_in > 0 || stream_.avail_out == 0));
        left = stream_.avail_in;
        return state == Z_BUF_ERROR && left == 0 ? Z_OK : state;
    }

private:
    z_stream stream_{};
    bool ready_ = false;
    std::vector<char> out_ = std::vector<char>(piece);
};

std::uint32_t little_endian(const char* bytes, std::size_t count) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < count; ++i) value |= std::uint32_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
    return value;
}

// The next `count` <= 4 bytes as a number; nothing at the file's end.
std::optional<std::uint32_t> take(std::ifstream& file, std::size_t count) {
    char bytes[4] = {};
    if (!file.read(bytes, static_cast<std::streamsize>(count))) return std::nullopt;
    return little_endian(bytes, count);
}

// Whether `count` bytes follow; skips them.
bool skip(std::ifstream& file, std::uint64_t count, std::uint64_t size) {
    file.seekg(static_cast<std::streamoff>(count), std::ios::cur);
    return file && static_cast<std::uint64_t>(file.tellg()) <= size;
}

struct Frames {
    std::size_t of_content = 0, skippable = 0;
    bool dictionary = false;  // one of them names a dictionary
};

// One frame of RFC 8878 §3.1, whole or not.
bool skip_frame(std::ifstream& file, std::uint64_t size, Frames& frames) {
    const auto magic = take(file, 4);
    if (!magic) return false;
    if ((*magic & 0xFFFFFFF0) == 0x184D2A50) {
        const auto length = take(file, 4);
        ++frames.skippable;
        return length && skip(file, *length, size);
    }
    ++frames.of_content;
    const auto descriptor = take(file, 1);
    if (*magic != 0xFD2FB528 || !descriptor) return false;
    const bool single_segment = *descriptor & 0x20;
    frames.dictionary |= (*descriptor & 3) != 0;
    constexpr std::array<std::uint64_t, 4> dictionary_id_size = {0, 1, 2, 4};
    const std::array<std::uint64_t, 4> content_size_size = {single_segment ? 1u : 0u, 2, 4, 8};
    if (!skip(file,
              (single_segment ? 0 : 1) + dictionary_id_size[*descriptor & 3] + content_size_size[*descriptor >> 6],
              size))
        return false;
    for (bool last = false; !last;) {
        const auto block = take(file, 3);
        if (!block) return false;
        last = *block & 1;
        const bool run_length = (*block >> 1 & 3) == 1;
        if (!skip(file, run_length ? 1 : *block >> 3, size)) return false;
    }
    return skip(file, *descriptor & 4 ? 4 : 0, size);
}

// Nothing when one of the frames is not whole.
std::optional<Frames> frames_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    const auto size = static_cast<std::uint64_t>(file.tellg());
    file.seekg(0);
    Frames frames;
    while (static_cast<std::uint64_t>(file.tellg()) < size)
        if (!skip_frame(file, size, frames)) return std::nullopt;
    return frames;
}

}  // namespace

Result<void> check_gzip(const std::string& path, const Progress& progress) {
    const auto refused = [](const char* what) {
        return input_error(
            format("the gzip stream {}; get the file again, or unpack it and give the unpacked file", what));
    };
    std::ifstream file(path, std::ios::binary);
    std::vector<char> buffer(piece);
    Inflater inflater;
    bool ended = false;
    while (file.read(buffer.data(), static_cast<std::streamsize>(piece)) || file.gcount() > 0) {
        if (progress.cancelled()) return cancelled_error();
        if (ended) return refused("is not all that is in the file");
        std::size_t left = 0;
        const int state = inflater.take(std::span(buffer).first(static_cast<std::size_t>(file.gcount())), left);
        if (state == Z_MEM_ERROR) return input_error("not enough memory");
        if (state != Z_OK && state != Z_STREAM_END) return refused("is truncated or damaged");
        ended = state == Z_STREAM_END;
        if (left > 0) return refused("is not all that is in the file");
    }
    return ended ? Result<void>() : refused("is truncated or damaged");
}

Result<void> check_zstd(const std::string& path) {
    if (!frames_of(path)) return input_error("the zstd stream is truncated or damaged; get the file again");
    return {};
}

// RFC 1952 §2.3: ten bytes, the fourth of which says what follows them.
std::string beside_gzip(const std::string& path) {
    char start[10] = {};
    std::ifstream file(path, std::ios::binary);
    if (!file.read(start, sizeof start)) return "it is no gzip file";
    const unsigned flags = static_cast<unsigned char>(start[3]);
    if (flags & 0x08) return "its gzip header holds a file name";
    if (flags & 0x10) return "its gzip header holds a comment";
    if (flags & 0x04) return "its gzip header holds an extra field";
    if (flags != 0) return "its gzip header has flags that Scrim does not set";
    if (little_endian(start + 4, 4) != 0) return "its gzip header holds a time";
    return {};
}

std::string beside_zstd(const std::string& path) {
    const auto frames = frames_of(path);
    if (!frames) return "it is no whole zstd file";
    if (frames->skippable > 0) return "it holds a zstd frame that readers skip";
    if (frames->of_content != 1) return "it holds several zstd frames";
    return frames->dictionary ? "its zstd frame names a dictionary" : "";
}

}  // namespace scrim::engine
