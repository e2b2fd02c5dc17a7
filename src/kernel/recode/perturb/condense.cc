// Condensation as a release: groups of at least r records are reduced to their means and covariances, and as many
// records are drawn from these.
//
// Aggarwal, Yu, EDBT 2004 and ACM TODS 2008; see condensation.h, which also takes records that arrive later. Groups are
// made by small_groups.h. The columns that were not condensed go with the group: each drawn record stands in the place
// of one of its records, by chance.
#include "kernel/core/text.h"
#include "kernel/recode/perturb/centroids.h"
#include "kernel/recode/perturb/column_parameters.h"
#include "kernel/recode/perturb/condensation.h"
#include "kernel/recode/perturb/number_column.h"
#include "kernel/recode/perturb/present.h"
#include "kernel/recode/perturb/small_groups.h"
#include "kernel/recode/recoder.h"

namespace scrim::recode::perturb {
namespace {

constexpr std::uint32_t condensing_rounds = 2;

Result<Perturbed> run_condense(const Records& records, const models::Arguments& arguments, Random& random,
                               Progress& progress) {
    const std::uint64_t r = *arguments.whole("r");
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
            "nothing else. The means of the columns are those of the original up to rounding; covariances are, on "
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
                           columns_parameter("all quasi-identifiers that hold numbers or dates")};
        made.form = Form::perturbed;
        made.blind = true;
        made.perturbs = Perturbs::numbers;
        made.perturb = run_condense;
        return made;
    }();
    return spec;
}

}  // namespace scrim::recode::perturb
