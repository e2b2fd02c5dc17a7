// Microaggregation: records are put into groups of at least k that are near each other, and each prints its group's
// centroid.
//
// Domingo-Ferrer, Mateo-Sanz, IEEE TKDE 2002; Domingo-Ferrer, Torra, DMKD 2005 (MDAV, categories); Hansen, Mukherjee,
// IEEE TKDE 2003 (one column, optimal). Groups see nothing but the columns that are aggregated (small_groups.h,
// embedding.h). Records that miss the same columns are grouped among themselves.
#include "kernel/core/text.h"
#include "kernel/recode/perturb/centroids.h"
#include "kernel/recode/perturb/column_parameters.h"
#include "kernel/recode/perturb/present.h"
#include "kernel/recode/perturb/small_groups.h"
#include "kernel/recode/recoder.h"

namespace scrim::recode::perturb {
namespace {

// Least and largest group, and the loss, for the report.
std::vector<std::pair<std::string, std::string>> said_of(const PointGroups& groups, double within, double all) {
    std::size_t least = groups.members.size(), most = 0;
    for (std::size_t g = 0; g < groups.size(); ++g) {
        least = std::min(least, groups[g].size());
        most = std::max(most, groups[g].size());
    }
    return {{"groups", std::to_string(groups.size())},
            {"records per group", format("{} to {}", least, most)},
            {"loss", format("{:.4f}% (SSE/SST)", all > 0 ? 100 * within / all : 0)}};
}

Result<Perturbed> run_microaggregate(const Records& records, const models::Arguments& arguments, Random&,
                                     Progress& progress) {
    const std::uint64_t k = *arguments.whole("k");
    SCRIM_TRY(const std::vector<Present> parts, by_present_columns(records, k, "microaggregate", "k"));
    PointGroups all;
    all.reserve(records.count / k + 1, records.count);
    double within = 0, whole = 0;
    for (const Present& part : parts) {
        const PointSet points = part.points(records);
        const Effort effort{.rounds = static_cast<std::uint32_t>(
                                arguments.whole("effort").value_or(rounds_by_default(points.size(), k)))};
        SCRIM_TRY(const PointGroups groups, small_groups(points, static_cast<std::uint32_t>(k), effort, progress));
        within += loss(points, groups);
        whole += total(points);
        for (std::size_t g = 0; g < groups.size(); ++g) {
            for (const std::uint32_t member : groups[g]) all.members.push_back(part.records[member]);
            all.end_group();
        }
    }
    Perturbed made;
    for (std::size_t c = 0; c < records.chosen.size(); ++c) {
        made.columns.push_back(with_centroids(records, c, all));
        made.kept.push_back(kept_by_centroids(records.column(c)));
    }
    made.design = {{"k", Ratio(static_cast<Int128>(k))}};
    made.details = said_of(all, within, whole);
    return made;
}

}  // namespace

const RecoderSpec& microaggregate_recoder() {
    static const RecoderSpec spec = [] {
        RecoderSpec made;
        made.name = "microaggregate";
        made.title = "Microaggregation";
        made.citation =
            "Domingo-Ferrer, Mateo-Sanz: Practical data-oriented microaggregation for statistical disclosure control, "
            "IEEE TKDE 2002; Domingo-Ferrer, Torra: Ordinal, continuous and heterogeneous k-anonymity through "
            "microaggregation, Data Mining and Knowledge Discovery 2005 (MDAV); Hansen, Mukherjee: A polynomial "
            "algorithm for optimal univariate microaggregation, IEEE TKDE 2003; Shaw: Using constraint programming and "
            "local search methods to solve vehicle routing problems, CP 1998 (large neighborhood search)";
        made.summary =
            "Records near each other form groups of at least k, and every record of a group prints the same values: "
            "means of numbers and dates, and of categories the value nearest to all by the hierarchy. One column is "
            "grouped optimally; several by MDAV, whose groups are then made anew together with their neighbors as "
            "long as that loses less. Choose it for numbers that are computed with.";
        made.promise =
            "At least k records print the same values in the columns that were aggregated, and the means of numbers "
            "and dates are those of the original up to rounding.";
        made.limits =
            "Within a group the columns that were not aggregated, the sensitive ones among them, are as they were: "
            "require a model of diversity for those. Variances shrink, as differences within groups are lost.";
        made.parameters = {
            {.name = "k",
             .title = "least records that print the same values",
             .kind = Parameter::Kind::integer,
             .bound = Parameter::Bound::given,
             .minimum = "1",
             .maximum = "1000000000",
             .default_value = "5"},
            columns_parameter(),
            {.name = "effort",
             .title = "rounds in which groups are made anew; more lose less and take longer (default: 24, "
                      "for large tables and groups fewer)",
             .kind = Parameter::Kind::integer,
             .bound = Parameter::Bound::given,
             .minimum = "0",
             .maximum = "1000"}};
        made.form = Form::perturbed;
        made.blind = true;
        made.perturbs = Perturbs::values;
        made.classes = true;
        made.perturb = run_microaggregate;
        return made;
    }();
    return spec;
}

}  // namespace scrim::recode::perturb
