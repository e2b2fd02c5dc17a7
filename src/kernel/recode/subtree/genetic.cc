// Genetic search for cuts: chromosomes are sets of CutItems, opened nodes and ends of intervals; those that lose less
// have children more often; a child takes a random part of each parent and is mutated here and there.
//
// Iyengar, Transforming Data to Satisfy Privacy Constraints, KDD 2002. As there, records that fail are left out, where
// that is allowed; a chromosome that leaves out too many is generalized until it does not. The best chromosome always
// survives, so the result is never worse than the first generation, whose first is the most general one. Chance only
// finds classes; it protects nobody. It comes from the operating system unless a seed is given.
#include "kernel/core/random.h"
#include "kernel/core/text.h"
#include "kernel/recode/recoder.h"
#include "kernel/recode/subtree/cut_items.h"
#include "kernel/recode/subtree/infeasible.h"
#include "kernel/recode/subtree/kept.h"

#include <algorithm>
#include <memory>

namespace scrim::recode::subtree {
namespace {

class Breeding {
public:
    Breeding(const Problem& problem, Random& random) : problem_(problem), random_(random), items_(problem) {}

    // False when even the most general cuts do not hold.
    bool start(std::size_t population);
    void make_child();

    const std::optional<Recoding>& best() const { return best_; }
    double first_loss() const { return first_loss_; }
    double best_loss() const { return population_.front().loss; }
    std::vector<Cut> most_general() const { return items_.cuts(items_.forced()); }

private:
    using Set = std::vector<char>;
    struct Chromosome {
        Set set;
        double loss = 0;  // the smaller the better
    };

    bool add(Set set);
    void close(Set& set) const;
    void coarsen(Set& set);
    const Chromosome& parent();

    const Problem& problem_;
    Random& random_;
    CutItems items_;
    std::vector<Chromosome> population_;  // best first
    std::optional<Recoding> best_;
    double first_loss_ = 0;
};

// Items whose parents are missing say nothing.
void Breeding::close(Set& set) const {
    for (std::size_t i = 0; i < set.size(); ++i) {
        const std::uint32_t parent = items_[i].parent;
        set[i] = items_.forced()[i] || (set[i] && (parent == CutItem::none || set[parent]));
    }
}

// Takes out about a third of the items that are there by choice; at least one.
void Breeding::coarsen(Set& set) {
    std::vector<std::size_t> chosen;
    for (std::size_t i = 0; i < set.size(); ++i)
        if (set[i] && !items_.forced()[i]) chosen.push_back(i);
    set[chosen[random_.below(chosen.size())]] = 0;
    for (const std::size_t item : chosen)
        if (random_.below(3) == 0) set[item] = 0;
    close(set);
}

// Puts the set into the population, coarsened until it holds. False when there is no set that does.
bool Breeding::add(Set set) {
    close(set);
    for (;; coarsen(set)) {
        auto recoding =
            suppress_and_judge_absent(problem_, recoding_of(problem_, items_.cuts(set)), problem_.suppression_limit);
        const std::optional<double> loss = recoding ? loss_of(problem_, *recoding) : std::nullopt;
        if (!loss) {
            if (set == items_.forced()) return false;
            continue;
        }
        Chromosome made{std::move(set), problem_.metric->lower_is_better ? *loss : -*loss};
        const auto place = std::upper_bound(population_.begin(), population_.end(), made.loss,
                                            [](double value, const Chromosome& one) { return value < one.loss; });
        if (place == population_.begin()) best_ = std::move(recoding);
        population_.insert(place, std::move(made));
        return true;
    }
}

bool Breeding::start(std::size_t population) {
    if (!add(items_.forced())) return false;
    while (population_.size() < population) {
        // Some with many items, some with few.
        const std::uint64_t share = 1 + random_.below(9);
        Set set(items_.size());
        for (char& item : set) item = random_.below(10) < share;
        add(std::move(set));
    }
    first_loss_ = best_loss();
    return true;
}

// The better of two.
const Breeding::Chromosome& Breeding::parent() {
    return population_[std::min(random_.below(population_.size()), random_.below(population_.size()))];
}

// The child replaces the worst.
void Breeding::make_child() {
    const Set &mother = parent().set, &father = parent().set;
    Set child(mother.size());
    for (std::size_t a = 0, i = 0; a < problem_.dimensions(); ++a) {
        // One cut point per attribute: of some, all items come from one parent.
        std::size_t end = i;
        while (end < child.size() && items_[end].attribute == a) ++end;
        const std::size_t middle = i + random_.below(end - i + 1);
        const bool swapped = random_.below(2) == 0;
        for (; i < end; ++i) child[i] = ((i < middle) != swapped ? mother : father)[i];
    }
    if (!child.empty()) {
        const std::uint64_t mutations = random_.below(4);
        for (std::uint64_t m = 0; m < mutations; ++m) child[random_.below(child.size())] ^= 1;
    }
    if (add(std::move(child))) population_.pop_back();
}

Result<Recoding> run_genetic(const Problem& problem, const models::Arguments& arguments, Progress& progress) {
    std::unique_ptr<Random> random = std::make_unique<SystemRandom>();
    if (const auto seed = arguments.whole("seed")) random = std::make_unique<SeededRandom>(*seed);
    const std::uint64_t children = *arguments.whole("children");
    progress.stage("breeding", children);
    Breeding breeding(problem, *random);
    if (!breeding.start(*arguments.whole("population")))
        return too_many_fail(problem, breeding.most_general(), "even at the highest levels");
    for (std::uint64_t child = 0; child < children; ++child) {
        if (progress.cancelled()) return cancelled_error();
        breeding.make_child();
        progress.advance(1);
    }
    Recoding recoding = *breeding.best();
    const double sign = problem.metric->lower_is_better ? 1 : -1;
    recoding.details = {{"children", std::to_string(children)},
                        {"best of the first generation", format("{:.6g}", sign * breeding.first_loss())},
                        {"best of all", format("{:.6g}", sign * breeding.best_loss())}};
    return recoding;
}

}  // namespace

const RecoderSpec& genetic_recoder() {
    static const RecoderSpec spec = [] {
        const auto whole = [](std::string name, std::string title, std::string least, std::string most,
                              std::string usual) {
            Parameter parameter;
            parameter.name = std::move(name);
            parameter.title = std::move(title);
            parameter.kind = Parameter::Kind::integer;
            parameter.bound = Parameter::Bound::given;
            parameter.minimum = std::move(least);
            parameter.maximum = std::move(most);
            parameter.default_value = std::move(usual);
            return parameter;
        };
        RecoderSpec made;
        made.name = "genetic";
        made.title = "genetic search for cuts";
        made.citation = "Iyengar: Transforming data to satisfy privacy constraints, KDD 2002";
        made.summary =
            "Breeds cuts through the hierarchies and intervals of numbers, printed the same way everywhere, for any "
            "metric: never worse than what it begins with, and without a promise beyond that. Each run finds "
            "something else. For comparison; k_optimize and topdown are more reliable.";
        made.parameters = {whole("population", "how many chromosomes live at a time", "2", "1000", "40"),
                           whole("children", "how many are bred", "0", "1000000", "300"),
                           whole("seed", "for tests: chance that can be repeated", "0", "", "")};
        made.by_chance = true;
        made.per_class_only = false;
        made.population = true;
        made.people = true;
        made.suppresses = true;
        made.minimizes = RecoderSpec::Minimizes::any_metric;
        made.run = run_genetic;
        return made;
    }();
    return spec;
}

}  // namespace scrim::recode::subtree
