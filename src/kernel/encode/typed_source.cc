// The rows of a histogram as a source.
#include "kernel/core/text.h"
#include "kernel/encode/row_limit.h"
#include "kernel/encode/typed_rows.h"

#include <algorithm>
#include <utility>

namespace scrim::encode {
namespace {

class TypedSource final : public TableSource {
public:
    TypedSource(std::shared_ptr<const TypedRows> rows, const TableInput& input)
        : rows_(std::move(rows)), input_(input), name_(input.name()) {}

    const std::string& name() const override { return name_; }
    const std::vector<std::string>& columns() const override { return rows_->names; }

    Result<Table> read(std::span<const std::string> columns, Progress& progress) override {
        SCRIM_TRY(const Tuples tuples, weighted_rows(columns, progress));
        Table table;
        for (std::size_t c = 0; c < tuples.table.width(); ++c) {
            Column spread(tuples.table[c].domain_ptr(), tuples.total);
            spread.visit([&](auto into) {
                using Narrow = typename decltype(into)::value_type;
                auto at = into.begin();
                tuples.table[c].visit([&](auto codes) {
                    for (std::size_t row = 0; row < codes.size(); ++row)
                        at = std::fill_n(at, tuples.weights[row], static_cast<Narrow>(codes[row]));
                });
            });
            table.add(columns[c], std::move(spread));
            if (progress.cancelled()) return cancelled_error();
        }
        return table;
    }

    Result<Tuples> read_tuples(std::span<const std::string> columns, std::size_t, Progress& progress) override {
        if (columns.empty()) {
            SCRIM_CHECK(check_rows(rows_->total));
            return Tuples{{}, {static_cast<std::uint32_t>(rows_->total)}, rows_->total};
        }
        SCRIM_TRY(Tuples tuples, weighted_rows(columns, progress));
        return distinct_tuples(std::move(tuples));
    }

    Result<std::string> why_not_as_written(const Table&, Progress&) override {
        return std::string("this is a histogram in memory, and no file that is written");
    }
    bool weighted() const override { return true; }
    bool holds_text(std::string_view column) const override {
        for (std::size_t c = 0; c < rows_->names.size(); ++c)
            if (rows_->names[c] == column) return !rows_->columns[c].values->texts.empty();
        return false;
    }

private:
    Result<Tuples> weighted_rows(std::span<const std::string> columns, Progress& progress) const {
        if (columns.empty()) return input_error("no column is asked for; name at least one");
        std::vector<std::size_t> places;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const auto found = std::find(rows_->names.begin(), rows_->names.end(), columns[i]);
            if (found == rows_->names.end())
                return about(input_error(format("there is no column {}{}; there are {}", quoted(columns[i]),
                                                did_you_mean(columns[i], rows_->names), list_some(rows_->names, 20))));
            places.push_back(static_cast<std::size_t>(found - rows_->names.begin()));
            if (std::find(places.begin(), places.end() - 1, places.back()) != places.end() - 1)
                return about(input_error(format("column {} is asked for twice", quoted(columns[i]))));
        }
        progress.stage("reading " + name_, 0);
        auto tuples = read_rows(*rows_, places, input_);
        if (!tuples) return about(tuples.error());
        return tuples;
    }
    Error about(const Error& error) const { return {error.kind, format("{}: {}", name_, error.message)}; }

    std::shared_ptr<const TypedRows> rows_;
    TableInput input_;
    std::string name_;
};

}  // namespace

std::unique_ptr<TableSource> typed_source(std::shared_ptr<const TypedRows> rows, const TableInput& input) {
    return std::make_unique<TypedSource>(std::move(rows), input);
}

}  // namespace scrim::encode
