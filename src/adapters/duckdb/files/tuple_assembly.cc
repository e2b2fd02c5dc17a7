#include "adapters/duckdb/files/tuple_assembly.h"

#include "kernel/core/parallel.h"

#include <numeric>
#include <utility>
#include <vector>

namespace scrim::engine {
namespace {

KeyLayout layout_of(std::span<const encode::BuiltDomain> built) {
    std::vector<unsigned> bits;
    for (const encode::BuiltDomain& column : built)
        bits.push_back(KeyLayout::bits_for(std::max<Code>(column.domain->size(), 1) - 1));
    return KeyLayout(bits);
}

TupleRun translate(TupleRun::Block block, const KeyLayout& from, const KeyLayout& to,
                   std::span<const encode::BuiltDomain> built) {
    std::vector<std::uint64_t> keys(block.weights.size() * to.words(), 0);
    for (std::size_t c = 0; c < built.size(); ++c) {
        const std::vector<Code>& final_codes = built[c].final_codes[0];
        for (std::size_t i = 0; i < block.weights.size(); ++i)
            to.put(&keys[i * to.words()], c, final_codes[from.get(&block.keys[i * from.words()], c)]);
    }
    return TupleRun::of_rows(to, std::move(keys), std::move(block.weights));
}

// Each with its neighbor, until one is left.
TupleRun merge_all(std::vector<TupleRun> runs) {
    while (runs.size() > 1) {
        std::vector<TupleRun> merged((runs.size() + 1) / 2);
        parallel_for(0, merged.size(), 1, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i)
                merged[i] = 2 * i + 1 < runs.size()
                                ? TupleRun::merge(std::move(runs[2 * i]), std::move(runs[2 * i + 1]))
                                : std::move(runs[2 * i]);
        });
        runs = std::move(merged);
    }
    return runs.empty() ? TupleRun() : std::move(runs[0]);
}

Column column_of(const TupleRun& run, std::size_t c, const DomainPtr& domain) {
    Column column(domain, run.size());
    column.visit([&](auto codes) {
        using Narrow = typename decltype(codes)::value_type;
        std::size_t row = 0;
        for (const TupleRun::Block& block : run.blocks())
            for (std::size_t i = 0; i < block.weights.size(); ++i)
                codes[row++] = static_cast<Narrow>(run.layout().get(&block.keys[i * run.layout().words()], c));
    });
    return column;
}

}  // namespace

Tuples assemble(TupleRun&& run, std::span<const std::string> names, std::span<const encode::BuiltDomain> built) {
    const KeyLayout from = run.layout(), to = layout_of(built);
    std::vector<TupleRun::Block> blocks = run.take_blocks();
    std::vector<TupleRun> translated(blocks.size());
    parallel_for(0, blocks.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) translated[i] = translate(std::move(blocks[i]), from, to, built);
    });
    const TupleRun merged = merge_all(std::move(translated));

    Tuples tuples;
    std::vector<Column> columns(built.size());
    parallel_for(0, built.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t c = begin; c < end; ++c) columns[c] = column_of(merged, c, built[c].domain);
    });
    for (std::size_t c = 0; c < built.size(); ++c) tuples.table.add(names[c], std::move(columns[c]));
    tuples.weights.reserve(merged.size());
    for (const TupleRun::Block& block : merged.blocks())
        tuples.weights.insert(tuples.weights.end(), block.weights.begin(), block.weights.end());
    tuples.total = std::accumulate(tuples.weights.begin(), tuples.weights.end(), std::uint64_t{0});
    return tuples;
}

}  // namespace scrim::engine
