#include "adapters/duckdb/files/row_collector.h"

#include "kernel/encode/segment.h"

#include <utility>

namespace scrim::engine {

void RowCollector::add(duckdb_data_chunk chunk, std::size_t place) {
    workers_.with([&](Worker& worker) {
        Piece& piece = worker.pieces.emplace_back(Piece{place, {}});
        for (std::size_t c = 0; c < types_.size(); ++c) {
            const std::span<const Code> codes = worker.encoder.encode(chunk, c);
            piece.columns.push_back(encode::pack(codes, worker.encoder.dictionaries()[c].size()));
        }
    });
}

Result<Table> RowCollector::finish(const Progress& progress) {
    std::size_t chunks = 0;
    for (const auto& worker : workers_.all()) chunks += worker->pieces.size();
    Table table;
    for (std::size_t c = 0; c < types_.size(); ++c) {
        if (progress.cancelled()) return cancelled_error();
        std::vector<encode::Dictionary> dictionaries;
        std::vector<encode::Segment> segments(chunks);
        for (const auto& worker : workers_.all()) {
            for (Piece& piece : worker->pieces)
                segments[piece.place] = {dictionaries.size(), std::move(piece.columns[c])};
            dictionaries.push_back(std::move(worker->encoder.dictionaries()[c]));
        }
        SCRIM_TRY(const encode::BuiltDomain built,
                  build_domain(names_[c], types_[c], std::move(dictionaries), meant_[c]));
        table.add(names_[c], encode::assemble(built, std::move(segments)));
    }
    return table;
}

}  // namespace scrim::engine
