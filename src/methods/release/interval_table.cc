#include "methods/release/interval_table.h"

#include "kernel/core/field.h"
#include "kernel/core/text.h"

namespace scrim::release {

Result<std::optional<hierarchy::IntervalsAs>> asks_intervals(const PublishRequest& request,
                                                             const recode::RecoderSpec& recoder) {
    using As = hierarchy::IntervalsAs;
    const auto as = request.intervals.empty() ? As::text : hierarchy::parse_intervals_as(request.intervals);
    if (!as)
        return input_error(format("{}: text, columns or midpoint is accepted, not {}", field("intervals"),
                                  quoted(std::string_view(request.intervals))));
    if (*as == As::text) return std::optional<As>();
    if (recoder.form == recode::Form::generalized) return std::optional(*as);
    return input_error(format("{} prints no intervals; leave out {}, or choose an algorithm that generalizes",
                              recoder.name, field("intervals")));
}

Result<ReleasedTable> interval_table(const Dealing& dealing, hierarchy::IntervalsAs as) {
    SCRIM_TRY(std::vector<ReleasedTable> tables, released_tables(dealing, recode::Form::generalized));
    Tuples& rows = tables.front().rows;
    SCRIM_TRY(Tuples sorted, sorted_rows(hierarchy::with_intervals(std::move(rows.table), as), std::move(rows.weights),
                                         dealing.prepared().material));
    return ReleasedTable{"intervals", std::move(sorted)};
}

Json intervals_json(const ReleasedTable& table, const PublishRequest& request) {
    return {
        {"table", table.name + "." + request.format}, {"as", request.intervals}, {"columns", table.rows.table.names()}};
}

}  // namespace scrim::release
