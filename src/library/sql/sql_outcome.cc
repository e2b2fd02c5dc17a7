#include "adapters/arrow/arrow_writer.h"
#include "kernel/core/table.h"
#include "kernel/core/text.h"
#include "kernel/encode/domain_builder.h"
#include "methods/views/language/sql_tokens.h"
#include "scrim/sql.h"

#include <algorithm>

namespace scrim {
namespace {

// The rows of one statement, encoded as they come.
class Encoded final : public SqlSink {
public:
    explicit Encoded(Progress& progress) : progress_(progress) {}
    void columns(std::span<const SqlColumn> columns) override {
        columns_.assign(columns.begin(), columns.end());
        cells_.clear();
        cells_.resize(columns_.size());
    }
    bool row(std::span<const std::optional<std::string>> cells) override {
        for (std::size_t c = 0; c < cells.size(); ++c) {
            Cells& into = cells_[c];
            into.values.has_null |= !cells[c].has_value();
            into.codes.push_back(cells[c] ? std::get<encode::TextDictionary>(into.values.values).add(*cells[c]) : 0);
        }
        if (++rows_ % rows_at_once == 0) progress_.advance(rows_at_once);
        return true;
    }
    void message(std::string_view text) override { message_ = text; }

    Result<SqlOutcome> outcome() {
        if (columns_.empty()) return SqlOutcome{{}, std::move(message_)};
        Table table;
        for (std::size_t c = 0; c < columns_.size(); ++c) {
            SCRIM_TRY(Column column, column_of(columns_[c], cells_[c]));
            table.add(columns_[c].name, std::move(column));
        }
        ArrowArrayStream stream;
        arrow::write_stream(std::move(table), arrow::TextAs::plain, &stream);
        SCRIM_TRY(Frame rows, Frame::from_arrow(&stream));
        return SqlOutcome{std::move(rows), std::move(message_)};
    }

private:
    struct Cells {
        encode::Dictionary values{encode::TextDictionary(), false};
        std::vector<Code> codes;
    };

    // Numbers and dates are typed where every cell is one; labels are text.
    static Result<Column> column_of(const SqlColumn& column, Cells& cells) {
        const bool dated = column.type.starts_with("DATE") || column.type.starts_with("TIMESTAMP");
        const bool typed = !column.of_numbers && (column.kind == SqlColumn::Kind::number || dated);
        const std::span<const encode::Dictionary> one(&cells.values, 1);
        const auto built_as = [&](ColumnType meant) {
            return encode::build_domain(column.name, encode::ValueType::text, one, encode::most_distinct_values, meant);
        };
        Result<encode::BuiltDomain> built = built_as(typed ? ColumnType::plain : ColumnType::category);
        if (!built && typed) built = built_as(ColumnType::category);  // infinity, say
        if (!built) return built.error();
        for (Code& code : cells.codes) code = built->final_codes[0][code];
        return Column(built->domain, cells.codes);
    }

    static constexpr std::uint64_t rows_at_once = 1024;  // that are told

    Progress& progress_;
    std::uint64_t rows_ = 0;
    std::vector<SqlColumn> columns_;
    std::vector<Cells> cells_;
    std::string message_;
};

// Nothing but spaces and comments.
bool is_blank(const std::string& text) {
    views::SqlWords words{text};
    return words.cut().ok() && words.tokens.size() == 1;  // the end
}

}  // namespace

Result<SqlOutcome> run_all(SqlSession& session, std::string_view text, Progress& progress, std::string_view intervals) {
    SqlText cut = split_statements(text);
    if (!is_blank(cut.rest)) cut.statements.emplace_back(cut.rest);
    if (cut.statements.empty()) return input_error("there is no statement");
    SqlOutcome last;
    std::size_t number = 0;
    for (SqlStatement& statement : cut.statements) {
        const std::string of_all =
            cut.statements.size() > 1 ? format(" {} of {}", ++number, cut.statements.size()) : "";
        progress.stage("running statement" + of_all, 0);
        progress.unit("rows");
        Encoded encoded(progress);
        SCRIM_TRY(const auto shown, with_intervals(encoded, intervals));
        SCRIM_CHECK(session.run(std::move(statement), *shown, progress));
        SCRIM_TRY(last, encoded.outcome());
    }
    return last;
}

}  // namespace scrim
