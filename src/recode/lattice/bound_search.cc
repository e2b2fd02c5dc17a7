#include "recode/lattice/bound_search.h"

#include "core/parallel.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <limits>
#include <mutex>
#include <numeric>
#include <span>

namespace scrim {
namespace {

// One attribute's levels: values and nodes by their ordinal from left to right.
struct Steps {
    unsigned shift = 0;  // of its field in a key
    std::uint64_t mask = 0;
    std::vector<std::vector<std::uint32_t>> ordinal;  // [level][value]: the node that stands for it
    std::vector<std::vector<double>> loss;            // [level][ordinal]: its share of a record's loss
    std::uint32_t top() const { return static_cast<std::uint32_t>(loss.size()) - 1; }
};

// Records that agree on the fixed attributes' nodes and on the other attributes' values; where models look at more than
// counts, records of one tuple.
struct Entry {
    std::uint64_t key;
    std::uint32_t count;
    std::uint32_t tuple;  // one of its tuples
    double loss;          // of one record, by the fixed attributes
};

using Entries = std::vector<Entry>;

// What a set of nodes can reach at best: those with some levels fixed.
struct Bound {
    double loss = 0;  // sum over records
    std::uint64_t lost = 0;
    bool feasible = true;
};

class Search {
public:
    Search(const Problem& problem, const Lattice& lattice, Progress& progress)
        : problem_(problem),
          progress_(progress),
          k_(problem.demands.least_records()),
          limit_(std::min(problem.suppression_limit, problem.records() - 1)),
          counts_only_(problem.demands.counts_only()) {
        make_steps(lattice);
        order_attributes();
    }

    Found run() {
        const Entries entries = sorted_entries();
        Worker worker(order_.size());
        greedy(entries, worker);
        // Every choice of the first two attributes is one task.
        const std::size_t split = std::min<std::size_t>(2, order_.size());
        std::size_t tasks = 1;
        for (std::size_t i = 0; i < split; ++i) tasks *= steps_[order_[i]].top() + 1;
        std::atomic<std::size_t> next = 0;
        parallel_for(0, tasks, 1, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                Worker own(order_.size());
                run_task(entries, next++, split, own);
                examined_ += own.examined;
            }
        });
        Found found;
        found.examined = examined_ + worker.examined;
        if (best_node_) found.node = *best_node_;
        return found;
    }

private:
    struct Worker {
        std::vector<std::vector<Entries>> lists;  // per depth and level
        Node node;
        Entries rolled;
        std::vector<std::uint32_t> starts;  // of a counting pass
        std::vector<Member> members;
        Demands::Scratch scratch;
        std::uint64_t examined = 0;

        explicit Worker(std::size_t dimensions) : lists(dimensions), node(dimensions, 0) {}
    };

    void make_steps(const Lattice& lattice) {
        double weights = 0;
        for (const QuasiIdentifier& attribute : problem_.quasi_identifiers) weights += attribute.weight;
        unsigned shift = 0;
        for (std::size_t a = 0; a < problem_.dimensions(); ++a) {
            const QuasiIdentifier& attribute = problem_.quasi_identifiers[a];
            MetricAttribute shown;
            shown.domain = attribute.hierarchy->domain_ptr();
            shown.hierarchy = attribute.from_file ? attribute.hierarchy.get() : nullptr;
            Steps steps;
            const unsigned bits = std::bit_width(attribute.domain().size() - 1u);
            steps.shift = shift;
            steps.mask = ((std::uint64_t{1} << bits) - 1) << shift;
            shift += bits;
            for (std::uint32_t level = 0; level <= lattice.top(a); ++level) {
                std::vector<std::uint32_t> ordinal(attribute.domain().size());
                std::vector<double> loss;
                Span last{};
                for (Code value = 0; value < ordinal.size(); ++value) {
                    const Span span = attribute.hierarchy->at_level(value, level).span;
                    if (value == 0 || span != last)
                        loss.push_back(attribute.weight / weights * problem_.metric->cell(shown, span));
                    ordinal[value] = static_cast<std::uint32_t>(loss.size()) - 1;
                    last = span;
                }
                steps.ordinal.push_back(std::move(ordinal));
                steps.loss.push_back(std::move(loss));
            }
            steps_.push_back(std::move(steps));
        }
    }

    // Those with many values first: the sooner groups get small, the more is pruned. The order of work is 0, d - 1,
    // d - 2, …, 1 of the initial sort, because a counting pass moves an attribute from the last place to the first.
    void order_attributes() {
        order_.resize(steps_.size());
        std::iota(order_.begin(), order_.end(), std::size_t{0});
        std::stable_sort(order_.begin(), order_.end(),
                         [&](std::size_t a, std::size_t b) { return distinct_values(a) > distinct_values(b); });
    }

    std::size_t distinct_values(std::size_t a) const {
        std::vector<char> seen(problem_.quasi_identifiers[a].domain().size(), 0);
        problem_.column(a).visit([&](auto codes) {
            for (const auto code : codes) seen[code] = 1;
        });
        return static_cast<std::size_t>(std::count(seen.begin(), seen.end(), 1));
    }

    // The different quasi-identifier tuples, sorted by order_[d - 1], …, order_[1], order_[0].
    Entries sorted_entries() const {
        const Tuples& tuples = *problem_.tuples;
        std::vector<std::uint32_t> runs(tuples.size() + 1);
        std::iota(runs.begin(), runs.end(), 0u);
        if (counts_only_) runs = run_offsets(tuples, steps_.size());
        Entries entries(runs.size() - 1);
        for (std::size_t r = 0; r < entries.size(); ++r) {
            std::uint32_t count = 0;
            for (std::uint32_t t = runs[r]; t < runs[r + 1]; ++t) count += tuples.weights[t];
            entries[r] = {0, count, runs[r], 0};
        }
        for (std::size_t a = 0; a < steps_.size(); ++a)
            problem_.column(a).visit([&](auto codes) {
                for (std::size_t r = 0; r < entries.size(); ++r)
                    entries[r].key |= std::uint64_t{codes[runs[r]]} << steps_[a].shift;
            });
        Entries moved(entries.size());
        std::vector<std::uint32_t> starts;
        for (const std::size_t a : order_) {
            place(entries, a, 0, moved, starts);
            std::swap(entries, moved);
        }
        for (Entry& entry : entries) entry.loss = 0;
        return entries;
    }

    // The entries with attribute `a`, which varies fastest among them, at `level`.
    void roll_up(const Entries& from, std::size_t a, std::uint32_t level, Entries& to) const {
        const Steps& steps = steps_[a];
        const std::vector<std::uint32_t>& ordinal = steps.ordinal[level];
        to.resize(from.size());
        std::size_t out = 0;
        std::uint64_t last = ~std::uint64_t{0};
        for (const Entry& entry : from) {
            const std::uint64_t value = (entry.key & steps.mask) >> steps.shift;
            const std::uint64_t key = (entry.key & ~steps.mask) | std::uint64_t{ordinal[value]} << steps.shift;
            if (out > 0 && key == last && counts_only_) {
                to[out - 1].count += entry.count;
                continue;
            }
            last = key;
            to[out++] = {key, entry.count, entry.tuple, entry.loss};
        }
        to.resize(out);
    }

    // Stable counting pass: attribute `a`, at `level`, varies slowest afterwards; its loss is added.
    void place(const Entries& from, std::size_t a, std::uint32_t level, Entries& to,
               std::vector<std::uint32_t>& starts) const {
        const Steps& steps = steps_[a];
        const std::vector<double>& loss = steps.loss[level];
        starts.assign(loss.size() + 1, 0);
        for (const Entry& entry : from) ++starts[((entry.key & steps.mask) >> steps.shift) + 1];
        std::partial_sum(starts.begin(), starts.end(), starts.begin());
        to.resize(from.size());
        for (const Entry& entry : from) {
            const std::uint64_t value = (entry.key & steps.mask) >> steps.shift;
            to[starts[value]++] = {entry.key, entry.count, entry.tuple, entry.loss + loss[value]};
        }
    }

    // Adds one group of entries to what their nodes reach; false when too much is lost.
    bool add_group(std::span<const Entry> group, std::uint64_t count, double loss, Bound& bound, Worker& worker) const {
        if (count >= k_ && (counts_only_ || holds(group, worker))) {
            bound.loss += static_cast<double>(count) * loss;
            return true;
        }
        bound.lost += count;
        bound.loss += static_cast<double>(count);
        return bound.feasible = bound.lost <= limit_;
    }

    bool holds(std::span<const Entry> group, Worker& worker) const {
        worker.members.clear();
        for (const Entry& entry : group) worker.members.push_back({entry.tuple, entry.count});
        return problem_.demands.holds(worker.members, worker.scratch);
    }

    // Groups of equal keys under `mask` stand together.
    Bound bound(const Entries& entries, std::uint64_t mask, Worker& worker) const {
        Bound bound;
        for (std::size_t i = 0; i < entries.size();) {
            const std::size_t begin = i;
            const std::uint64_t key = entries[i].key & mask;
            std::uint64_t count = 0;
            for (; i < entries.size() && (entries[i].key & mask) == key; ++i) count += entries[i].count;
            if (!add_group(std::span(entries).subspan(begin, i - begin), count, entries[begin].loss, bound, worker))
                break;
        }
        return bound;
    }

    // The same when the last attribute, which varies fastest, gets this level: nothing needs to be rolled up.
    Bound leaf_bound(const Entries& entries, std::size_t a, std::uint32_t level, Worker& worker) const {
        const Steps& steps = steps_[a];
        const std::vector<std::uint32_t>& ordinal = steps.ordinal[level];
        const auto node_of = [&](const Entry& entry) { return ordinal[(entry.key & steps.mask) >> steps.shift]; };
        Bound bound;
        for (std::size_t i = 0; i < entries.size();) {
            const std::size_t begin = i;
            const std::uint64_t rest = entries[i].key & ~steps.mask;
            const std::uint32_t node = node_of(entries[i]);
            std::uint64_t count = 0;
            for (; i < entries.size() && (entries[i].key & ~steps.mask) == rest && node_of(entries[i]) == node; ++i)
                count += entries[i].count;
            if (!add_group(std::span(entries).subspan(begin, i - begin), count,
                           entries[begin].loss + steps.loss[level][node], bound, worker))
                break;
        }
        return bound;
    }

    bool hopeless(const Bound& bound) const {
        return !bound.feasible || bound.loss > best_loss_.load(std::memory_order_relaxed) * (1 + 1e-12);
    }

    struct Child {
        std::uint32_t level;
        Bound bound;
    };

    // The levels of the attribute at `depth` that may lead to something better, most promising first. Fills the
    // worker's lists for them, unless it is the last attribute.
    std::vector<Child> children(const Entries& entries, std::size_t depth, std::uint64_t fixed, Worker& worker) const {
        const std::size_t a = order_[depth];
        const bool last = depth + 1 == order_.size();
        std::vector<Entries>& lists = worker.lists[depth];
        lists.resize(steps_[a].top() + 1);
        std::vector<Child> promising;
        for (std::uint32_t level = steps_[a].top() + 1; level-- > 0;) {
            ++worker.examined;
            Bound reached;
            if (last) {
                reached = leaf_bound(entries, a, level, worker);
            } else {
                roll_up(entries, a, level, worker.rolled);
                place(worker.rolled, a, level, lists[level], worker.starts);
                reached = bound(lists[level], fixed | steps_[a].mask, worker);
            }
            if (!reached.feasible) break;  // nor are the lower levels
            if (!hopeless(reached)) promising.push_back({level, reached});
        }
        std::sort(promising.begin(), promising.end(),
                  [](const Child& x, const Child& y) { return x.bound.loss < y.bound.loss; });
        return promising;
    }

    void descend(const Entries& entries, std::size_t depth, std::uint64_t fixed, Worker& worker) {
        if (progress_.cancelled()) return;
        const std::size_t a = order_[depth];
        for (const Child& child : children(entries, depth, fixed, worker)) {
            if (hopeless(child.bound)) return;
            worker.node[a] = child.level;
            if (depth + 1 == order_.size())
                consider(worker.node, child.bound);
            else
                descend(worker.lists[depth][child.level], depth + 1, fixed | steps_[a].mask, worker);
        }
    }

    // One way down, always by the most promising level: something to compare with.
    void greedy(const Entries& entries, Worker& worker) {
        const Entries* list = &entries;
        std::uint64_t fixed = 0;
        for (std::size_t depth = 0; depth < order_.size(); ++depth) {
            const auto promising = children(*list, depth, fixed, worker);
            if (promising.empty()) return;
            const std::size_t a = order_[depth];
            worker.node[a] = promising.front().level;
            if (depth + 1 == order_.size()) return consider(worker.node, promising.front().bound);
            fixed |= steps_[a].mask;
            list = &worker.lists[depth][promising.front().level];
        }
    }

    // The nodes with the levels of the first `split` attributes that `task` stands for.
    void run_task(const Entries& entries, std::size_t task, std::size_t split, Worker& worker) {
        const Entries* list = &entries;
        std::uint64_t fixed = 0;
        for (std::size_t depth = 0; depth < split; ++depth) {
            const std::size_t a = order_[depth];
            const std::uint32_t levels = steps_[a].top() + 1;
            const auto level = static_cast<std::uint32_t>(task % levels);
            task /= levels;
            worker.node[a] = level;
            if (depth + 1 == order_.size()) {
                ++worker.examined;
                const Bound reached = leaf_bound(*list, a, level, worker);
                if (!hopeless(reached)) consider(worker.node, reached);
                return;
            }
            worker.lists[depth].resize(1);
            roll_up(*list, a, level, worker.rolled);
            place(worker.rolled, a, level, worker.lists[depth][0], worker.starts);
            list = &worker.lists[depth][0];
            fixed |= steps_[a].mask;
            ++worker.examined;
            if (hopeless(bound(*list, fixed, worker))) return;
        }
        descend(*list, split, fixed, worker);
    }

    // Where models compare with the distribution of what is left, suppression may have to go on.
    void consider(const Node& node, const Bound& reached) {
        if (reached.lost == 0 || !problem_.demands.against_overall()) return offer(node, reached);
        const auto value = NodeJudge(problem_, limit_).value(node);
        if (value) offer(node, {value->loss * static_cast<double>(problem_.records()), value->suppressed, true});
    }

    void offer(const Node& node, const Bound& reached) {
        const std::lock_guard lock(mutex_);
        const auto better = [&] {
            if (!best_node_) return true;
            if (reached.loss != best_.loss) return reached.loss < best_.loss;
            if (reached.lost != best_.lost) return reached.lost < best_.lost;
            return node < *best_node_;
        };
        if (!better()) return;
        best_ = reached;
        best_node_ = node;
        best_loss_ = reached.loss;
    }

    const Problem& problem_;
    Progress& progress_;
    std::uint64_t k_, limit_;
    bool counts_only_;
    std::vector<Steps> steps_;
    std::vector<std::size_t> order_;
    std::mutex mutex_;
    std::optional<Node> best_node_;
    Bound best_;
    std::atomic<double> best_loss_ = std::numeric_limits<double>::infinity();
    std::atomic<std::uint64_t> examined_ = 0;
};

}  // namespace

bool bound_search_serves(const Problem& problem) {
    unsigned bits = 0;
    for (const QuasiIdentifier& attribute : problem.quasi_identifiers)
        bits += std::bit_width(attribute.domain().size() - 1u);
    return bits <= 64 && problem.metric->cell != nullptr && problem.demands.monotone() && problem.demands.per_class() &&
           !problem.demands.needs_population();
}

Result<Found> bound_search(const Problem& problem, const Lattice& lattice, Progress& progress) {
    Found found = Search(problem, lattice, progress).run();
    if (progress.cancelled()) return cancelled_error();
    return found;
}

}  // namespace scrim
