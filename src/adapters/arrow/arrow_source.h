// ArrowSource: a table in memory, as Arrow lays it out, as a source.
//
// What it gives equals what reading the same table from a Parquet file gives: the same domains, the same codes, the
// same refusals. Its rows stay where they are; reading makes codes of 8 to 32 bits for the columns asked for.
#pragma once

#include "adapters/arrow/held_batches.h"
#include "kernel/core/source.h"
#include "scrim/input.h"

#include <memory>
#include <string>
#include <string_view>

namespace scrim::arrow {

class ArrowSource final : public TableSource {
public:
    // `input` says what columns mean and, as `path`, what messages call the table.
    ArrowSource(std::shared_ptr<const HeldBatches> held, const TableInput& input);

    const std::string& name() const override { return name_; }
    const std::vector<std::string>& columns() const override { return held_->names(); }
    Result<Table> read(std::span<const std::string> columns, Progress& progress) override;
    // The codes of all rows lie in memory for a time: less than the frame itself takes. What is returned is held to
    // `memory`.
    Result<Tuples> read_tuples(std::span<const std::string> columns, std::size_t memory, Progress& progress) override;
    Result<std::string> why_not_as_written(const Table&, Progress&) override {
        return std::string("this is a table in memory, and no file that is written");
    }
    bool holds_text(std::string_view column) const override;

private:
    Result<Table> read_named(std::span<const std::string> columns, Progress& progress) const;
    Result<std::size_t> place_of(std::span<const std::string> columns, std::size_t i) const;
    Error about(const Error& error) const;

    std::shared_ptr<const HeldBatches> held_;
    std::string name_;
    TableInput input_;
};

}  // namespace scrim::arrow
