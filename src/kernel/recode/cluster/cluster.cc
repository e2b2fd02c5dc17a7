// Clustering: local recoding, where each class is printed by itself and values of a column may overlap.
//
// Xu and others, KDD 2006; Byun, Kamra, Bertino, Li, DASFAA 2007; rounds: Shaw, CP 1998.
//
// Works on points, the different combinations of quasi-identifiers. (1) For each point its neighbors are found; (2) in
// blocks of near points, side by side, classes are grown around those that cannot be printed exactly, the cheapest
// first, where exact classes lend records that they do not need; (3) in rounds, each with other blocks, neighboring
// classes are pooled and made anew as long as that loses less. Chance comes from fixed seeds and blocks do not depend
// on threads, so that the result is always the same.
#include "kernel/core/parallel.h"
#include "kernel/recode/cluster/grow.h"
#include "kernel/recode/cluster/rebuild.h"
#include "kernel/recode/cluster/regions.h"
#include "kernel/recode/cluster/settle.h"
#include "kernel/recode/cluster/split.h"
#include "kernel/recode/recoder.h"

#include <algorithm>

namespace scrim::recode::cluster {
namespace {

using namespace cluster;

class Clustering {
public:
    Clustering(const Points& points, const Judge& judge, std::vector<std::vector<std::uint32_t>> regions,
               Progress& progress)
        : points_(points),
          judge_(judge),
          regions_(std::move(regions)),
          progress_(progress),
          block_(std::max<std::size_t>(4096, std::size_t{8} * judge.least())),
          neighbors_(points, regions_, 16 + std::min(judge.least(), 16u), 4, progress) {}

    Result<void> grow();
    Result<void> rebuild(std::uint64_t round);
    const std::vector<Class>& classes() const { return classes_; }

private:
    const Points& points_;
    const Judge& judge_;
    std::vector<std::vector<std::uint32_t>> regions_;
    Progress& progress_;
    std::size_t block_;
    Neighbors neighbors_;
    std::vector<Class> classes_;
};

Result<void> Clustering::grow() {
    if (progress_.cancelled()) return cancelled_error();
    const Blocks blocks = split(points_, regions_, block_, 0);
    std::vector<std::vector<Class>> grown(blocks.size());
    std::vector<std::vector<Share>> over(blocks.size());
    parallel_for(0, blocks.size(), 1, [&](std::size_t begin, std::size_t end) {
        Judge judge = judge_;
        for (std::size_t b = begin; b < end && !progress_.cancelled(); ++b) {
            Block block(points_, neighbors_, judge, blocks[b]);
            over[b] = grow_classes(block, judge);
            grown[b] = block.release();
            progress_.advance(blocks[b].size());
        }
    });
    if (progress_.cancelled()) return cancelled_error();
    Judge judge = judge_;
    std::size_t b = 0;
    for (const auto& region : regions_) {
        std::vector<Class> classes;
        std::vector<Share> left;
        for (std::size_t points = 0; points < region.size(); points += blocks[b++].size()) {
            std::move(grown[b].begin(), grown[b].end(), std::back_inserter(classes));
            left.insert(left.end(), over[b].begin(), over[b].end());
        }
        settle(points_, judge, std::move(left), classes);
        std::move(classes.begin(), classes.end(), std::back_inserter(classes_));
    }
    return {};
}

Result<void> Clustering::rebuild(std::uint64_t round) {
    const Blocks blocks = split(points_, regions_, block_, round);
    std::vector<std::uint32_t> block_of(points_.size(), 0);
    for (std::uint32_t b = 0; b < blocks.size(); ++b)
        for (const std::uint32_t point : blocks[b]) block_of[point] = b;
    // A class belongs to the block of its first point, with all its members.
    std::vector<std::vector<Class>> parts(blocks.size());
    for (Class& shares : classes_) parts[block_of[points_.point_of(shares.front().atom)]].push_back(std::move(shares));
    parallel_for(0, blocks.size(), 1, [&](std::size_t begin, std::size_t end) {
        Judge judge = judge_;
        for (std::size_t b = begin; b < end && !progress_.cancelled(); ++b) {
            if (parts[b].empty()) continue;
            Block block(points_, neighbors_, judge, std::move(parts[b]));
            rebuild_classes(block, judge, round << 32 | b);
            parts[b] = block.release();
            progress_.advance(blocks[b].size());
        }
    });
    if (progress_.cancelled()) return cancelled_error();
    classes_.clear();
    for (std::vector<Class>& part : parts) std::move(part.begin(), part.end(), std::back_inserter(classes_));
    return {};
}

Result<Recoding> run_cluster(const Problem& problem, const models::Arguments& arguments, Progress& progress) {
    if (problem.records() == 0) return Recoding(problem.dimensions());
    const std::uint64_t rounds = *arguments.whole("effort");
    const Points points(problem);
    Judge judge(problem, points.cost().one());
    if (progress.cancelled()) return cancelled_error();
    SCRIM_TRY(auto regions, regions_that_hold(problem, points, judge));
    progress.stage("clustering", points.size() * (rounds + 1));
    Clustering clustering(points, judge, std::move(regions), progress);
    SCRIM_CHECK(clustering.grow());
    for (std::uint64_t round = 1; round <= rounds; ++round) SCRIM_CHECK(clustering.rebuild(round));
    Recoding recoding = points.release(problem, clustering.classes());
    recoding.details = {{"effort", std::to_string(rounds)}};
    return recoding;
}

}  // namespace

const RecoderSpec& cluster_recoder() {
    static const RecoderSpec spec = [] {
        RecoderSpec made;
        made.name = "cluster";
        made.title = "local recoding by clustering";
        made.citation =
            "Xu, Wang, Pei, Wang, Shi, Fu: Utility-based anonymization using local recoding, KDD 2006 (bottom-up, by "
            "certainty penalty); Byun, Kamra, Bertino, Li: Efficient k-anonymization using clustering techniques, "
            "DASFAA 2007 (classes grown member by member); Shaw: Using constraint programming and local search "
            "methods to solve vehicle routing problems, CP 1998 (large neighborhood search)";
        made.summary =
            "Loses least of all. Prints each class as narrowly as its own records allow, so that values of a column "
            "may "
            "overlap. What it adds to the published methods: records that an exact class does not need are lent to "
            "neighbors, and classes are taken apart and rebuilt as long as that helps.";
        made.parameters = {{.name = "effort",
                            .title = "rounds of rebuilding; more lose less and take longer",
                            .kind = Parameter::Kind::integer,
                            .bound = Parameter::Bound::given,
                            .minimum = "0",
                            .maximum = "1000",
                            .default_value = "6"}};
        made.minimizes = RecoderSpec::Minimizes::loss;
        made.quick_tuples = 5'000;
        made.preference = 1;
        made.default_tuples = 300'000;
        made.default_because = "it loses least";
        made.run = run_cluster;
        return made;
    }();
    return spec;
}

}  // namespace scrim::recode::cluster
