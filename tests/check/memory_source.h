// A table of texts in memory, as a source: tests without files or an engine.
#pragma once

#include "kernel/core/number_text.h"
#include "kernel/core/source.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace scrim::checking {

using Cell = std::optional<std::string>;  // nothing is NULL

class MemorySource final : public TableSource {
public:
    MemorySource(std::vector<std::string> columns, std::vector<std::vector<Cell>> rows)
        : columns_(std::move(columns)), rows_(std::move(rows)) {}

    const std::string& name() const override { return name_; }
    const std::vector<std::string>& columns() const override { return columns_; }
    const std::vector<std::vector<Cell>>& rows() const { return rows_; }

    Result<Table> read(std::span<const std::string> wanted, Progress&) override {
        Table table;
        for (const std::string& name : wanted) {
            const auto found = std::find(columns_.begin(), columns_.end(), name);
            if (found == columns_.end()) return input_error("no column " + name);
            table.add(name, encode(static_cast<std::size_t>(found - columns_.begin())));
        }
        return table;
    }

    Result<Tuples> read_tuples(std::span<const std::string> wanted, std::size_t, Progress& progress) override {
        if (wanted.empty()) return Tuples{Table(), {static_cast<std::uint32_t>(rows_.size())}, rows_.size()};
        SCRIM_TRY(Table table, read(wanted, progress));
        return distinct_tuples(std::move(table));
    }

    // Every cell as its value prints.
    Result<std::string> why_not_as_written(const Table& rows, Progress&) override {
        for (std::size_t c = 0; c < columns_.size(); ++c)
            for (std::size_t r = 0; r < rows_.size(); ++r)
                if (rows_[r][c] && *rows_[r][c] != rows[c].domain().label(rows[c][r])) return *rows_[r][c];
        return std::string();
    }

private:
    Column encode(std::size_t column) const {
        std::set<std::string> texts;
        std::map<Int128, std::string> numbers;
        bool has_null = false, numeric = true;
        for (const auto& row : rows_) {
            const Cell& cell = row[column];
            has_null |= !cell;
            if (!cell) continue;
            texts.insert(*cell);
            const auto decimal = parse_decimal(*cell);
            numeric &= decimal && decimal->scale == 0;
            if (numeric) numbers[decimal->units] = *cell;
        }
        std::vector<Int128> units;
        for (const auto& [unit, text] : numbers) units.push_back(unit);
        const auto domain = std::make_shared<Domain>(numeric && !texts.empty()
                                                         ? Domain::of_numbers(units, 0, Domain::Kind::number, has_null)
                                                         : Domain::of_text({texts.begin(), texts.end()}, has_null));
        std::vector<Code> codes;
        for (const auto& row : rows_)
            codes.push_back(row[column] ? domain->find(*row[column]).value() : domain->null_code());
        return Column(domain, codes);
    }

    std::string name_ = "a table in memory";
    std::vector<std::string> columns_;
    std::vector<std::vector<Cell>> rows_;
};

}  // namespace scrim::checking
