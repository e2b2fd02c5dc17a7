#include "adapters/arrow/column_reader.h"

#include "adapters/arrow/canonical.h"
#include "adapters/arrow/cell_codes.h"
#include "adapters/arrow/list_text.h"
#include "kernel/core/parallel.h"
#include "kernel/core/text.h"
#include "kernel/encode/meant_domain.h"
#include "kernel/encode/segment.h"
#include "kernel/encode/worker_pool.h"

#include <atomic>
#include <utility>

namespace scrim::arrow {
namespace {

struct Worker {
    explicit Worker(const CellType& type) : cells(type) {}
    CellCodes cells;
    std::vector<Code> codes;                                         // of the block in hand
    std::vector<std::pair<std::size_t, Column::Codes>> blocks = {};  // with their numbers
};

}  // namespace

Result<Column> read_column(const HeldBatches& held, std::size_t column, const encode::Meaning& meaning,
                           Progress& progress) {
    const CellType& type = held.types()[column];
    const std::string& name = held.names()[column];
    const std::size_t blocks = (held.rows() + block_rows - 1) / block_rows;
    encode::WorkerPool<Worker> workers([&] { return std::make_unique<Worker>(type); });
    std::atomic<const char*> wrong = nullptr;

    const auto look_up = [&](std::size_t block, Worker& worker) {
        const std::uint64_t begin = std::uint64_t{block} * block_rows;
        const std::uint64_t end = std::min<std::uint64_t>(begin + block_rows, held.rows());
        worker.codes.resize(end - begin);
        std::size_t done = 0;
        held.each_piece(column, begin, end, [&](const ArrowArray& array, std::int64_t first, std::uint64_t count) {
            const std::span<Code> codes = std::span(worker.codes).subspan(done, count);
            if (const char* const problem = worker.cells.look_up(array, first, codes)) wrong = problem;
            done += count;
        });
        if (wrong) return;
        worker.blocks.emplace_back(block, encode::pack(worker.codes, worker.cells.dictionary().size()));
        progress.advance(end - begin);
    };
    parallel_for(0, blocks, 1, [&](std::size_t begin, std::size_t end) {
        workers.with([&](Worker& worker) {
            for (std::size_t block = begin; block < end && !wrong && !progress.cancelled(); ++block)
                look_up(block, worker);
        });
    });
    if (progress.cancelled()) return cancelled_error();
    if (wrong) return input_error(format("column {} is no valid Arrow array: {}", quoted(name), wrong.load()));

    std::vector<encode::Dictionary> dictionaries, items;
    std::vector<encode::Segment> segments(blocks);
    for (const auto& worker : workers.all()) {
        for (auto& [block, codes] : worker->blocks) segments[block] = {dictionaries.size(), std::move(codes)};
        dictionaries.push_back(std::move(worker->cells.dictionary()));
        if (type.lists) items.push_back(std::move(worker->cells.items()));
    }
    Canonical values;
    if (type.lists) {
        SCRIM_TRY(values.dictionaries, list_texts(name, type, dictionaries, std::move(items)));
    } else {
        SCRIM_TRY(values, canonical(name, type, std::move(dictionaries)));
    }
    const encode::ValueType value = type.lists ? encode::ValueType::text : type.value;
    SCRIM_TRY(const encode::BuiltDomain built,
              encode::build_meant_domain(name, value, values.scale, values.dictionaries, meaning));
    return encode::assemble(built, std::move(segments));
}

}  // namespace scrim::arrow
