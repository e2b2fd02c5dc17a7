#include "kernel/recode/perturb/transition_matrix.h"

#include "kernel/core/text.h"
#include "kernel/hierarchy/delimited_text.h"

#include <utility>

namespace scrim::recode::perturb {
namespace {

constexpr std::size_t no_row = SIZE_MAX;

Result<Ratio> chance_of(const std::string& text) {
    const auto chance = Ratio::parse(text);
    if (chance && *chance >= Ratio(0) && *chance <= Ratio(1)) return *chance;
    return input_error(format("pram: the matrix holds {}, which is no chance between 0 and 1", quoted(text)));
}

std::string row_name(const TransitionMatrix& matrix, std::size_t row) {
    return row < matrix.values.size() ? "of " + quoted(matrix.values[row]) : std::to_string(row + 1);
}

// Each row has a chance for every value, and adds up to exactly one.
Result<void> check_rows(const TransitionMatrix& matrix) {
    const std::size_t size = matrix.rows.size();
    if (size < 2) return input_error("pram: the matrix has fewer than two values; nothing could be changed");
    if (!matrix.values.empty() && matrix.values.size() != size)
        return input_error(format("pram: the matrix has {} for {}: one for each is needed",
                                  counted(size, "row", "rows"), counted(matrix.values.size(), "value", "values")));
    for (std::size_t r = 0; r < size; ++r) {
        if (matrix.rows[r].size() != size)
            return input_error(format("pram: row {} of the matrix has {}, and there are {}", row_name(matrix, r),
                                      counted(matrix.rows[r].size(), "chance", "chances"),
                                      counted(size, "value", "values")));
        if (Chances::make(matrix.rows[r])) continue;
        double sum = 0;
        for (const Ratio& chance : matrix.rows[r]) sum += chance.to_double();
        return input_error(
            format("pram: row {} of the matrix adds up to {:.10g}, and must add up to exactly 1 (write "
                   "thirds as 1/3)",
                   row_name(matrix, r), sum));
    }
    return {};
}

Result<std::vector<std::vector<Ratio>>> chances_of(const std::vector<std::vector<std::string>>& cells) {
    std::vector<std::vector<Ratio>> rows;
    for (const auto& line : cells) {
        std::vector<Ratio>& row = rows.emplace_back();
        for (const std::string& cell : line) {
            SCRIM_TRY(const Ratio chance, chance_of(cell));
            row.push_back(chance);
        }
    }
    return rows;
}

}  // namespace

Result<TransitionMatrix> TransitionMatrix::of_text(std::string_view text, std::vector<std::string> values) {
    std::vector<std::vector<std::string>> cells(1);
    std::string cell;
    for (const char c : std::string(text) + ";") {
        if (c != ' ' && c != ';') {
            cell += c;
            continue;
        }
        if (!cell.empty()) cells.back().push_back(std::exchange(cell, {}));
        if (c == ';' && !cells.back().empty()) cells.emplace_back();
    }
    cells.pop_back();
    TransitionMatrix matrix{std::move(values), {}};
    SCRIM_TRY(matrix.rows, chances_of(cells));
    SCRIM_CHECK(check_rows(matrix));
    return matrix;
}

Result<TransitionMatrix> TransitionMatrix::of_file(std::string_view text) {
    auto lines = hierarchy::split_rows(text);
    if (!lines) return input_error("pram: the matrix: " + lines.error().message);
    if (lines->empty()) return input_error("pram: the file of the matrix is empty");
    TransitionMatrix matrix;
    const std::vector<std::string>& heading = lines->front().fields;
    matrix.values.assign(heading.begin() + 1, heading.end());
    std::vector<std::vector<std::string>> cells;
    for (std::size_t l = 1; l < lines->size(); ++l) {
        const hierarchy::TextRow& line = (*lines)[l];
        if (cells.size() >= matrix.values.size() || line.fields.front() != matrix.values[cells.size()])
            return input_error(
                format("pram: line {} of the matrix begins with {}; rows stand in the order of the "
                       "heading, which says {}",
                       line.line, quoted(line.fields.front()), list_some(matrix.values)));
        cells.emplace_back(line.fields.begin() + 1, line.fields.end());
    }
    SCRIM_TRY(matrix.rows, chances_of(cells));
    SCRIM_CHECK(check_rows(matrix));
    return matrix;
}

Result<BoundMatrix> bind(const TransitionMatrix& matrix, const RecordColumn& column) {
    const Domain& domain = column.values.domain();
    std::vector<char> occurs(domain.size(), 0);
    column.values.visit([&](auto codes) {
        for (const auto code : codes) occurs[code] = 1;
    });
    BoundMatrix bound;
    bound.row_of.assign(domain.size(), no_row);
    std::vector<Code>& values = bound.transition.values;
    for (const std::string& value : matrix.values) {
        const auto code = domain.find(value);
        if (!code)
            return input_error(format("pram: the matrix names {}, which is no value of column {}", quoted(value),
                                      quoted(column.name)));
        values.push_back(*code);
    }
    for (Code code = 0; code < domain.values() && matrix.values.empty(); ++code)
        if (occurs[code]) values.push_back(code);
    if (values.size() != matrix.rows.size())
        return input_error(format("pram: the matrix has {}, and column {} has {}",
                                  counted(matrix.rows.size(), "row", "rows"), quoted(column.name),
                                  counted(values.size(), "value", "values")));
    for (std::size_t r = 0; r < values.size(); ++r) {
        if (bound.row_of[values[r]] != no_row)
            return input_error(format("pram: the matrix names {} twice", quoted(domain.label(values[r]))));
        bound.row_of[values[r]] = r;
        bound.chances.push_back(*Chances::make(matrix.rows[r]));
    }
    for (Code code = 0; code < domain.values(); ++code)
        if (occurs[code] && bound.row_of[code] == no_row)
            return input_error(format("pram: column {} holds {}, which the matrix does not name", quoted(column.name),
                                      quoted(domain.label(code))));
    bound.transition.rows = matrix.rows;
    if (!domain.has_null()) return bound;
    for (std::vector<Ratio>& row : bound.transition.rows) row.push_back(Ratio(0));
    bound.row_of[domain.null_code()] = values.size();
    values.push_back(domain.null_code());
    bound.transition.rows.emplace_back(values.size(), Ratio(0)).back() = Ratio(1);
    bound.chances.push_back(*Chances::make(bound.transition.rows.back()));
    return bound;
}

}  // namespace scrim::recode::perturb
