#include "adapters/duckdb/files/tuple_collector.h"

#include "adapters/duckdb/files/tuple_assembly.h"
#include "kernel/core/field.h"
#include "kernel/core/text.h"

#include <algorithm>
#include <utility>

namespace scrim::engine {

TupleCollector::TupleCollector(std::span<const std::string> names, std::span<const TypeHandle> types,
                               std::span<const ColumnType> meant, const MemoryShare& memory)
    : names_(names), types_(types), meant_(meant), memory_(memory), store_(memory.tuples), workers_([this] {
          return std::make_unique<Worker>(types_);
      }) {
    for (const TypeHandle& type : types_) dictionaries_.push_back(empty_dictionary(type));
}

void TupleCollector::add(duckdb_data_chunk chunk, std::size_t) {
    workers_.with([&](Worker& worker) {
        bool fits = worker.layout.columns() > 0;
        for (std::size_t c = 0; c < types_.size(); ++c) {
            const std::span<const Code> local = worker.encoder.encode(chunk, c);
            if (worker.encoder.dictionaries()[c].size() >= worker.common[c].size()) unite(worker, c);
            const std::vector<Code>& common = worker.common[c];
            worker.codes[c].resize(local.size());
            Code largest = 0;
            for (std::size_t i = 0; i < local.size(); ++i) {
                worker.codes[c][i] = common[local[i]];
                largest = std::max(largest, common[local[i]]);
            }
            fits = fits && KeyLayout::bits_for(largest) <= worker.layout.bits(c);
        }
        count_bytes(worker);
        if (!fits) widen(worker);

        const KeyLayout& layout = worker.layout;
        const std::size_t before = worker.keys.size(), rows = duckdb_data_chunk_get_size(chunk);
        worker.keys.resize(before + rows * layout.words(), 0);
        for (std::size_t c = 0; c < types_.size(); ++c)
            for (std::size_t i = 0; i < rows; ++i)
                layout.put(&worker.keys[before + i * layout.words()], c, worker.codes[c][i]);
        if (worker.keys.size() >= memory_.worker_rows * layout.words()) flush(worker);
    });
}

void TupleCollector::unite(Worker& worker, std::size_t column) {
    std::vector<Code>& common = worker.common[column];
    const std::lock_guard lock(mutex_);
    encode::Dictionary& dictionary = dictionaries_[column];
    const std::size_t before = dictionary.bytes();
    std::visit(
        [&](auto& all) {
            const auto& values = std::get<std::decay_t<decltype(all)>>(worker.encoder.dictionaries()[column].values);
            while (common.size() <= values.values().size())
                common.push_back(all.add(values.values()[common.size() - 1]));
        },
        dictionary.values);
    store_.more_bytes(2 * (dictionary.bytes() - before));  // it becomes a domain, of about the same size
}

void TupleCollector::widen(Worker& worker) {
    flush(worker);
    std::vector<unsigned> bits;
    for (const std::vector<Code>& common : worker.common)
        bits.push_back(KeyLayout::bits_for(*std::max_element(common.begin(), common.end())));
    worker.layout = KeyLayout(bits);
}

void TupleCollector::flush(Worker& worker) {
    if (!worker.keys.empty()) store_.add(TupleRun::of_rows(worker.layout, std::move(worker.keys)));
    worker.keys.clear();
}

void TupleCollector::count_bytes(Worker& worker) {
    const std::size_t bytes = worker.encoder.bytes();
    store_.more_bytes(bytes - std::exchange(worker.counted_bytes, bytes));
}

Result<Tuples> TupleCollector::finish(const Progress& progress) {
    for (const auto& worker : workers_.all()) {
        flush(*worker);
        for (std::size_t c = 0; c < types_.size(); ++c)
            dictionaries_[c].has_null = dictionaries_[c].has_null || worker->encoder.dictionaries()[c].has_null;
    }
    workers_.all().clear();
    TupleRun all = store_.all();
    if (store_.full()) return out_of_memory(all.size());

    std::vector<encode::BuiltDomain> built;
    for (std::size_t c = 0; c < types_.size(); ++c) {
        if (progress.cancelled()) return cancelled_error();
        std::vector<encode::Dictionary> only;
        only.push_back(std::move(dictionaries_[c]));
        SCRIM_TRY(encode::BuiltDomain domain, build_domain(names_[c], types_[c], std::move(only), meant_[c]));
        built.push_back(std::move(domain));
    }
    return assemble(std::move(all), names_, built);
}

Error TupleCollector::out_of_memory(std::size_t tuples) const {
    constexpr std::size_t megabyte = 1'000'000;
    const std::size_t unit = memory_.total % megabyte == 0 ? megabyte : MemoryShare::mebibyte;
    return input_error(
        format("its {} different rows so far need more than the {} MB allowed; allow more with {}, or leave out "
               "columns that nobody needs (the insensitive ones make most rows different)",
               with_thousands(tuples), (memory_.total + unit - 1) / unit, field("memory")));
}

}  // namespace scrim::engine
