#include "kernel/core/sealed_bytes.h"

#include "kernel/core/text.h"

#include <sodium.h>

#include <array>
#include <cstring>

namespace scrim {
namespace {

constexpr std::size_t magic_bytes = 8, version_bytes = 4, digest_bytes = 32;

std::array<unsigned char, digest_bytes> digest_of(std::string_view bytes) {
    std::array<unsigned char, digest_bytes> made;
    crypto_generichash(made.data(), made.size(), reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(),
                       nullptr, 0);
    return made;
}

std::string version_text(std::uint32_t version) {
    std::string bytes;
    for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(version >> shift & 0xff);
    return bytes;
}

}  // namespace

void ByteWriter::number128(Uint128 value) {
    while (value >= 0x80) {
        bytes_ += static_cast<char>(0x80 | static_cast<unsigned>(value & 0x7f));
        value >>= 7;
    }
    bytes_ += static_cast<char>(value);
}

void ByteWriter::number(std::uint64_t value) { number128(value); }

void ByteWriter::wide(Int128 value) {
    const auto bits = static_cast<Uint128>(value);
    number128(value < 0 ? ~(bits << 1) : bits << 1);
}

void ByteWriter::text(std::string_view value) {
    number(value.size());
    bytes_ += value;
}

Uint128 ByteReader::number128(unsigned most_bits) {
    Uint128 value = 0;
    for (unsigned shift = 0; shift < most_bits && !left_.empty(); shift += 7) {
        const auto byte = static_cast<unsigned char>(left_.front());
        left_.remove_prefix(1);
        const Uint128 part = byte & 0x7fu;
        // Each number has one spelling: no bits beyond the last, no zeros in front.
        if (shift + 7 > most_bits && part >> (most_bits - shift) != 0) break;
        value |= part << shift;
        if (byte & 0x80) continue;
        if (shift > 0 && part == 0) break;
        return value;
    }
    fail();
    return 0;
}

std::uint64_t ByteReader::number() { return static_cast<std::uint64_t>(number128(64)); }

Int128 ByteReader::wide() {
    const Uint128 bits = number128(128);
    return static_cast<Int128>(bits & 1 ? ~(bits >> 1) : bits >> 1);
}

std::uint64_t ByteReader::count(std::size_t least) {
    const std::uint64_t things = number();
    if (things <= left_.size() / least) return things;
    fail();
    return 0;
}

std::string_view ByteReader::bytes(std::uint64_t size) {
    if (size > left_.size()) {
        fail();
        return {};
    }
    const std::string_view taken = left_.substr(0, size);
    left_.remove_prefix(size);
    return taken;
}

std::string seal(const Seal& seal, std::string_view inside) {
    std::string bytes(seal.magic);
    bytes += version_text(seal.version);
    bytes += inside;
    const auto digest = digest_of(bytes);
    return bytes.append(reinterpret_cast<const char*>(digest.data()), digest.size());
}

Result<std::string_view> unseal(const Seal& seal, std::string_view bytes) {
    if (!bytes.starts_with(seal.magic) || bytes.size() < magic_bytes + version_bytes + digest_bytes)
        return input_error(format("these {} bytes are no {} of Scrim", with_thousands(bytes.size()), seal.what));
    if (bytes.substr(magic_bytes, version_bytes) != version_text(seal.version))
        return input_error(format("this {} is of another version of Scrim; version {} is accepted: make it again",
                                  seal.what, seal.version));
    const std::string_view sealed = bytes.substr(0, bytes.size() - digest_bytes);
    const auto digest = digest_of(sealed);
    if (std::memcmp(digest.data(), bytes.data() + sealed.size(), digest_bytes) != 0)
        return input_error(format("this {} is damaged: its checksum does not match its {} bytes; make it again",
                                  seal.what, with_thousands(bytes.size())));
    return sealed.substr(magic_bytes + version_bytes);
}

Error senseless(const Seal& seal) {
    return input_error(format("this {} is whole, and makes no sense: nobody's Scrim wrote it", seal.what));
}

}  // namespace scrim
