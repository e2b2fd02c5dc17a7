// Cluster F-measure: are the clusters that a user finds in the release those of the original? Both tables are put in
// five clusters by their quasi-identifiers; the original's records go to the nearest center of the release's, and the
// clusters that this makes of them are compared with their own. Higher is better.
//
// B. C. M. Fung, K. Wang, L. Wang, P. C. K. Hung, Privacy-Preserving Data Publishing for Cluster Analysis, DKE 2009.
// There, records are paired; a release does not say whose record is whose, so that here the release's centers are
// asked. Of more than 20,000 rows so many, evenly spread over the table, are looked at.
#include "kernel/compare/comparison.h"
#include "kernel/metrics/bisecting_k_means.h"

#include <algorithm>

namespace scrim::compare {
namespace {

using metrics::SpacePoint;
constexpr std::size_t clusters = 5, most_rows = 20'000;

// Rows as points; the places are those of the side's labels.
std::vector<SpacePoint> points_of(const Side& side, const std::vector<std::size_t>& columns,
                                  const std::vector<std::vector<metrics::Place>>& places) {
    std::vector<SpacePoint> points;
    const std::size_t step = (side.rows() + most_rows - 1) / most_rows;
    for (std::size_t row = 0; row < side.rows(); row += step) {
        SpacePoint& point = points.emplace_back();
        point.weight = side.weights[row];
        for (std::size_t c = 0; c < columns.size(); ++c)
            point.places.push_back(&places[c][side.labels[columns[c]][row]]);
    }
    return points;
}

std::vector<std::vector<metrics::Place>> places_of(const Side& side, const std::vector<std::size_t>& columns,
                                                   const metrics::ValueSpace& space) {
    std::vector<std::vector<metrics::Place>> places;
    for (std::size_t c = 0; c < columns.size(); ++c) {
        auto& of_labels = places.emplace_back();
        for (const Span printed : side.printed[columns[c]]) of_labels.push_back(space.place(c, printed));
    }
    return places;
}

std::optional<Measured> measure_clusters(const Comparison& input) {
    if (input.original.rows() == 0 || input.release.rows() == 0) return std::nullopt;
    std::vector<std::size_t> columns;
    metrics::ValueSpace space;
    for (std::size_t a = 0; a < input.attributes.size(); ++a) {
        const Attribute& attribute = input.attributes[a];
        if (!attribute.quasi_identifier) continue;
        std::vector<double> records(attribute.domain().size(), 0);
        for (std::size_t row = 0; row < input.original.rows(); ++row)
            records[input.original.span(a, row).lo] += input.original.weights[row];
        columns.push_back(a);
        space.add(attribute.column, records);
    }
    if (columns.empty()) return std::nullopt;
    const auto before = places_of(input.original, columns, space), after = places_of(input.release, columns, space);
    const std::vector<SpacePoint> original = points_of(input.original, columns, before);
    const auto own = metrics::bisecting_k_means(original, space.coordinates(), clusters);
    if (own.centers.size() < 2) return std::nullopt;
    const std::vector<SpacePoint> released = points_of(input.release, columns, after);
    const auto found = metrics::bisecting_k_means(released, space.coordinates(), clusters);
    std::vector<std::uint32_t> to;
    for (const SpacePoint& point : original) to.push_back(metrics::nearest(found.centers, point));
    return Measured{metrics::f_measure(original, own.of, to),
                    {{"clusters", static_cast<double>(own.centers.size())}},
                    {{"one cluster", metrics::f_measure(original, own.of, std::vector<std::uint32_t>(to.size(), 0))}}};
}

}  // namespace

const ComparisonSpec& cluster_f_measure_comparison() {
    static const ComparisonSpec spec = {
        {.name = "cluster_f_measure",
         .title = "clusters found again (F-measure)",
         .citation =
             "Fung, Wang, Wang, Hung: Privacy-preserving data publishing for cluster analysis, Data & Knowledge "
             "Engineering 68, 2009",
         .lower_is_better = false,
         .normalization = "0 to 1 (the release has the same clusters); beside it: all records in one cluster"},
        measure_clusters};
    return spec;
}

}  // namespace scrim::compare
