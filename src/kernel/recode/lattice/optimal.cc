// Optimal full-domain generalization with record suppression: the best node of the lattice. Each
// column is printed at one level of its hierarchy; the classes that fail are left out, at most the
// records allowed; of all nodes for which that is possible, the one of least loss by the metric
// chosen.
//
// Strategies: incognito, LeFevre, DeWitt, Ramakrishnan, SIGMOD 2005; samarati, TKDE 2001 (the best
// of the nodes of least total height only); mingen, Sweeney 2002; the bound (the default) is ours.
#include "kernel/core/text.h"
#include "kernel/recode/lattice/strategies.h"
#include "kernel/recode/subtree/infeasible.h"

#include <cmath>

namespace scrim::recode::lattice {
namespace {

// More nodes than anybody waits for.
constexpr std::uint64_t most_nodes = 100'000'000;

Result<Found> search(const std::string& strategy, const Problem& problem, const Lattice& lattice, Progress& progress) {
    if (strategy == "incognito") return incognito(problem, lattice, progress);
    if (strategy == "samarati") return samarati(problem, lattice, progress);
    if (strategy == "mingen") return mingen(problem, lattice, progress);
    return bound_search_serves(problem) ? bound_search(problem, lattice, progress)
                                        : tagged_search(problem, lattice, progress);
}

// The chosen node, and what those one step away would have been.
std::vector<Recoding::Neighbor> neighborhood(const Problem& problem, const Lattice& lattice, const Node& chosen) {
    std::vector<Recoding::Neighbor> all;
    const NodeJudge judge(problem, problem.records());
    const auto look = [&](const Node& node) {
        Recoding::Neighbor neighbor{node, std::nullopt, problem.records(), false};
        if (const auto release = judge.release(node)) {
            neighbor.suppressed = problem.records() - release->records();
            neighbor.loss = loss_of(problem, *release);
            neighbor.feasible = neighbor.suppressed <= problem.suppression_limit;
        }
        all.push_back(std::move(neighbor));
    };
    look(chosen);
    for (std::size_t a = 0; a < chosen.size(); ++a) {
        Node node = chosen;
        if (node[a] < lattice.top(a)) {
            ++node[a];
            look(node);
            --node[a];
        }
        if (node[a] > 0) {
            --node[a];
            look(node);
        }
    }
    return all;
}

Result<Recoding> run_optimal(const Problem& problem, const models::Arguments& arguments, Progress& progress) {
    const Lattice lattice(problem);
    if (lattice.size() > most_nodes)
        return input_error(
            format("the lattice has more than {} nodes, too many to search; set max_level, leave out "
                   "quasi-identifiers or use mondrian",
                   with_thousands(most_nodes)));
    progress.stage("searching the lattice", 0);
    const std::string strategy = arguments.text("strategy");
    SCRIM_TRY(const Found found, search(strategy, problem, lattice, progress));
    if (!found.node)
        return recode::subtree::too_many_fail(
            problem, cuts_at(problem, lattice.tops()),
            "no full-domain generalization satisfies the requirements: at the highest levels");
    std::vector<Recoding::Neighbor> neighbors;
    if (arguments.text("neighbors") == "yes") neighbors = neighborhood(problem, lattice, *found.node);
    const NodeJudge judge(problem, problem.suppression_limit);
    auto recoding = judge.release(*found.node, found.loss + 1e-9 * std::abs(found.loss));  // of any rounding
    if (!recoding) return fault_error("the node found does not hold");
    recoding->details = {{"strategy", strategy}, {"levels", print_levels(*found.node)}};
    // By the height, samarati would have to know of every node whether it holds.
    const double least = strategy == "samarati" ? NodeJudge::infinite_loss : judge.value_of(*recoding).loss;
    if (found.unsearched < least)
        recoding->details.emplace_back("optimum",
                                       "not proven: leaving out other classes might lose less, and there are too many "
                                       "ways to look at all");
    recoding->levels = *found.node;
    recoding->examined = found.examined;
    recoding->lattice = lattice.size();
    recoding->neighborhood = std::move(neighbors);
    return *std::move(recoding);
}

}  // namespace

const RecoderSpec& optimal_recoder() {
    static const RecoderSpec spec = [] {
        RecoderSpec made;
        made.name = "optimal";
        made.title = "optimal full-domain generalization with record suppression";
        made.citation =
            "LeFevre, DeWitt, Ramakrishnan: Incognito, SIGMOD 2005; Samarati: Protecting respondents' "
            "identities in microdata release, TKDE 2001; Sweeney: Achieving k-anonymity privacy protection "
            "using generalization and suppression, 2002 (MinGen); the bound is ours";
        made.summary =
            "Finds the very best release among all that print each column at one level of its hierarchy and "
            "leave out the classes that fail, at most the records allowed. Choose it when readers want equal "
            "categories in every row, and hierarchies are good. Where models compare with the release itself and "
            "there are too many ways to leave out records, it says that the optimum is not proven.";
        made.parameters = {
            {.name = "strategy",
             .title = "bound and incognito and mingen find the optimum; samarati the best of least total height",
             .kind = Parameter::Kind::text,
             .bound = Parameter::Bound::given,
             .default_value = "bound",
             .choices = {"bound", "incognito", "samarati", "mingen"}},
            {.name = "neighbors",
             .title = "also look at the nodes one step away, for the report",
             .kind = Parameter::Kind::text,
             .bound = Parameter::Bound::given,
             .default_value = "no",
             .when_written = "yes",
             .choices = {"yes", "no"}}};
        made.monotone_only = false;
        made.per_class_only = false;
        made.together = true;
        made.population = true;
        made.people = true;
        made.own_k = true;
        made.preference = 6;
        made.default_because = "it examines every generalization by itself, for any metric";
        made.suppresses = true;
        made.minimizes = RecoderSpec::Minimizes::any_metric;
        made.run = run_optimal;
        return made;
    }();
    return spec;
}

}  // namespace scrim::recode::lattice
