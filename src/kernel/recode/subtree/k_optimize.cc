// K-Optimize: the optimum of all cuts (subtree generalization of categories, ordered partitions of numbers), where the
// classes that fail are left out, by discernibility or, with a target, by classification.
//
// Bayardo, Agrawal, Data Privacy through Optimal k-Anonymization, ICDE 2005. The sets of CutItems are enumerated from
// the most general one, each once. A node of the enumeration stands for all sets between its head and the union of head
// and tail; it is given up when none of them can cost less than the best set so far (CutCost), and a tail item is given
// up when the head with it could not. The tail is ordered anew at each node: what costs least comes first.
#include "kernel/core/text.h"
#include "kernel/recode/recoder.h"
#include "kernel/recode/subtree/cut_cost.h"
#include "kernel/recode/subtree/infeasible.h"
#include "kernel/recode/suppression.h"

#include <algorithm>
#include <chrono>

namespace scrim::recode::subtree {
namespace {

using Clock = std::chrono::steady_clock;

class Enumeration {
public:
    Enumeration(const Problem& problem, CostOf of) : items_(problem), cost_(problem, items_, of) {}

    // False when even the most general cuts are not feasible.
    bool run(std::uint64_t steps, Clock::time_point end, Progress& progress);

    // Another enumeration's set, of the same items, that is feasible here too: what is sought costs less.
    void begin_with(const Enumeration& other) { examine(other.best_set_, other.best_set_); }

    std::vector<Cut> cuts() const { return items_.cuts(best_set_); }
    Uint128 best() const { return best_; }
    // No cuts cost less.
    Uint128 bound() const { return bound_; }
    std::uint64_t examined() const { return examined_; }

    std::vector<Cut> most_general() const { return items_.cuts(items_.forced()); }

private:
    using Set = std::vector<char>;
    struct Node {
        Set head, all;
        Uint128 least = 0;
    };

    void open(Node node);
    void drop(Set& all, std::uint32_t item) const;
    bool eligible(const Node& node, std::uint32_t item) const {
        const std::uint32_t parent = items_[item].parent;
        return node.all[item] && !node.head[item] && (parent == CutItem::none || node.head[parent]);
    }
    CutCost::Costs examine(const Set& head, const Set& all);

    CutItems items_;
    CutCost cost_;
    Set best_set_;
    Uint128 best_ = 0, bound_ = 0;
    std::vector<Node> stack_;
    std::uint64_t examined_ = 0;
};

CutCost::Costs Enumeration::examine(const Set& head, const Set& all) {
    ++examined_;
    const CutCost::Costs costs = cost_.of(head, all);
    if (costs.feasible && (best_set_.empty() || costs.head < best_)) {
        best_ = costs.head;
        best_set_ = head;
    }
    return costs;
}

// Takes an item, and what is below it, out of the tail.
void Enumeration::drop(Set& all, std::uint32_t item) const {
    all[item] = 0;
    for (const std::uint32_t child : items_.children(item)) drop(all, child);
}

bool Enumeration::run(std::uint64_t steps, Clock::time_point end, Progress& progress) {
    Node root{items_.forced(), Set(items_.size(), 1), 0};
    const CutCost::Costs costs = examine(root.head, root.all);
    if (!costs.feasible) return false;
    root.least = costs.least;
    stack_.push_back(std::move(root));
    while (!stack_.empty() && examined_ < steps && Clock::now() < end && !progress.cancelled()) {
        Node node = std::move(stack_.back());
        stack_.pop_back();
        if (node.least < best_) open(std::move(node));
        progress.advance(1);
    }
    bound_ = best_;
    for (const Node& node : stack_) bound_ = std::min(bound_, node.least);
    return true;
}

// Examines the head with each item of the tail, and divides what is left: sets with one of them, and sets without it.
void Enumeration::open(Node node) {
    struct Child {
        std::uint32_t item;
        CutCost::Costs costs;
    };
    std::vector<Child> children;
    for (std::uint32_t item = 0; item < items_.size(); ++item) {
        if (!eligible(node, item)) continue;
        node.head[item] = 1;
        const CutCost::Costs costs = examine(node.head, node.all);
        node.head[item] = 0;
        if (costs.feasible && costs.least < best_)
            children.push_back({item, costs});
        else
            drop(node.all, item);
    }
    if (children.empty()) return;
    const Child first = *std::min_element(children.begin(), children.end(),
                                          [](const Child& a, const Child& b) { return a.costs.head < b.costs.head; });
    Node with = node, without = std::move(node);
    with.head[first.item] = 1;
    drop(without.all, first.item);
    without.least = examine(without.head, without.all).least;
    with.least = examine(with.head, with.all).least;
    if (children.size() > 1 && without.least < best_) stack_.push_back(std::move(without));
    if (with.least < best_) stack_.push_back(std::move(with));
}

// Why the bound would not be one. "" when it is.
std::string why_unbounded(const Problem& problem) {
    const Demands& demands = problem.demands;
    if (!demands.monotone())
        return "two classes that satisfy the requirements may break them when merged, so it could not bound what it "
               "leaves unexamined; optimal examines every generalization by itself";
    if (problem.suppression_limit > 0 && !demands.upward_closed())
        return "with suppression, a part of a class that fails may hold under these requirements, so it could not "
               "bound what it leaves unexamined; allow no suppression, or choose optimal";
    if (problem.target != 0 && problem.metric->of_class_sizes)
        return format("{} does not look at the target {}; leave out one of the two", problem.metric->name,
                      quoted(problem.tuples->table.name(problem.target)));
    Uint128 combinations = 1;
    for (const hierarchy::Attribute& attribute : problem.quasi_identifiers) {
        if (combinations > ~Uint128{0} / attribute.domain().size())
            return "the quasi-identifiers' numbers of values multiply to more than 2^128; take fewer of them";
        combinations *= attribute.domain().size();
    }
    return {};
}

Result<Recoding> run_k_optimize(const Problem& problem, const models::Arguments& arguments, Progress& progress) {
    if (const std::string reason = why_unbounded(problem); !reason.empty())
        return input_error("k_optimize cannot be run: " + reason);
    progress.stage("enumerating cuts", 0);
    const bool of_target = problem.target != 0;
    const auto seconds = std::min<std::uint64_t>(*arguments.whole("seconds"), 1'000'000'000);
    Enumeration enumeration(problem, of_target ? CostOf::classification : CostOf::discernibility);
    const Clock::time_point now = Clock::now(), end = now + std::chrono::seconds(seconds);
    std::uint64_t steps = *arguments.whole("steps");
    // The optimum without suppression is much sooner found, and a good one to begin with.
    Problem whole = problem;
    whole.suppression_limit = 0;
    if (Enumeration complete(whole, of_target ? CostOf::classification : CostOf::discernibility);
        problem.suppression_limit > 0 && complete.run(steps / 2, now + (end - now) / 2, progress)) {
        steps -= std::min(steps - 1, complete.examined());
        enumeration.begin_with(complete);
    }
    if (!enumeration.run(steps, end, progress))
        return too_many_fail(problem, enumeration.most_general(), "even at the highest levels");
    if (progress.cancelled()) return cancelled_error();
    auto recoding = suppress_failing(problem, recoding_of(problem, enumeration.cuts()), problem.suppression_limit);
    if (!recoding) return fault_error("k_optimize found cuts that do not hold");
    const bool proven = enumeration.bound() >= enumeration.best();
    const auto number = [](Uint128 cost) { return to_string(static_cast<Int128>(cost)); };
    recoding->details = {
        {"minimized", of_target ? metrics::find_metric(&metrics::MetricSpec::of_target).name + " (records)"
                                : metrics::find_metric(&metrics::MetricSpec::of_class_sizes).name},
        {"cost", number(enumeration.best())},
        {"optimum", proven ? "proven" : "not proven: it costs " + number(enumeration.bound()) + " or more"},
        {"cuts examined", std::to_string(enumeration.examined())}};
    return *std::move(recoding);
}

}  // namespace

const RecoderSpec& k_optimize_recoder() {
    static const RecoderSpec spec = [] {
        RecoderSpec made;
        made.name = "k_optimize";
        made.title = "optimal cuts by set enumeration (K-Optimize)";
        made.citation = "Bayardo, Agrawal: Data privacy through optimal k-anonymization, ICDE 2005";
        made.summary =
            "The optimum over all cuts through the hierarchies and all intervals of numbers, printed the same way "
            "everywhere, with the records that fail left out where that is allowed: by discernibility or, with a "
            "target, by classification. Where the time is not enough, the best that was found, with a bound of what "
            "the optimum costs. Choose it where optimal's whole levels lose too much.";
        made.parameters = {{.name = "seconds",
                            .title = "how long it may search; what is found then depends on the machine",
                            .kind = Parameter::Kind::integer,
                            .bound = Parameter::Bound::given,
                            .minimum = "0",
                            .default_value = "60"},
                           {.name = "steps",
                            .title = "how many cuts it may examine",
                            .kind = Parameter::Kind::integer,
                            .bound = Parameter::Bound::given,
                            .minimum = "1",
                            .default_value = "5000"}};
        made.people = true;
        made.suppresses = true;
        made.minimizes = RecoderSpec::Minimizes::class_costs;
        made.looks_at_target = true;
        made.run = run_k_optimize;
        return made;
    }();
    return spec;
}

}  // namespace scrim::recode::subtree
