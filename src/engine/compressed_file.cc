#include "engine/compressed_file.h"

#include <array>
#include <cstdint>
#include <fstream>
#include <optional>
#include <vector>

namespace scrim {
namespace {

// CRC-32 as in gzip (RFC 1952 §8), eight bytes at a time ("slicing by eight", Kounavis and Berry 2005).
constexpr auto crc_tables = [] {
    std::array<std::array<std::uint32_t, 256>, 8> tables{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t crc = byte;
        for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ (crc & 1 ? 0xEDB88320u : 0u);
        tables[0][byte] = crc;
    }
    for (std::size_t slice = 1; slice < 8; ++slice)
        for (std::size_t byte = 0; byte < 256; ++byte)
            tables[slice][byte] = (tables[slice - 1][byte] >> 8) ^ tables[0][tables[slice - 1][byte] & 0xFF];
    return tables;
}();

std::uint32_t byte_at(const char* bytes, std::size_t i) { return static_cast<unsigned char>(bytes[i]); }

std::uint32_t little_endian(const char* bytes, std::size_t count) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < count; ++i) value |= byte_at(bytes, i) << (8 * i);
    return value;
}

std::uint32_t update_crc(std::uint32_t crc, std::span<const char> bytes) {
    std::size_t i = 0;
    for (; i + 8 <= bytes.size(); i += 8) {
        const std::uint32_t low = crc ^ little_endian(&bytes[i], 4);
        crc = crc_tables[7][low & 0xFF] ^ crc_tables[6][(low >> 8) & 0xFF] ^ crc_tables[5][(low >> 16) & 0xFF] ^
              crc_tables[4][low >> 24];
        for (std::size_t b = 4; b < 8; ++b) crc ^= crc_tables[7 - b][byte_at(&bytes[i], b)];
    }
    for (; i < bytes.size(); ++i) crc = (crc >> 8) ^ crc_tables[0][(crc ^ byte_at(&bytes[i], 0)) & 0xFF];
    return crc;
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

// One frame of RFC 8878 §3.1, whole or not.
bool skip_frame(std::ifstream& file, std::uint64_t size) {
    const auto magic = take(file, 4);
    if (!magic) return false;
    if ((*magic & 0xFFFFFFF0) == 0x184D2A50) {
        const auto length = take(file, 4);
        return length && skip(file, *length, size);
    }
    const auto descriptor = take(file, 1);
    if (*magic != 0xFD2FB528 || !descriptor) return false;
    const bool single_segment = *descriptor & 0x20;
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

}  // namespace

Result<void> check_gzip(const std::string& path, const ReadDecompressed& read, const Progress& progress) {
    char trailer[8] = {};
    std::ifstream file(path, std::ios::binary);
    file.seekg(-8, std::ios::end);
    file.read(trailer, sizeof trailer);

    std::vector<char> buffer(1 << 16);
    std::uint32_t crc = 0xFFFFFFFF, length = 0;  // gzip, too, counts the length modulo 2^32
    while (const std::size_t count = read(buffer)) {
        if (progress.cancelled()) return cancelled_error();
        crc = update_crc(crc, std::span(buffer).first(count));
        length += static_cast<std::uint32_t>(count);
    }
    if (file && ~crc == little_endian(trailer, 4) && length == little_endian(trailer + 4, 4)) return {};
    return input_error(
        "the gzip stream is truncated or damaged, or is one of several in the file; get the file again, or unpack "
        "it and give the unpacked file");
}

Result<void> check_zstd(const std::string& path) {
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    const auto size = static_cast<std::uint64_t>(file.tellg());
    file.seekg(0);
    while (static_cast<std::uint64_t>(file.tellg()) < size)
        if (!skip_frame(file, size)) return input_error("the zstd stream is truncated or damaged; get the file again");
    return {};
}

}  // namespace scrim
