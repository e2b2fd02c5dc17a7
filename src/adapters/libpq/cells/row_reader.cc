#include "adapters/libpq/cells/row_reader.h"

#include "kernel/core/field.h"
#include "kernel/core/parallel.h"
#include "kernel/core/text.h"
#include "kernel/encode/row_limit.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace scrim::libpq {
namespace {

constexpr std::size_t block_rows = std::size_t{1} << 16;

// Of what may be used, as much as the rows may take while they are read: sorting them and working with them afterwards
// needs the same again, and more.
std::size_t share_of(std::size_t memory) { return (memory - std::min(memory / 5, std::size_t{256} << 20)) / 4; }

}  // namespace

RowReader::RowReader(std::vector<ReadColumn> columns, bool weighted, std::size_t memory)
    : columns_(std::move(columns)), weighted_(weighted), memory_(memory), block_(columns_.size()) {
    for (const ReadColumn& column : columns_) cells_.emplace_back(column.type);
    segments_.resize(columns_.size());
}

Result<void> RowReader::add(std::span<const Field> fields) {
    for (std::size_t c = 0; c < columns_.size(); ++c) {
        const auto code = cells_[c].look_up(fields[c]);
        if (!code)
            return input_error(format("the server sent {} bytes in column {}, which are no value of its type",
                                      fields[c].bytes.size(), quoted(columns_[c].name)));
        block_[c].push_back(*code);
    }
    std::uint64_t weight = 1;
    if (weighted_) {
        const Field& count = fields.back();
        const std::int64_t times = count.null || count.bytes.size() != 8 ? 0 : number_at<std::int64_t>(count.bytes);
        if (times <= 0) return input_error("the server sent no count of rows");
        weight = static_cast<std::uint64_t>(times);
    }
    rows_ += weight;
    if (rows_ > encode::most_rows) return encode::check_rows(rows_);
    if (weighted_) weights_.push_back(static_cast<std::uint32_t>(weight));
    if (!block_.empty() && block_[0].size() == block_rows) return end_block();
    return {};
}

Result<void> RowReader::end_block() {
    for (std::size_t c = 0; c < columns_.size(); ++c) {
        segments_[c].push_back({0, encode::pack(block_[c], cells_[c].size())});
        block_[c].clear();
    }
    if (memory_ == 0 || bytes() <= share_of(memory_)) return {};
    return input_error(
        format("its {} {} so far need more than the {} MB allowed; allow more with {}, or leave out columns that "
               "nobody needs (the insensitive ones make most rows different)",
               with_thousands(weighted_ ? weights_.size() : rows_), weighted_ ? "different rows" : "rows",
               (memory_ + 999'999) / 1'000'000, field("memory")));
}

std::size_t RowReader::bytes() const {
    std::size_t sum = weights_.size() * sizeof weights_[0];
    for (const CellCodes& cells : cells_) sum += 2 * cells.bytes();  // it becomes a domain, of about the same size
    for (const auto& column : segments_)
        for (const encode::Segment& segment : column)
            sum += std::visit([](const auto& codes) { return codes.size() * sizeof codes[0]; }, segment.codes);
    return sum;
}

Result<Table> RowReader::table(const Progress& progress) {
    SCRIM_CHECK(encode::check_rows(rows_));
    SCRIM_CHECK(end_block());
    if (progress.cancelled()) return cancelled_error();
    std::vector<std::optional<Result<Column>>> built(columns_.size());
    parallel_for(0, columns_.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t c = begin; c < end; ++c) {
            auto domain = cells_[c].build(columns_[c].name, columns_[c].meaning);
            if (domain)
                built[c] = encode::assemble(*domain, std::move(segments_[c]));
            else
                built[c] = domain.error();
        }
    });
    Table table;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
        if (!*built[c]) return built[c]->error();
        table.add(columns_[c].name, **std::move(built[c]));
    }
    return table;
}

Result<Tuples> RowReader::tuples(const Progress& progress) {
    if (!weighted_) {
        SCRIM_TRY(Table rows, table(progress));
        return distinct_tuples(std::move(rows));
    }
    Tuples tuples;
    tuples.total = rows_;
    SCRIM_TRY(tuples.table, table(progress));
    tuples.weights = std::move(weights_);
    // Not sorted yet, and values that the server tells apart may be one to us: the texts 1 and 1.0.
    return distinct_tuples(std::move(tuples));
}

}  // namespace scrim::libpq
