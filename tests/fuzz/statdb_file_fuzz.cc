// Any bytes as a statistical database: refused or sound, never a crash. The checksum is put right first, so that what
// comes after it is tried too.
#include "methods/files/digest.h"
#include "methods/statdb/anatomy_answer.h"
#include "methods/statdb/stat_table.h"

#include <cstring>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto* const bytes_of = reinterpret_cast<const std::byte*>(data);
    std::vector<std::byte> image(bytes_of, bytes_of + size);
    constexpr std::size_t header = 64, length_at = 16, fingerprint_at = 32;
    if (size >= header) {
        const std::uint64_t bytes = size;
        std::memcpy(image.data() + length_at, &bytes, sizeof bytes);
        std::memset(image.data() + fingerprint_at, 0, 32);
        const scrim::files::Fingerprint right = scrim::files::fingerprint({image});
        std::memcpy(image.data() + fingerprint_at, right.data(), right.size());
    }
    const auto table = scrim::statdb::StatTable::of_image(std::move(image));
    if (!table) return 0;
    const std::vector<scrim::Span> all{table->schema().sensitive.domain().whole()};
    const scrim::statdb::CountInterval interval =
        scrim::statdb::count_by_anatomy(*table, scrim::statdb::Condition::always(), all);
    if (interval.lower != table->rows() || interval.upper != table->rows()) __builtin_trap();
    return 0;
}
