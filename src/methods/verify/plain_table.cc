#include "methods/verify/plain_table.h"

#include "kernel/core/memory_source.h"
#include "kernel/core/text.h"

#include <optional>
#include <utility>
#include <vector>

namespace scrim::verifier {
namespace {

// The first row that ought to stand before the one above it.
std::optional<std::size_t> first_unsorted(const Table& table) {
    std::vector<char> equal(table.rows(), 1);  // to the row above, on the columns before
    std::optional<std::size_t> first;
    for (std::size_t c = 0; c < table.width(); ++c)
        table[c].visit([&](auto codes) {
            const std::size_t end = first.value_or(codes.size());
            for (std::size_t row = 1; row < end; ++row) {
                if (!equal[row] || codes[row - 1] == codes[row]) continue;
                if (codes[row - 1] > codes[row]) {
                    first = row;
                    return;
                }
                equal[row] = 0;
            }
        });
    return first;
}

}  // namespace

Result<std::unique_ptr<TableSource>> read_plain_table(std::unique_ptr<TableSource> source, const std::string& name,
                                                      Progress& progress, Ledger& ledger) {
    auto rows = source->read(source->columns(), progress);
    if (!rows) {
        if (rows.error().kind == Error::Kind::cancelled) return rows.error();
        ledger.fails("the data can be read", rows.error().message);
        return std::unique_ptr<TableSource>();
    }
    auto otherwise = source->why_not_as_written(*rows, progress);
    if (!otherwise) {
        if (otherwise.error().kind == Error::Kind::cancelled) return otherwise.error();
        otherwise = otherwise.error().message;
    }
    ledger.settle(format("{} spells each value in one way", name), *otherwise);
    const auto unsorted = first_unsorted(*rows);
    ledger.settle(format("the rows of {} are sorted", name),
                  unsorted ? format("row {} belongs before the one above it", with_thousands(*unsorted + 1)) : "");
    return std::unique_ptr<TableSource>(std::make_unique<MemorySource>(source->name(), *std::move(rows)));
}

}  // namespace scrim::verifier
