// FileComparison: whether bytes are those of a file, from its beginning.
#pragma once

#include "adapters/duckdb/files/compressed_file.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace scrim::engine {

class FileComparison {
public:
    explicit FileComparison(ReadDecompressed read) : read_(std::move(read)) {}

    // Are these the next ones?
    bool next_are(std::string_view bytes);
    bool at_end();
    // What to say where they were not.
    std::string where() const;
    // "", or what to say where there is more.
    std::string rest();

    static constexpr std::size_t block = std::size_t{1} << 20;  // as many at once

private:
    ReadDecompressed read_;
    std::string found_;
    std::size_t line_ = 1;
};

}  // namespace scrim::engine
