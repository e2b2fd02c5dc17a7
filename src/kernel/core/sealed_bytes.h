// Sealed bytes: a value written down, with what it is, a version and a checksum around it.
//
//   ByteWriter out;
//   out.number(rows);
//   out.text(name);
//   const std::string file = seal(histogram_seal, out.take());
//
//   SCRIM_TRY(const std::string_view inside, unseal(histogram_seal, file));
//   ByteReader in(inside);
//   const std::uint64_t rows = in.count(1);   // of things of one byte or more: never more than there are bytes left
//   …
//   if (!in.done()) …
//
// A reader that was asked for more than there is gives zeros from then on, and says so at the end: whoever reads checks
// once. No length is believed before the bytes are there.
#pragma once

#include "kernel/core/int128.h"
#include "scrim/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace scrim {

class ByteWriter {
public:
    void number(std::uint64_t value);  // seven bits a byte, lowest first
    void wide(Int128 value);           // the same; small ones of either sign are short
    void text(std::string_view value);
    void bytes(const void* data, std::size_t size) { bytes_.append(static_cast<const char*>(data), size); }
    std::string take() { return std::move(bytes_); }

private:
    void number128(Uint128 value);
    std::string bytes_;
};

class ByteReader {
public:
    explicit ByteReader(std::string_view bytes) : left_(bytes) {}

    std::uint64_t number();
    Int128 wide();
    std::string_view text() { return bytes(number()); }
    // How many things of at least `least` bytes each follow.
    std::uint64_t count(std::size_t least);
    std::string_view bytes(std::uint64_t size);
    void fail() {
        failed_ = true;
        left_ = {};
    }
    bool failed() const { return failed_; }
    // Everything was read, and nothing was missing.
    bool done() const { return !failed_ && left_.empty(); }

private:
    Uint128 number128(unsigned most_bits);
    std::string_view left_;
    bool failed_ = false;
};

struct Seal {
    std::string_view magic;  // 8 bytes
    std::string_view what;   // "histogram": what messages call it
    std::uint32_t version = 1;
};

std::string seal(const Seal& seal, std::string_view inside);
Result<std::string_view> unseal(const Seal& seal, std::string_view bytes);
// What to say of bytes whose seal is whole and whose inside makes no sense.
Error senseless(const Seal& seal);

}  // namespace scrim
