// TDS for cluster analysis: the original's records are put in clusters, and top-down specialization keeps what tells
// their clusters apart, as it would for a target that a classifier predicts.
//
// B. C. M. Fung, K. Wang, L. Wang, P. C. K. Hung, Privacy-Preserving Data Publishing for Cluster Analysis, DKE 2009;
// clusters by bisecting k-means on the quasi-identifiers (kernel/metrics/bisecting_k_means.h). How well a release's
// clusters are the original's is measured by cluster_f_measure, beside the original and not in the release.
#include "kernel/metrics/bisecting_k_means.h"
#include "kernel/recode/recoder.h"
#include "kernel/recode/subtree/from_the_top.h"

#include <algorithm>
#include <numeric>

namespace scrim::recode::subtree {
namespace {

// Each tuple's cluster.
std::vector<Code> cluster_labels(const Problem& problem, std::size_t clusters) {
    const std::size_t tuples = problem.tuples->size();
    metrics::ValueSpace space;
    std::vector<std::vector<metrics::Place>> places;
    for (std::size_t a = 0; a < problem.dimensions(); ++a) {
        std::vector<double> records(problem.quasi_identifiers[a].domain().size(), 0);
        for (std::size_t t = 0; t < tuples; ++t) records[problem.column(a)[t]] += problem.tuples->weights[t];
        space.add(problem.quasi_identifiers[a], records);
        auto& of_codes = places.emplace_back();
        for (Code code = 0; code < records.size(); ++code) of_codes.push_back(space.place(a, Span::of(code)));
    }
    std::vector<metrics::SpacePoint> points(tuples);
    for (std::size_t t = 0; t < tuples; ++t) {
        points[t].weight = problem.tuples->weights[t];
        for (std::size_t a = 0; a < places.size(); ++a) points[t].places.push_back(&places[a][problem.column(a)[t]]);
    }
    const auto made = metrics::bisecting_k_means(points, space.coordinates(), clusters);
    return {made.of.begin(), made.of.end()};
}

Result<Recoding> run_tds_clusters(const Problem& problem, const models::Arguments& arguments, Progress& progress) {
    const auto clusters = static_cast<std::size_t>(*arguments.whole("clusters"));
    progress.stage("finding clusters", 0);
    Tuples labeled = *problem.tuples;
    std::vector<Int128> labels(clusters);
    std::iota(labels.begin(), labels.end(), Int128{0});
    labeled.table.add(
        "cluster of the original",
        Column(std::make_shared<Domain>(Domain::of_numbers(std::move(labels), 0)), cluster_labels(problem, clusters)));
    Problem with_target = problem;
    with_target.target = labeled.table.width() - 1;
    with_target.tuples = std::make_shared<const Tuples>(std::move(labeled));
    SCRIM_TRY(Recoding recoding, specialize_from_the_top(with_target, true, progress));
    recoding.details.front() = {"clusters", std::to_string(clusters)};
    return recoding;
}

}  // namespace

const RecoderSpec& tds_clusters_recoder() {
    static const RecoderSpec spec = [] {
        RecoderSpec made;
        made.name = "tds_clusters";
        made.title = "top-down specialization for cluster analysis";
        made.citation =
            "Fung, Wang, Wang, Hung: Privacy-preserving data publishing for cluster analysis, Data & Knowledge "
            "Engineering 68, 2009";
        made.summary =
            "Puts the original's records in clusters by their quasi-identifiers, then specializes as topdown does, "
            "with the clusters for a target. Choose it where a value must be printed the same way everywhere, and the "
            "data will be clustered; cluster_f_measure says how well the clusters survive.";
        made.parameters = {{.name = "clusters",
                            .title = "how many clusters are looked for",
                            .kind = Parameter::Kind::integer,
                            .bound = Parameter::Bound::given,
                            .minimum = "2",
                            .maximum = "100",
                            .default_value = "5"}};
        made.per_class_only = false;
        made.population = true;
        made.people = true;
        made.suppresses = true;
        made.run = run_tds_clusters;
        return made;
    }();
    return spec;
}

}  // namespace scrim::recode::subtree
