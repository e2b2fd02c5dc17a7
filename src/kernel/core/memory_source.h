// MemorySource: a table that is in memory already, as a source. Its columns are encoded as read() promises.
#pragma once

#include "kernel/core/source.h"

#include <string>
#include <utility>
#include <vector>

namespace scrim {

class MemorySource final : public TableSource {
public:
    MemorySource(std::string name, Table rows) : name_(std::move(name)), rows_{std::move(rows), {}, 0} {
        rows_.total = rows_.table.rows();
    }
    // Of rows that are different and sorted already: what asks for all of them in their order gets them as they are.
    MemorySource(std::string name, Tuples rows) : name_(std::move(name)), rows_(std::move(rows)) {}

    const std::string& name() const override { return name_; }
    const std::vector<std::string>& columns() const override { return rows_.table.names(); }
    Result<Table> read(std::span<const std::string> columns, Progress&) override {
        Table read;
        for (const std::size_t place : places(columns)) read.add(columns[read.width()], spread(rows_.table[place]));
        return read;
    }
    Result<Tuples> read_tuples(std::span<const std::string> columns, std::size_t, Progress&) override {
        if (rows_.weights.empty()) return distinct_tuples(rows_.table, places(columns));
        if (std::ranges::equal(columns, rows_.table.names())) return rows_;
        return distinct_tuples(rows_, places(columns));
    }
    Result<std::string> why_not_as_written(const Table&, Progress&) override { return std::string(); }

private:
    std::vector<std::size_t> places(std::span<const std::string> columns) const {
        std::vector<std::size_t> places;
        for (const std::string& column : columns) places.push_back(rows_.table.find(column).value());
        return places;
    }
    // Each row as often as it occurs.
    Column spread(const Column& column) const {
        if (rows_.weights.empty()) return column;
        std::vector<Code> codes;
        codes.reserve(rows_.total);
        for (std::size_t row = 0; row < rows_.size(); ++row) codes.insert(codes.end(), rows_.weights[row], column[row]);
        return Column(column.domain_ptr(), codes);
    }

    std::string name_;
    Tuples rows_;  // without weights: rows as they come, equal ones among them
};

}  // namespace scrim
