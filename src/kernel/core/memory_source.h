// MemorySource: a table that is in memory already, as a source. Its columns are encoded as read() promises.
#pragma once

#include "kernel/core/source.h"

#include <string>
#include <utility>
#include <vector>

namespace scrim {

class MemorySource final : public TableSource {
public:
    MemorySource(std::string name, Table rows) : name_(std::move(name)), rows_(std::move(rows)) {}

    const std::string& name() const override { return name_; }
    const std::vector<std::string>& columns() const override { return rows_.names(); }
    Result<Table> read(std::span<const std::string> columns, Progress&) override {
        Table read;
        for (const std::string& column : columns) read.add(column, rows_[rows_.find(column).value()]);
        return read;
    }
    Result<Tuples> read_tuples(std::span<const std::string> columns, std::size_t, Progress&) override {
        std::vector<std::size_t> places;
        for (const std::string& column : columns) places.push_back(rows_.find(column).value());
        return distinct_tuples(rows_, places);
    }
    Result<std::string> why_not_as_written(const Table&, Progress&) override { return std::string(); }

private:
    std::string name_;
    Table rows_;
};

}  // namespace scrim
