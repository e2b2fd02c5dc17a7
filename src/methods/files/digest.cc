#include "methods/files/digest.h"

#include "kernel/core/text.h"

#include <sodium.h>

#include <array>
#include <fstream>
#include <vector>

namespace scrim::files {
namespace {

std::string hex(std::span<const unsigned char> bytes) {
    std::string text(2 * bytes.size() + 1, '\0');
    sodium_bin2hex(text.data(), text.size(), bytes.data(), bytes.size());
    text.pop_back();
    return text;
}

class Sha256 {
public:
    Sha256() { crypto_hash_sha256_init(&state_); }
    void add(std::string_view bytes) {
        crypto_hash_sha256_update(&state_, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
    }
    std::string finish() {
        std::array<unsigned char, crypto_hash_sha256_BYTES> digest;
        crypto_hash_sha256_final(&state_, digest.data());
        return hex(digest);
    }

private:
    crypto_hash_sha256_state state_;
};

}  // namespace

std::string sha256(std::string_view bytes) {
    Sha256 digest;
    digest.add(bytes);
    return digest.finish();
}

Result<std::string> sha256_of_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    Sha256 digest;
    std::vector<char> buffer(1 << 20);
    while (file.read(buffer.data(), static_cast<std::streamsize>(buffer.size())) || file.gcount() > 0)
        digest.add({buffer.data(), static_cast<std::size_t>(file.gcount())});
    if (!file.eof()) return input_error(format("cannot read {}", quoted(path)));
    return digest.finish();
}

Fingerprint fingerprint(std::initializer_list<std::span<const std::byte>> pieces) {
    Fingerprint made{};
    crypto_generichash_state state;
    crypto_generichash_init(&state, nullptr, 0, made.size());
    for (const auto piece : pieces)
        crypto_generichash_update(&state, reinterpret_cast<const unsigned char*>(piece.data()), piece.size());
    crypto_generichash_final(&state, reinterpret_cast<unsigned char*>(made.data()), made.size());
    return made;
}

std::string keyed_fingerprint(std::string_view key, std::string_view name) {
    std::array<unsigned char, 16> made;
    crypto_generichash(made.data(), made.size(), reinterpret_cast<const unsigned char*>(name.data()), name.size(),
                       reinterpret_cast<const unsigned char*>(key.data()), key.size());
    return hex(made);
}

}  // namespace scrim::files
