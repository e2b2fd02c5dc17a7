// r-gather as a release: each record prints the center of its cluster, the cluster's size and its radius.
//
// Aggarwal et al., PODS 2006; see r_gather.h. Distances are of the columns in standard deviations (embedding.h). A
// share epsilon of the records may be left out.
#include "kernel/core/text.h"
#include "kernel/recode/perturb/column_distance.h"
#include "kernel/recode/perturb/column_parameters.h"
#include "kernel/recode/perturb/present.h"
#include "kernel/recode/perturb/r_gather.h"
#include "kernel/recode/recoder.h"

#include <algorithm>
#include <cmath>

namespace scrim::recode::perturb {
namespace {

constexpr int radius_digits = 3;
constexpr const char *size_column = "cluster_size", *radius_column = "cluster_radius";

// One number per record, over a domain of their own.
Column numbers_of(const std::vector<Int128>& units, int scale) {
    std::vector<Int128> different = units;
    std::sort(different.begin(), different.end());
    different.erase(std::unique(different.begin(), different.end()), different.end());
    const auto domain = std::make_shared<Domain>(Domain::of_numbers(std::move(different), scale));
    std::vector<Code> codes;
    codes.reserve(units.size());
    for (const Int128 unit : units) codes.push_back(domain->lower_bound(unit));
    return Column(domain, codes);
}

// The distance of the farthest member from the center, rounded up: nobody is farther away than is printed.
double radius_of(const ColumnDistance& distance, const Present& part, std::uint32_t center,
                 std::span<const std::uint32_t> members) {
    double most = 0;
    for (const std::uint32_t member : members)
        most = std::max(most, distance.squared(part.records[member], part.records[center]));
    return std::sqrt(most);
}

Int128 printed_radius(double radius) {
    constexpr double more = 1 + 1e-9;  // than what floating point may have lost
    return static_cast<Int128>(std::ceil(radius * more * std::pow(10.0, radius_digits)));
}

Result<Perturbed> run_gather(const Records& records, const models::Arguments& arguments, Random&, Progress& progress) {
    const std::uint64_t r = *arguments.whole("r");
    const Ratio epsilon = *arguments.ratio("epsilon");
    SCRIM_TRY(const std::vector<Present> parts, by_present_columns(records, r, "gather", "r"));
    struct Printed {
        std::uint32_t record, center;
        Int128 size, radius;
    };
    std::vector<Printed> printed;
    std::size_t clusters = 0;
    double largest = 0;
    for (const Present& part : parts) {
        SCRIM_TRY(const Gathering found,
                  r_gather(part.points(records), static_cast<std::uint32_t>(r), epsilon, progress));
        const ColumnDistance distance(part.embedded(records), part.records);
        for (std::size_t c = 0; c < found.clusters.size(); ++c) {
            const double radius = radius_of(distance, part, found.centers[c], found.clusters[c]);
            largest = std::max(largest, radius);
            for (const std::uint32_t member : found.clusters[c])
                printed.push_back({part.records[member], part.records[found.centers[c]],
                                   static_cast<Int128>(found.clusters[c].size()), printed_radius(radius)});
        }
        clusters += found.clusters.size();
    }
    std::sort(printed.begin(), printed.end(), [](const Printed& a, const Printed& b) { return a.record < b.record; });
    Perturbed made;
    std::vector<std::uint32_t> centers;
    std::vector<Int128> sizes, radii;
    for (const Printed& row : printed) {
        centers.push_back(row.center);
        sizes.push_back(row.size);
        radii.push_back(row.radius);
        if (printed.size() < records.count) made.rows.push_back(row.record);
    }
    for (std::size_t c = 0; c < records.chosen.size(); ++c) {
        made.columns.push_back(rearranged(records.column(c).values, centers));
        made.kept.push_back(Kept::values(records.column(c).name));
    }
    Clusters clusters_made{size_column, radius_column, r, epsilon, {}};
    made.added.add(clusters_made.size, numbers_of(sizes, 0));
    made.added.add(clusters_made.radius, numbers_of(radii, radius_digits));
    for (std::size_t c = 0; c < records.chosen.size(); ++c)
        if (records.column(c).hierarchy) clusters_made.by_hierarchy.push_back(records.column(c).name);
    made.clusters = std::move(clusters_made);
    made.design = {{"r", Ratio(static_cast<Int128>(r))}, {"epsilon", epsilon}};
    made.details = {{"clusters", std::to_string(clusters)},
                    {"left out", counted(records.count - printed.size(), "record", "records")},
                    {"largest radius", format("{:.3f} standard deviations", largest)}};
    return made;
}

}  // namespace

const RecoderSpec& gather_recoder() {
    static const RecoderSpec spec = [] {
        RecoderSpec made;
        made.name = "gather";
        made.title = "r-gather clustering";
        made.citation =
            "Aggarwal, Feder, Kenthapadi, Khuller, Panigrahy, Thomas, Zhu: Achieving anonymity via clustering, PODS "
            "2006";
        made.summary =
            "Records are gathered in clusters of at least r whose largest radius is small. Each record prints its "
            "cluster's center, and beside it the cluster's size and radius. With epsilon, a share of the records, the "
            "outliers, is left out.";
        made.promise =
            "At least r records print the same values in the columns that were clustered: those of one of them, their "
            "center. No record is farther from its center than cluster_radius says, in standard deviations. No other "
            "clusters of at least r have less than half of the largest radius; with epsilon, a quarter.";
        made.limits =
            "Within a cluster the columns that were not clustered, the sensitive ones among them, are as they were. "
            "The bound on the radius is for up to 1,024 records; more are cut into blocks, each of which keeps it by "
            "itself. Columns of categories with more than 32 nodes in their hierarchy are measured roughly while "
            "clusters "
            "are made; the radius that is printed is exact. Means are not kept.";
        made.parameters = {{.name = "r",
                            .title = "least records in a cluster",
                            .kind = Parameter::Kind::integer,
                            .bound = Parameter::Bound::given,
                            .minimum = "1",
                            .maximum = "1000",
                            .default_value = "10"},
                           {.name = "epsilon",
                            .title = "largest share of the records that may be left out",
                            .kind = Parameter::Kind::ratio,
                            .bound = Parameter::Bound::given,
                            .minimum = "0",
                            .maximum = "0.99",
                            .default_value = "0"},
                           columns_parameter()};
        made.form = Form::perturbed;
        made.blind = true;
        made.perturbs = Perturbs::values;
        made.classes = true;
        made.perturb = run_gather;
        return made;
    }();
    return spec;
}

}  // namespace scrim::recode::perturb
