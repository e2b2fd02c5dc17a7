#include "kernel/core/field.h"
#include "kernel/core/text.h"
#include "kernel/hierarchy/interval_columns.h"
#include "scrim/sql.h"

namespace scrim {
namespace {

using hierarchy::IntervalsAs;

// Columns of intervals, in another form; the others go through.
class WithIntervals final : public SqlSink {
public:
    WithIntervals(SqlSink& sink, IntervalsAs as) : sink_(sink), as_(as) {}

    void columns(std::span<const SqlColumn> columns) override {
        std::vector<SqlColumn> shown;
        of_intervals_.clear();
        for (const SqlColumn& column : columns) {
            of_intervals_.push_back(column.of_intervals);
            if (!column.of_intervals) {
                shown.push_back(column);
                continue;
            }
            SqlColumn end{.name = column.name, .type = column.of_numbers ? "DOUBLE" : "TIMESTAMP"};
            end.kind = column.of_numbers ? SqlColumn::Kind::number : SqlColumn::Kind::text;
            if (as_ == IntervalsAs::columns) {
                shown.push_back(end);
                shown.back().name += "_lo";
                end.name += "_hi";
            }
            shown.push_back(std::move(end));
        }
        sink_.columns(shown);
    }
    bool row(std::span<const std::optional<std::string>> cells) override {
        shown_.clear();
        for (std::size_t c = 0; c < cells.size(); ++c) {
            if (!of_intervals_[c]) {
                shown_.push_back(cells[c]);
                continue;
            }
            const auto ends = cells[c] ? hierarchy::label_ends(*cells[c]) : std::nullopt;
            if (as_ == IntervalsAs::midpoint) {
                shown_.push_back(ends ? ends->middle : std::nullopt);
            } else {
                shown_.push_back(ends ? ends->low : std::nullopt);
                shown_.push_back(ends ? ends->high : std::nullopt);
            }
        }
        return sink_.row(shown_);
    }
    void message(std::string_view text) override { sink_.message(text); }

private:
    SqlSink& sink_;
    const IntervalsAs as_;
    std::vector<bool> of_intervals_;
    std::vector<std::optional<std::string>> shown_;
};

// As it is.
class Through final : public SqlSink {
public:
    explicit Through(SqlSink& sink) : sink_(sink) {}
    void columns(std::span<const SqlColumn> columns) override { sink_.columns(columns); }
    bool row(std::span<const std::optional<std::string>> cells) override { return sink_.row(cells); }
    void message(std::string_view text) override { sink_.message(text); }

private:
    SqlSink& sink_;
};

}  // namespace

Result<std::unique_ptr<SqlSink>> with_intervals(SqlSink& sink, std::string_view as) {
    const auto form = hierarchy::parse_intervals_as(as.empty() ? "text" : as);
    if (!form)
        return input_error(format("{}: text, columns or midpoint is accepted, not {}", field("intervals"), quoted(as)));
    if (*form == IntervalsAs::text) return std::unique_ptr<SqlSink>(std::make_unique<Through>(sink));
    return std::unique_ptr<SqlSink>(std::make_unique<WithIntervals>(sink, *form));
}

}  // namespace scrim
