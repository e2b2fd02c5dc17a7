#include "kernel/recode/lattice/bound_search.h"

#include "kernel/core/parallel.h"
#include "kernel/recode/lattice/entries.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <limits>
#include <mutex>
#include <numeric>
#include <span>

namespace scrim::recode::lattice {
namespace {

// Entries of a list that is not kept longer than needed.
constexpr std::size_t long_list = std::size_t{1} << 20;

// What all nodes with some levels fixed reach at best; where all levels are fixed, what that node reaches.
struct Bound {
    std::uint64_t loss = 0;        // units, over all records
    std::uint64_t lost = 0;        // records in groups that fail
    std::uint64_t lost_below = 0;  // at least so many are lost with finer levels too
    bool open = false;             // some group fails, but may hold when others are left out
};

template <class Entry>
class BoundSearch {
public:
    BoundSearch(const Problem& problem, const Lattice& lattice, Progress& progress)
        : problem_(problem),
          progress_(progress),
          k_(problem.demands.least_records()),
          limit_(std::min(problem.suppression_limit, problem.records() - 1)),
          judge_(problem, problem.suppression_limit),
          lattice_size_(lattice.size()),
          steps_(make_steps(problem, lattice)) {
        order_attributes();
    }

    Found run() {
        Entries entries = sorted_entries<Entry>(problem_, steps_, order_);
        Worker first(order_.size());
        greedy(entries, first);
        // The first attributes' choices, until there are enough to share out.
        std::vector<Task> tasks;
        tasks.push_back({std::move(entries), Node(order_.size(), 0), 0, {}});
        std::size_t depth = 0;
        for (; depth + 1 < order_.size() && tasks.size() < 16 && entries_of(tasks) <= 2 * long_list; ++depth)
            tasks = expand(std::move(tasks), depth, first);
        first.lists.clear();
        std::sort(tasks.begin(), tasks.end(), [](const Task& x, const Task& y) { return x.bound.loss < y.bound.loss; });
        std::atomic<std::size_t> next = 0;
        std::atomic<std::uint64_t> examined = first.examined;
        parallel_for(0, tasks.size(), 1, [&](std::size_t begin, std::size_t end) {
            Worker worker(order_.size());
            for (std::size_t i = begin; i < end; ++i) {
                Task& task = tasks[next++];
                if (hopeless(task.bound)) continue;
                worker.node = task.node;
                descend(task.entries, depth, task.fixed, worker);
                release(task.entries);
            }
            examined += worker.examined;
        });
        // Some are looked at twice.
        return {best_node_, std::min<std::uint64_t>(examined, lattice_size_), best_.loss, judge_.unsearched()};
    }

private:
    using Key = typename Entry::Key;
    using Entries = std::vector<Entry>;

    struct Worker {
        std::vector<std::vector<Entries>> lists;  // per depth and level
        Entries rolled;
        std::vector<std::uint32_t> starts;  // of a counting pass
        std::vector<Member> members;
        Demands::Scratch scratch;
        Node node;
        std::uint64_t examined = 0;

        explicit Worker(std::size_t dimensions) : lists(dimensions), node(dimensions, 0) {}
    };

    // Nodes that are left to look at: those with some levels fixed.
    struct Task {
        Entries entries;
        Node node;
        std::uint64_t fixed = 0;
        Bound bound;
    };

    static std::size_t entries_of(const std::vector<Task>& tasks) {
        std::size_t sum = 0;
        for (const Task& task : tasks) sum += task.entries.size();
        return sum;
    }

    // Memory of short lists is kept for the next one.
    static void release(Entries& list) {
        if (list.capacity() >= long_list) Entries().swap(list);
    }

    // Those with many values first: the sooner groups get small, the more is pruned, and the shorter the lists.
    void order_attributes() {
        std::vector<std::size_t> values;
        for (std::size_t a = 0; a < steps_.size(); ++a) values.push_back(distinct_values(a));
        order_.resize(steps_.size());
        std::iota(order_.begin(), order_.end(), std::size_t{0});
        std::stable_sort(order_.begin(), order_.end(),
                         [&](std::size_t a, std::size_t b) { return values[a] > values[b]; });
    }

    std::size_t distinct_values(std::size_t a) const {
        std::vector<char> seen(problem_.quasi_identifiers[a].domain().size(), 0);
        problem_.column(a).visit([&](auto codes) {
            for (const auto code : codes) seen[code] = 1;
        });
        return static_cast<std::size_t>(std::count(seen.begin(), seen.end(), 1));
    }

    bool holds(std::span<const Entry> group, std::uint64_t count, Worker& worker) const {
        if constexpr (Entry::judged) {
            if (count < k_) return false;
            worker.members.clear();
            for (const Entry& entry : group) worker.members.push_back({entry.tuple, entry.count});
            return problem_.demands.holds(worker.members, worker.scratch);
        } else {
            return count >= k_;
        }
    }

    // Adds a group of `count` records to a bound. `last`: all levels are fixed, so that it is a class.
    template <bool last>
    void add(std::span<const Entry> group, std::uint64_t count, std::uint64_t loss, Bound& bound,
             Worker& worker) const {
        std::uint64_t lost = 0, below = 0;
        if constexpr (Entry::judged) {
            worker.members.clear();
            for (const Entry& entry : group) worker.members.push_back({entry.tuple, entry.count});
            const auto outlook = problem_.demands.outlook(worker.members, limit_, !last, worker.scratch);
            below = outlook.least_lost;
            lost = last ? (outlook.lost ? count : 0) : below;
            bound.open |= !outlook.holds && !outlook.lost;
        } else {
            lost = below = count >= k_ ? 0 : count;
        }
        bound.loss += (count - lost) * loss + lost * whole_record;
        bound.lost += lost;
        bound.lost_below += below;
    }

    // Groups, which stand together, are those of equal keys after `project`; `loss_of` is what a record costs there.
    template <bool last, class Project, class LossOf>
    Bound bound(const Entries& entries, Project project, LossOf loss_of, Worker& worker) const {
        Bound bound;
        const Entry* begin = entries.data();
        const Entry* end = begin + entries.size();
        while (begin != end) {
            const auto key = project(*begin);
            std::uint64_t count = begin->count;
            const Entry* next = begin + 1;
            for (; next != end && project(*next) == key; ++next) count += next->count;
            add<last>({begin, next}, count, loss_of(*begin), bound, worker);
            if (bound.lost > limit_) break;
            begin = next;
        }
        return bound;
    }

    Bound fixed_bound(const Entries& entries, std::uint64_t fixed, Worker& worker) const {
        return bound<false>(
            entries, [mask = static_cast<Key>(fixed)](const Entry& entry) { return entry.key & mask; },
            [](const Entry& entry) { return std::uint64_t{entry.loss}; }, worker);
    }

    // When the last attribute, which varies fastest, gets this level: nothing needs to be rolled up.
    Bound leaf_bound(const Entries& entries, std::size_t a, std::uint32_t level, Worker& worker) const {
        const Steps& steps = steps_[a];
        const std::uint32_t* ordinal = steps.ordinal[level].data();
        const std::uint32_t* units = steps.units[level].data();
        const Key rest = static_cast<Key>(~steps.mask);
        return bound<true>(
            entries,
            [&](const Entry& entry) {
                return (entry.key & rest) | static_cast<Key>(Key{ordinal[value_of(entry, steps)]} << steps.shift);
            },
            [&](const Entry& entry) { return std::uint64_t{entry.loss} + units[ordinal[value_of(entry, steps)]]; },
            worker);
    }

    bool feasible(const Bound& bound) const { return bound.lost <= limit_; }
    bool hopeless(const Bound& bound) const { return bound.loss > most_units_.load(std::memory_order_relaxed); }

    struct Child {
        std::uint32_t level;
        Bound bound;
    };

    // Fixes the attribute at `depth` to a level; fills `list`, unless it is the last attribute.
    Bound fix(const Entries& entries, std::size_t depth, std::uint32_t level, std::uint64_t fixed, Entries& list,
              Worker& worker) const {
        const std::size_t a = order_[depth];
        if (depth + 1 == order_.size()) {
            ++worker.examined;
            return leaf_bound(entries, a, level, worker);
        }
        if (level > 0) roll_up(entries, steps_[a], level, worker.rolled);
        place(level > 0 ? worker.rolled : entries, steps_[a], level, list, worker.starts);
        return fixed_bound(list, fixed | steps_[a].mask, worker);
    }

    // The levels of the attribute at `depth` that may lead to something better, most promising first.
    std::vector<Child> children(const Entries& entries, std::size_t depth, std::uint64_t fixed, Worker& worker) const {
        std::vector<Entries>& lists = worker.lists[depth];
        lists.resize(steps_[order_[depth]].top() + 1);
        std::vector<Child> promising;
        for (std::uint32_t level = static_cast<std::uint32_t>(lists.size()); level-- > 0;) {
            const Bound reached = fix(entries, depth, level, fixed, lists[level], worker);
            if (feasible(reached) && !hopeless(reached))
                promising.push_back({level, reached});
            else
                release(lists[level]);
            if (reached.lost_below > limit_) break;  // nor are the lower levels feasible
        }
        release(worker.rolled);
        std::sort(promising.begin(), promising.end(),
                  [](const Child& x, const Child& y) { return x.bound.loss < y.bound.loss; });
        return promising;
    }

    void descend(const Entries& entries, std::size_t depth, std::uint64_t fixed, Worker& worker) {
        const std::size_t a = order_[depth];
        for (const Child& child : children(entries, depth, fixed, worker)) {
            Entries& list = worker.lists[depth][child.level];
            if (!hopeless(child.bound) && !progress_.cancelled()) {
                worker.node[a] = child.level;
                if (depth + 1 == order_.size())
                    offer(entries, child.bound, worker);
                else
                    descend(list, depth + 1, fixed | steps_[a].mask, worker);
            }
            release(list);
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
            if (depth + 1 == order_.size()) return offer(*list, promising.front().bound, worker);
            fixed |= steps_[a].mask;
            list = &worker.lists[depth][promising.front().level];
        }
    }

    // The same tasks with the attribute at `depth` fixed too, which is not the last one.
    std::vector<Task> expand(std::vector<Task> tasks, std::size_t depth, Worker& worker) const {
        const std::size_t a = order_[depth];
        std::vector<Task> expanded;
        for (Task& task : tasks) {
            for (const Child& child : children(task.entries, depth, task.fixed, worker)) {
                expanded.push_back(
                    {std::move(worker.lists[depth][child.level]), task.node, task.fixed | steps_[a].mask, child.bound});
                expanded.back().node[a] = child.level;
            }
            release(task.entries);
        }
        return expanded;
    }

    // The mean loss of the worker's node, in full precision; `entries` are those before the last attribute was fixed.
    double exact_loss(const Entries& entries, Worker& worker) const {
        const Steps& last = steps_[order_.back()];
        const std::vector<std::uint32_t>& ordinal = last.ordinal[worker.node[order_.back()]];
        const auto node_of = [&](const Entry& entry) {
            const Key rest = entry.key & static_cast<Key>(~last.mask);
            return rest | static_cast<Key>(Key{ordinal[value_of(entry, last)]} << last.shift);
        };
        double sum = 0;
        for (std::size_t i = 0; i < entries.size();) {
            const std::size_t begin = i;
            Entry group = entries[i];
            group.key = node_of(group);
            std::uint64_t count = 0;
            for (; i < entries.size() && node_of(entries[i]) == group.key; ++i) count += entries[i].count;
            double loss = 1;
            if (holds(std::span(entries).subspan(begin, i - begin), count, worker)) {
                loss = 0;
                for (std::size_t a = 0; a < steps_.size(); ++a)
                    loss += steps_[a].loss[worker.node[a]][value_of(group, steps_[a])];
            }
            sum += static_cast<double>(count) * loss;
        }
        return sum / static_cast<double>(problem_.records());
    }

    double known_loss() {
        const std::lock_guard lock(mutex_);
        return best_node_ ? best_.loss : NodeJudge::infinite_loss;
    }

    // Bounds decide what is looked at; what is best is decided in full precision.
    void offer(const Entries& entries, const Bound& reached, Worker& worker) {
        NodeValue value{reached.lost, 0};
        if (reached.open || (reached.lost > 0 && problem_.demands.against_released())) {
            // Which classes to leave out is a search of its own: it changes what the others are compared with.
            const auto judged = judge_.value(worker.node, known_loss());
            if (!judged) return;
            value = *judged;
        } else {
            value.loss = exact_loss(entries, worker);
        }
        const std::lock_guard lock(mutex_);
        if (best_node_ && (best_ < value || (!(value < best_) && *best_node_ < worker.node))) return;
        best_ = value;
        best_node_ = worker.node;
        most_units_ = static_cast<std::uint64_t>(
            std::ceil(best_.loss * static_cast<double>(problem_.records()) * whole_record * (1 + 1e-12)));
    }

    const Problem& problem_;
    Progress& progress_;
    std::uint64_t k_, limit_;
    NodeJudge judge_;
    std::uint64_t lattice_size_;
    std::vector<Steps> steps_;
    std::vector<std::size_t> order_;
    std::mutex mutex_;
    std::optional<Node> best_node_;
    NodeValue best_;
    std::atomic<std::uint64_t> most_units_ = UINT64_MAX;
};

}  // namespace

bool bound_search_serves(const Problem& problem) {
    const Demands& demands = problem.demands;
    return key_bits(problem) <= 64 && problem.metric->cell != nullptr && demands.monotone() && demands.per_class() &&
           !demands.needs_population();
}

Result<Found> bound_search(const Problem& problem, const Lattice& lattice, Progress& progress) {
    Found found;
    if (!problem.demands.counts_only())
        found = BoundSearch<Judged>(problem, lattice, progress).run();
    else if (key_bits(problem) <= 32)
        found = BoundSearch<Group<std::uint32_t>>(problem, lattice, progress).run();
    else
        found = BoundSearch<Group<std::uint64_t>>(problem, lattice, progress).run();
    if (progress.cancelled()) return cancelled_error();
    return found;
}

}  // namespace scrim::recode::lattice
