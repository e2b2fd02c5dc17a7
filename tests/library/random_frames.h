// Random tables in memory, and their parts.
#pragma once

#include "adapters/arrow/arrow_writer.h"
#include "kernel/core/random.h"
#include "kernel/core/table.h"
#include "library/open_table.h"
#include "scrim/frame.h"
#include "scrim/input.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

namespace scrim::testing {

// A column's cells as text, nothing for NULL; typed as numbers where `numbers`, else as text.
struct RandomColumn {
    std::string name;
    std::vector<std::optional<std::string>> cells;
    bool numbers = false;
};
using RandomColumns = std::vector<RandomColumn>;

// The chosen rows as a frame.
inline Frame frame_of(const RandomColumns& columns, const std::vector<std::size_t>& rows) {
    Table table;
    for (const RandomColumn& column : columns) {
        bool null = false;
        std::vector<std::string> labels;
        std::vector<Int128> units;
        for (const std::size_t row : rows) {
            if (!column.cells[row])
                null = true;
            else if (column.numbers)
                units.push_back(std::stoll(*column.cells[row]));
            else
                labels.push_back(*column.cells[row]);
        }
        std::sort(labels.begin(), labels.end());
        labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
        std::sort(units.begin(), units.end());
        units.erase(std::unique(units.begin(), units.end()), units.end());
        const auto domain = std::make_shared<Domain>(
            column.numbers ? Domain::of_numbers(units, 0, Domain::Kind::number, null) : Domain::of_text(labels, null));
        std::vector<Code> codes;
        for (const std::size_t row : rows)
            codes.push_back(column.cells[row] ? domain->find(*column.cells[row]).value() : domain->null_code());
        table.add(column.name, Column(domain, codes));
    }
    ArrowArrayStream stream;
    arrow::write_stream(std::move(table), arrow::TextAs::plain, &stream);
    const auto frame = Frame::from_arrow(&stream);
    EXPECT_TRUE(frame.ok()) << frame.error().message;
    return *frame;
}

inline std::vector<std::size_t> all_rows(const RandomColumns& columns) {
    std::vector<std::size_t> rows(columns.front().cells.size());
    std::iota(rows.begin(), rows.end(), std::size_t{0});
    return rows;
}

// Every row in one of so many parts, some of which may have none.
inline std::vector<std::vector<std::size_t>> random_parts(const RandomColumns& columns, std::size_t parts,
                                                          Random& random) {
    std::vector<std::vector<std::size_t>> made(parts);
    for (const std::size_t row : all_rows(columns)) made[random.below(parts)].push_back(row);
    return made;
}

inline TableInput input_of(Frame frame) {
    TableInput input;
    input.frame = std::move(frame);
    return input;
}

// A row as text, and how often.
inline std::map<std::string, std::uint64_t> rows_of(const TableInput& input) {
    std::map<std::string, std::uint64_t> found;
    if (input.frame && input.frame.rows() == 0) return found;
    const auto source = library::open_table(input);
    EXPECT_TRUE(source.ok()) << source.error().message;
    const auto tuples = (*source)->read_tuples((*source)->columns(), 0, no_progress());
    EXPECT_TRUE(tuples.ok()) << tuples.error().message;
    if (!tuples) return found;
    for (std::size_t row = 0; row < tuples->size(); ++row) {
        std::string text;
        for (std::size_t c = 0; c < tuples->table.width(); ++c) {
            const Domain& domain = tuples->table[c].domain();
            const Code code = tuples->table[c][row];
            text += code < domain.values() ? "'" + domain.label(code) + "' " : "NULL ";
        }
        found[text] += tuples->weights[row];
    }
    return found;
}

}  // namespace scrim::testing
