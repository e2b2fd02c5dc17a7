// MemoryShare: who may have how much of the memory that a read is allowed.
#pragma once

#include <algorithm>
#include <cstddef>

namespace scrim::engine {

struct MemoryShare {
    static constexpr std::size_t mebibyte = std::size_t{1} << 20;

    // `memory` 0 = no limit; `processors` share what workers hold.
    MemoryShare(std::size_t memory, std::size_t processors) : total(memory) {
        if (memory == 0) return;
        engine = std::clamp(memory / 6, 64 * mebibyte, 1024 * mebibyte);
        engine_threads = (engine - 16 * mebibyte) / (32 * mebibyte);  // one that reads JSON has a buffer of 32 MB
        const std::size_t program = std::min(memory / 5, 256 * mebibyte);
        // Who asks for tuples works with them: while they are recoded, judged and written, parts of them lie in memory
        // a second time.
        tuples = std::max<std::size_t>((memory - std::min(memory / 6, engine) - program) / 7 * 4, 1);
        worker_rows = std::clamp<std::size_t>(memory / (1024 * processors), 1 << 13, worker_rows);
    }

    std::size_t total;
    std::size_t engine = 0;                          // DuckDB's, 0 = no limit
    std::size_t engine_threads = 0;                  // how many of them that is enough for
    std::size_t tuples = 0;                          // the different rows and their values, 0 = no limit
    std::size_t worker_rows = std::size_t{1} << 18;  // that one worker holds before it sorts them
};

}  // namespace scrim::engine
