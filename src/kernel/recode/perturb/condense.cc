// Condensation as a release: groups of at least r records are reduced to their means and covariances, and as many
// records are drawn from these.
//
// Aggarwal, Yu, EDBT 2004 and ACM TODS 2008; see condensation.h, which also takes records that arrive later. Groups are
// made by small_groups.h. The columns that were not condensed go with the group: each drawn record stands in the place
// of one of its records, by chance.
//
// Records that arrive later are taken in by `after`: of the release before, only its groups are known
// (condensed_table.h), and the new release is drawn from all of them.
#include "kernel/core/text.h"
#include "kernel/recode/perturb/centroids.h"
#include "kernel/recode/perturb/column_parameters.h"
#include "kernel/recode/perturb/condensation.h"
#include "kernel/recode/perturb/condensed_table.h"
#include "kernel/recode/perturb/number_column.h"
#include "kernel/recode/perturb/present.h"
#include "kernel/recode/perturb/small_groups.h"
#include "kernel/recode/recoder.h"

#include <algorithm>
#include <cmath>

namespace scrim::recode::perturb {
namespace {

constexpr std::uint32_t condensing_rounds = 2;
constexpr std::size_t most_kept = std::size_t{1} << 22;  // numbers in the owner's file

std::vector<CondensedTable::Of> described(const std::vector<NumberColumn>& numbers) {
    std::vector<CondensedTable::Of> columns;
    for (const NumberColumn& number : numbers) {
        const Domain& domain = number.column().values.domain();
        columns.push_back({number.column().name, domain.kind(), domain.scale(), number.grid()});
    }
    return columns;
}

// What the groups before and the arrivals have in common: the finer digits and steps.
Result<void> match(CondensedTable& before, const std::vector<CondensedTable::Of>& arriving) {
    for (std::size_t c = 0; c < arriving.size(); ++c) {
        CondensedTable::Of& column = before.columns[c];
        if (column.kind != arriving[c].kind)
            return input_error(format("condense: column {} holds values of another kind than the groups kept by after",
                                      quoted(column.name)));
        if (column.kind == Domain::Kind::number)
            column.scale = std::max(column.scale, arriving[c].scale);
        else
            column.grid = std::min(column.grid, arriving[c].grid);
    }
    return {};
}

Result<void> check_arrivals(const Records& records, const CondensedTable& before, const models::Arguments& arguments) {
    std::vector<std::string> kept, arriving;
    for (const CondensedTable::Of& column : before.columns) kept.push_back(column.name);
    for (std::size_t c = 0; c < records.chosen.size(); ++c) arriving.push_back(records.column(c).name);
    if (kept != arriving || records.chosen.size() != records.columns.size())
        return input_error(
            format("condense: the groups kept by after are of {}, and these columns alone can be released",
                   list_some(kept, 12)));
    if (arguments.given("r") && *arguments.whole("r") != before.r)
        return input_error(
            format("condense: the groups kept by after have at least {} records; leave r out", before.r));
    if (records.count < before.r)
        return input_error(
            format("condense: {}, and at least {} must come together: how the groups' means move would "
                   "give fewer away",
                   counted(records.count, "record arrives", "records arrive"), before.r));
    return {};
}

// The drawn values on the grid of their column, over a domain of their own.
Column drawn_column(const PointSet& drawn, std::size_t d, const CondensedTable::Of& of) {
    std::vector<Int128> units(drawn.size());
    for (std::uint32_t i = 0; i < drawn.size(); ++i)
        units[i] = static_cast<Int128>(std::nearbyint(std::clamp(drawn[i][d] / of.step(), -9e15, 9e15))) * of.grid;
    std::vector<Int128> different = units;
    std::sort(different.begin(), different.end());
    different.erase(std::unique(different.begin(), different.end()), different.end());
    const auto domain = std::make_shared<Domain>(Domain::of_numbers(std::move(different), of.scale, of.kind));
    std::vector<Code> codes(units.size());
    for (std::size_t i = 0; i < units.size(); ++i) codes[i] = domain->lower_bound(units[i]);
    return Column(domain, codes);
}

Result<Perturbed> with_arrivals(const Records& records, const models::Arguments& arguments, Random& random) {
    SCRIM_TRY(CondensedTable table, CondensedTable::of_text(arguments.text("after")));
    SCRIM_CHECK(check_arrivals(records, table, arguments));
    std::vector<NumberColumn> numbers;
    for (std::size_t c = 0; c < records.chosen.size(); ++c) numbers.emplace_back(records.column(c));
    SCRIM_CHECK(match(table, described(numbers)));
    PointSet points(numbers.size());
    std::vector<double> point(numbers.size());
    for (std::uint32_t record = 0; record < records.count; ++record) {
        for (std::size_t c = 0; c < numbers.size(); ++c) {
            if (numbers[c].missing(record))
                return input_error(format("condense: a record that arrives lacks its value of column {}",
                                          quoted(numbers[c].column().name)));
            point[c] = numbers[c].value(record);
        }
        points.add(point);
    }
    table.add(points);
    const PointSet drawn = table.draw(random);
    Perturbed made;
    for (std::size_t c = 0; c < numbers.size(); ++c) made.columns.push_back(drawn_column(drawn, c, table.columns[c]));
    made.design = {{"r", Ratio(static_cast<Int128>(table.r))}, {"arrived", Ratio(static_cast<Int128>(records.count))}};
    made.details = {{"groups", std::to_string(table.groups.size())}};
    made.limits = {
        "Arrivals: the records before are known by the means and covariances of their groups only, and the release is "
        "drawn from all groups. Whoever compares it with the release before sees how the means of all columns moved."};
    made.for_owner.emplace_back("condensed", table.json());
    return made;
}

Result<Perturbed> run_condense(const Records& records, const models::Arguments& arguments, Random& random,
                               Progress& progress) {
    if (arguments.given("after")) return with_arrivals(records, arguments, random);
    const std::uint64_t r = *arguments.whole("r");
    CondensedTable table{static_cast<std::uint32_t>(r), {}, {}};
    SCRIM_TRY(const std::vector<Present> parts, by_present_columns(records, r, "condense", "r"));
    std::vector<NumberColumn> numbers;
    for (std::size_t c = 0; c < records.chosen.size(); ++c) numbers.emplace_back(records.column(c));
    std::vector<std::vector<Int128>> units(numbers.size(), std::vector<Int128>(records.count, 0));
    std::size_t made_groups = 0;
    for (const Present& part : parts) {
        if (part.columns.empty()) continue;
        SCRIM_TRY(const PointGroups groups, small_groups(part.points(records), static_cast<std::uint32_t>(r),
                                                         {.rounds = condensing_rounds}, progress));
        PointSet values(part.columns.size());
        values.reserve(part.records.size());
        std::vector<double> row(part.columns.size());
        for (const std::uint32_t record : part.records) {
            for (std::size_t i = 0; i < row.size(); ++i) row[i] = numbers[part.columns[i]].value(record);
            values.add(row);
        }
        Condensation condensed(row.size(), static_cast<std::uint32_t>(r));
        for (std::size_t g = 0; g < groups.size(); ++g) {
            condensed.add_group(values, groups[g]);
            const PointSet drawn = condensed.draw(g, random);
            for (std::uint32_t i = 0; i < drawn.size(); ++i)
                for (std::size_t d = 0; d < row.size(); ++d) {
                    const std::size_t c = part.columns[d];
                    units[c][part.records[groups[g][i]]] = numbers[c].on_grid(drawn[i][d]);
                }
            if (progress.cancelled()) return cancelled_error();
        }
        table.groups.insert(table.groups.end(), condensed.groups().begin(), condensed.groups().end());
        made_groups += groups.size();
    }
    Perturbed made;
    for (std::size_t c = 0; c < numbers.size(); ++c) {
        made.columns.push_back(numbers[c].with(units[c]));
        // Drawn in floating point: a whole step where half would be the rounding alone.
        Kept kept = kept_by_centroids(records.column(c));
        kept.tolerance = Ratio(2 * kept.tolerance.numerator(), kept.tolerance.denominator());
        made.kept.push_back(std::move(kept));
    }
    made.design = {{"r", Ratio(static_cast<Int128>(r))}};
    made.details = {{"groups", std::to_string(made_groups)}};
    const std::size_t width = numbers.size();
    const bool whole = parts.size() == 1 && parts.front().columns.size() == width && width == records.columns.size();
    if (whole && table.groups.size() * (width + 1) * width <= most_kept) {
        table.columns = described(numbers);
        made.for_owner.emplace_back("condensed", table.json());
    }
    return made;
}

}  // namespace

const RecoderSpec& condense_recoder() {
    static const RecoderSpec spec = [] {
        RecoderSpec made;
        made.name = "condense";
        made.title = "Condensation";
        made.citation =
            "Aggarwal, Yu: A condensation approach to privacy preserving data mining, EDBT 2004; Aggarwal, Yu: On "
            "static "
            "and dynamic methods for condensation-based privacy-preserving data mining, ACM TODS 2008";
        made.summary =
            "Numbers and dates of groups of at least r near records are drawn anew from the group's mean and "
            "covariance. Choose it where correlations matter and no record has to be a true one.";
        made.promise =
            "Numbers and dates are drawn from the means and covariances of groups of at least r records and from "
            "nothing else. The means of the columns are those of the condensed records up to rounding; covariances "
            "are, on "
            "average over what chance may draw.";
        made.limits =
            "No privacy model: the mean and the covariance of r records tell something of each of them, the more the "
            "fewer they are, and a group of equal records is drawn as it was. A drawn value may lie outside of the "
            "column's range. Columns that were not condensed are as they were, and go with their group.";
        made.parameters = {{.name = "r",
                            .title = "least records whose mean and covariance are kept",
                            .kind = Parameter::Kind::integer,
                            .bound = Parameter::Bound::given,
                            .minimum = "2",
                            .maximum = "1000000000",
                            .default_value = "10"},
                           columns_parameter("all quasi-identifiers that hold numbers or dates"),
                           {.name = "after",
                            .title = "owner's file of the release before, whose groups the records of the table join",
                            .kind = Parameter::Kind::text,
                            .bound = Parameter::Bound::given,
                            .file = true}};
        made.form = Form::perturbed;
        made.blind = true;
        made.perturbs = Perturbs::numbers;
        made.perturb = run_condense;
        return made;
    }();
    return spec;
}

}  // namespace scrim::recode::perturb
