#include "methods/verify/microdata_claims.h"

#include "kernel/core/text.h"
#include "methods/verify/pairing.h"
#include "methods/verify/same_values.h"
#include "methods/verify/value_places.h"

#include <algorithm>

namespace scrim::verifier {
namespace {

std::uint64_t records_where(const Tuples& rows, std::size_t column, auto is) {
    std::uint64_t records = 0;
    for (std::size_t row = 0; row < rows.size(); ++row)
        if (is(rows.table[column][row])) records += rows.weights[row];
    return records;
}

std::uint64_t missing_in(const Tuples& rows, std::size_t column) {
    const Domain& domain = rows.table[column].domain();
    return records_where(rows, column, [&](Code code) { return domain.has_null() && code == domain.null_code(); });
}

// What is claimed of a column's cells, counted anew; "" where that is so.
std::string wrong_cells(const ClaimedMicrodata::Cells& claimed, const Tuples& data, const Tuples& drawn,
                        std::size_t column, const ValuePlaces& places) {
    const std::uint64_t spans = records_where(data, column, [&](Code code) { return !places.is_value[code]; });
    const std::uint64_t labels = records_where(drawn, column, [&](Code code) { return places.is_label[code] != 0; });
    const std::uint64_t missing = missing_in(drawn, column), before = missing_in(data, column);
    const bool fits = missing >= before && spans >= labels + (missing - before);
    if (fits && claimed.labels == labels && claimed.empty == missing - before &&
        claimed.drawn == spans - labels - claimed.empty)
        return {};
    return format("column {}: of {} that print several values {} keep their label and {} more are missing",
                  quoted(std::string_view(claimed.column)), counted(spans, "cell", "cells"), with_thousands(labels),
                  with_thousands(missing - std::min(missing, before)));
}

// Both tables as pair_rows() takes them: the places of each quasi-identifier's value are a span, whose two ends lie in
// the label's.
class Pairs {
public:
    Pairs(const Tuples& data, const Tuples& drawn, std::size_t others) : data_(data), drawn_(drawn), others_(others) {
        for (std::size_t c = 0; c < others; ++c) {
            const DomainPtr& domain = data.table[c].domain_ptr();
            released_.table.add(data.table.name(c), data.table[c]);
            recoded_.push_back({same_values(drawn.table[c].domain(), *domain), domain});
            points_.table.add(drawn.table.name(c), drawn.table[c]);
        }
    }

    void add(std::size_t column, const ValuePlaces& places) {
        std::vector<Int128> units(places.places);
        for (Code place = 0; place < places.places; ++place) units[place] = place;
        const auto domain = std::make_shared<Domain>(Domain::of_numbers(std::move(units), 0));
        for (const bool first : {true, false}) {
            const std::string name = data_.table.name(column) + (first ? " from" : " to");
            released_.table.add(name, data_.table[column]);
            points_.table.add(name, drawn_.table[column]);
            Recoded recoded{{}, domain};
            for (const Span span : places.values) recoded.codes.push_back(first ? span.lo : span.hi - 1);
            recoded_.push_back(std::move(recoded));
            printed_.push_back({hierarchy::Attribute::flat(name, domain), places.printed});
        }
    }

    Result<std::optional<Paired>> pair(std::size_t most, Progress& progress) {
        released_.weights = data_.weights;
        released_.total = data_.total;
        points_.weights = drawn_.weights;
        points_.total = drawn_.total;
        const ClassBoxes boxes(released_, printed_);
        return pair_rows(released_, boxes, in_terms_of(points_, recoded_), others_, most, progress);
    }

private:
    const Tuples &data_, &drawn_;
    std::size_t others_;
    Tuples released_, points_;
    std::vector<Recoded> recoded_;
    std::vector<PrintedColumn> printed_;
};

}  // namespace

Result<void> check_microdata(ReleasedData& release, const ClaimedRelease& claimed, std::size_t most,
                             const Reading& reading, Ledger& ledger) {
    if (!claimed.microdata || !release.microdata) return {};
    const ClaimedMicrodata& said = *claimed.microdata;
    const std::vector<std::string> spanned = claimed.spanned();
    std::vector<std::string> columns;
    for (const ClaimedColumn& column : claimed.columns)
        if (std::find(spanned.begin(), spanned.end(), column.name) == spanned.end()) columns.push_back(column.name);
    const std::size_t others = columns.size();
    columns.insert(columns.end(), spanned.begin(), spanned.end());
    SCRIM_TRY(const auto data, read_claimed(*release.data, columns, reading, ledger));
    SCRIM_TRY(const auto drawn, read_claimed(*release.microdata, columns, reading, ledger));
    if (!data || !drawn) return {};
    ledger.settle(format("{} has a row for each record", said.table),
                  drawn->total == data->total ? "" : format("it has {}", counted(drawn->total, "row", "rows")),
                  counted(drawn->total, "row", "rows"));
    Pairs pairs(*data, *drawn, others);
    std::string wrong;
    for (std::size_t q = 0; q < spanned.size(); ++q) {
        const std::size_t c = others + q;
        const ValuePlaces places = value_places(columns[c], release, data->table[c].domain(), drawn->table[c].domain());
        if (wrong.empty()) wrong = wrong_cells(said.cells[q], *data, *drawn, c, places);
        pairs.add(c, places);
    }
    ledger.settle(format("cells of {} that were drawn, by column", said.table), wrong);
    const std::string what = format("every row of {} lies in the spans of a record of its own", said.table);
    SCRIM_TRY(const auto paired, pairs.pair(most, reading.progress));
    if (!paired)
        ledger.unchecked(what, "classes overlap so much that pairing rows would take more memory than there is");
    else
        ledger.settle(what,
                      paired->unpaired == 0
                          ? ""
                          : format("{} no row, for example: {}",
                                   paired->unpaired == 1 ? "a record has"
                                                         : counted(paired->unpaired, "record", "records") + " have",
                                   row_text(data->table, paired->example)));
    ledger.unchecked(format("that the values of {} were drawn by chance", said.table),
                     "nothing in a release can confirm it");
    return {};
}

}  // namespace scrim::verifier
