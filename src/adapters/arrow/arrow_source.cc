#include "adapters/arrow/arrow_source.h"

#include "adapters/arrow/column_reader.h"
#include "kernel/core/field.h"
#include "kernel/core/parallel.h"
#include "kernel/core/text.h"
#include "kernel/encode/meaning.h"
#include "kernel/encode/row_limit.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace scrim::arrow {
namespace {

std::size_t bytes_of(const Tuples& tuples) {
    std::size_t bytes = tuples.table.bytes() + tuples.weights.size() * sizeof(tuples.weights[0]);
    for (std::size_t c = 0; c < tuples.table.width(); ++c)
        bytes += tuples.table[c].domain().size() * 2 * sizeof(Int128);  // of a value, or of a short text
    return bytes;
}

}  // namespace

ArrowSource::ArrowSource(std::shared_ptr<const HeldBatches> held, const TableInput& input)
    : held_(std::move(held)), name_(input.name()), input_(input) {}

Result<Table> ArrowSource::read(std::span<const std::string> columns, Progress& progress) {
    auto table = read_named(columns, progress);
    if (!table) return about(table.error());
    return table;
}

Result<Tuples> ArrowSource::read_tuples(std::span<const std::string> columns, std::size_t memory, Progress& progress) {
    auto table = read_named(columns, progress);
    if (!table) return about(table.error());
    Tuples tuples = distinct_tuples(*std::move(table));
    if (memory > 0 && bytes_of(tuples) > memory)
        return about(input_error(
            format("its {} different rows need more than the {} MB allowed; allow more with {}, or leave out columns "
                   "that nobody needs (the insensitive ones make most rows different)",
                   with_thousands(tuples.size()), (memory + 999'999) / 1'000'000, field("memory"))));
    return tuples;
}

bool ArrowSource::holds_text(std::string_view column) const {
    const auto found = std::find(held_->names().begin(), held_->names().end(), column);
    if (found == held_->names().end()) return false;
    const CellType& type = held_->types()[static_cast<std::size_t>(found - held_->names().begin())];
    return type.lists || (type.value == encode::ValueType::text && type.layout != Layout::none);
}

Result<Table> ArrowSource::read_named(std::span<const std::string> columns, Progress& progress) const {
    if (columns.empty()) return input_error("no column is asked for; name at least one");
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        SCRIM_TRY(places.emplace_back(), place_of(columns, i));
    }
    SCRIM_CHECK(encode::check_rows(held_->rows()));
    progress.stage("reading " + name_, held_->rows() * columns.size());
    progress.unit("cells");
    std::vector<std::optional<Result<Column>>> read(columns.size());
    parallel_for(0, columns.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t c = begin; c < end; ++c)
            read[c] = read_column(*held_, places[c], encode::meaning_of(columns[c], input_), progress);
    });
    Table table;
    for (std::size_t c = 0; c < columns.size(); ++c) {
        if (!*read[c]) return read[c]->error();
        table.add(columns[c], **std::move(read[c]));
    }
    return table;
}

Result<std::size_t> ArrowSource::place_of(std::span<const std::string> columns, std::size_t i) const {
    const std::vector<std::string>& there = held_->names();
    const auto found = std::find(there.begin(), there.end(), columns[i]);
    if (found == there.end())
        return input_error(format("there is no column {}{}; there are {}", quoted(columns[i]),
                                  did_you_mean(columns[i], there), list_some(there, 20)));
    if (std::find(columns.begin(), columns.begin() + static_cast<std::ptrdiff_t>(i), columns[i]) !=
        columns.begin() + static_cast<std::ptrdiff_t>(i))
        return input_error(format("column {} is asked for twice", quoted(columns[i])));
    return static_cast<std::size_t>(found - there.begin());
}

Error ArrowSource::about(const Error& error) const {
    if (error.kind == Error::Kind::cancelled) return error;
    return {error.kind, format("{}: {}", name_, error.message)};
}

}  // namespace scrim::arrow
