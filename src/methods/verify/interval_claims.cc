#include "methods/verify/interval_claims.h"

#include "kernel/core/text.h"
#include "kernel/hierarchy/interval_columns.h"
#include "methods/verify/same_values.h"

namespace scrim::verifier {
namespace {

// Why these are not the same rows, as often, "" where they are.
std::string difference(const Tuples& expected, const Tuples& found) {
    if (expected.table.names() != found.table.names())
        return format("the data make the columns {}", list_some(expected.table.names(), 20));
    std::vector<Recoded> columns;
    for (std::size_t c = 0; c < found.table.width(); ++c)
        columns.push_back(
            {same_values(expected.table[c].domain(), found.table[c].domain()), found.table[c].domain_ptr()});
    const Tuples same = in_terms_of(expected, columns);
    std::size_t row = 0;
    const std::size_t rows = std::min(same.size(), found.size());
    while (row < rows && same.weights[row] == found.weights[row] &&
           compare_rows(same.table, row, found.table, row, found.table.width()) == 0)
        ++row;
    if (row == same.size() && row == found.size() && same.total == expected.total) return {};
    return row < found.size() ? format("the data do not make its rows: {}", row_text(found.table, row))
                              : "it lacks rows that the data make";
}

}  // namespace

Result<void> check_intervals(ReleasedData& release, const ClaimedRelease& claimed, const Reading& reading,
                             Ledger& ledger) {
    if (!claimed.intervals || !release.intervals) return {};
    const auto as = hierarchy::parse_intervals_as(claimed.intervals->as);
    SCRIM_TRY(auto data, read_claimed(*release.data, claimed.names(), reading, ledger));
    SCRIM_TRY(const auto found, read_claimed(*release.intervals, claimed.intervals->columns, reading, ledger));
    if (!data || !found || !as) return {};
    Tuples expected{hierarchy::with_intervals(std::move(data->table), *as), std::move(data->weights), data->total};
    ledger.settle(format("{} is the data with intervals as {}", claimed.intervals->table,
                         *as == hierarchy::IntervalsAs::columns ? "columns" : "midpoints"),
                  difference(distinct_tuples(std::move(expected)), *found), counted(found->total, "row", "rows"));
    return {};
}

}  // namespace scrim::verifier
