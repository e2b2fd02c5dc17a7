#include "kernel/recode/partition/divide.h"

#include "kernel/core/parallel.h"
#include "kernel/recode/partition/best_cut.h"
#include "kernel/recode/partition/divider.h"
#include "kernel/recode/partition/information_cut.h"
#include "kernel/recode/partition/textbook_cut.h"
#include "kernel/recode/partition/workload_cut.h"

#include <mutex>

namespace scrim::recode::partition {
namespace {

constexpr std::size_t grain = 1024;  // items that are worth another thread

template <class Shape>
class Division {
public:
    Division(const Plan& plan, Rule rule, bool want_parts, Progress& progress)
        : plan_(plan),
          asked_(plan, rule == Rule::workload),
          rule_(rule),
          want_parts_(want_parts),
          counts_only_(plan.problem.demands.counts_only()),
          progress_(progress) {}
    Divided run(Parts start);

private:
    // A part that may have to be cut, and which of the two stores holds it.
    struct Open {
        Part part;
        bool side;
    };
    // What one thread needs.
    struct Tools {
        Tools(const Plan& plan, const Asked& asked)
            : opened(plan),
              best(opened),
              textbook(opened),
              information(opened, best),
              workload(opened, best, asked),
              divider(plan),
              added(plan.axes.size(), 0) {}

        Opened<Shape> opened;
        BestCut<Shape> best;
        TextbookCut<Shape> textbook;
        InformationCut<Shape> information;
        WorkloadCut<Shape> workload;
        Divider<Shape> divider;
        Cut cut;
        std::vector<Part> made;
        std::vector<std::uint64_t> added;
    };

    void work(std::vector<Open> open, Tools& tools);
    static std::size_t half_of(std::span<const Open> open);
    void work_together(std::vector<Open> open, std::size_t half, Tools& tools);
    bool cut(const Open& open, Tools& tools);
    void finish(const Open& open, Tools& tools);
    void add_up(const Tools& tools);
    void collect();

    const Plan& plan_;
    const Asked asked_;
    const Rule rule_;
    const bool want_parts_, counts_only_;
    Progress& progress_;
    std::vector<Store<Shape>> stores_;  // two: a cut moves a part from one to the other
    // Finished parts are in the first store. Each is marked where it begins, and its size is the source of the item
    // there in the second store.
    std::vector<std::uint8_t> begins_;
    std::mutex mutex_;
    Divided divided_;
};

template <class Shape>
Divided Division<Shape>::run(Parts start) {
    // Each cut of the relaxed mode may make two items of one, and no part can be cut more often than this.
    const std::size_t more = plan_.relaxed ? plan_.problem.records() / plan_.least : 0;
    const std::size_t room = start.sources.size() + more;
    for (int side = 0; side < 2; ++side) stores_.emplace_back(Shape(plan_.axes.size()), room);
    if (want_parts_) begins_.resize(room);
    divided_.added.assign(plan_.axes.size(), 0);
    Tools tools(plan_, asked_);
    std::vector<Open> open;
    std::size_t begin = 0;
    for (std::size_t p = 0; p < start.size(); ++p) {
        open.push_back({stores_[0].load(plan_, start, p, static_cast<std::uint32_t>(begin)), false});
        begin += tools.divider.room(open.back().part);
    }
    start = {};
    work(std::move(open), tools);
    add_up(tools);
    if (want_parts_ && !progress_.cancelled()) collect();
    return std::move(divided_);
}

template <class Shape>
void Division<Shape>::work(std::vector<Open> open, Tools& tools) {
    bool share = true;
    while (!open.empty()) {
        if (share) {
            if (progress_.cancelled()) return;
            if (const std::size_t half = half_of(open)) return work_together(std::move(open), half, tools);
        }
        const Open next = open.back();
        open.pop_back();
        share = next.part.size >= 2 * grain;
        if (cut(next, tools))
            for (const Part& part : tools.made) open.push_back({part, !next.side});
        else
            finish(next, tools);
    }
}

// How many parts from the front another thread may take; 0 when the work cannot be halved well enough.
template <class Shape>
std::size_t Division<Shape>::half_of(std::span<const Open> open) {
    std::size_t all = 0, some = 0, half = 0;
    for (const Open& one : open) all += one.part.size;
    while (half < open.size() && some + open[half].part.size / 2 < all / 2) some += open[half++].part.size;
    return std::min(some, all - some) >= grain ? half : 0;
}

template <class Shape>
void Division<Shape>::work_together(std::vector<Open> open, std::size_t half, Tools& tools) {
    std::vector<Open> rest(open.begin() + static_cast<std::ptrdiff_t>(half), open.end());
    open.resize(half);
    parallel_invoke(
        [&] {
            Tools others(plan_, asked_);
            work(std::move(open), others);
            add_up(others);
        },
        [&] { work(std::move(rest), tools); });
}

// Cuts the part once, if that is allowed.
template <class Shape>
bool Division<Shape>::cut(const Open& open, Tools& tools) {
    const Part& part = open.part;
    if (part.records < 2 * plan_.least && !(plan_.empty_parts && part.records > 0)) return false;
    const Store<Shape>& store = stores_[open.side];
    if (!tools.opened.open(store, part)) return false;
    const auto allowed = [&](auto next) {
        while (next(tools.cut)) {
            tools.divider.assign(store, part, tools.cut);
            if (counts_only_ || tools.divider.holds()) return true;
        }
        return false;
    };
    const auto first_allowed = [&](auto& cuts) {
        cuts.start();
        return allowed([&](Cut& cut) { return cuts.next(cut); });
    };
    if (rule_ != Rule::textbook) tools.opened.tally.count(store, part, tools.opened.attributes, tools.opened.hulls);
    bool found = false;
    if (rule_ == Rule::textbook) {
        found = first_allowed(tools.textbook);
    } else if (rule_ == Rule::information) {
        found = first_allowed(tools.information);
    } else if (rule_ == Rule::workload) {
        found = first_allowed(tools.workload);
    } else {
        if (!counts_only_) tools.best.find_all();
        found = allowed([&](Cut& cut) { return counts_only_ ? tools.best.find(cut) : tools.best.next(cut); });
    }
    if (found) tools.divider.move(stores_[!open.side], tools.made);
    return found;
}

template <class Shape>
void Division<Shape>::finish(const Open& open, Tools& tools) {
    const auto [begin, size, records] = open.part;
    auto* const hull = tools.opened.hull.data();
    stores_[open.side].hull_of(open.part, hull);
    for (std::size_t a = 0; a < plan_.axes.size(); ++a)
        tools.added[a] += records * (plan_.axes[a].print(stores_[0].shape.span(hull, a)).width() - 1);
    if (want_parts_) {
        if (open.side) std::copy_n(stores_[1].items.get() + begin, size, stores_[0].items.get() + begin);
        stores_[1].items[begin].source = size;
        begins_[begin] = 1;
    }
    progress_.advance(records);
}

template <class Shape>
void Division<Shape>::add_up(const Tools& tools) {
    const std::lock_guard lock(mutex_);
    for (std::size_t a = 0; a < tools.added.size(); ++a) divided_.added[a] += tools.added[a];
}

template <class Shape>
void Division<Shape>::collect() {
    for (Store<Shape>& store : stores_) store.keys.reset();
    Parts& parts = divided_.parts;
    parts.sources.reserve(begins_.size());
    parts.offsets.reserve(static_cast<std::size_t>(std::count(begins_.begin(), begins_.end(), 1)) + 1);
    for (auto mark = begins_.begin(); (mark = std::find(mark, begins_.end(), 1)) != begins_.end(); ++mark) {
        const auto begin = static_cast<std::size_t>(mark - begins_.begin());
        const std::span<const Item> items(stores_[0].items.get() + begin, stores_[1].items[begin].source);
        for (const Item& item : items) {
            parts.sources.push_back(item.source);
            if (plan_.relaxed) parts.records.push_back(item.records);
        }
        parts.offsets.push_back(static_cast<std::uint32_t>(parts.sources.size()));
    }
}

}  // namespace

Divided divide(const Plan& plan, Parts start, Rule rule, bool want_parts, Progress& progress) {
    Code largest = 0;
    for (const hierarchy::Attribute& attribute : plan.problem.quasi_identifiers)
        largest = std::max(largest, attribute.domain().size());
    const auto run = [&]<class Integer, std::size_t Blocks>(KeyShape<Integer, Blocks>) {
        return Division<KeyShape<Integer, Blocks>>(plan, rule, want_parts, progress).run(std::move(start));
    };
    const std::size_t d = plan.axes.size();
    if (largest <= 1u << 8 && d <= 8) return run(KeyShape<std::uint8_t, 1>(d));
    if (largest <= 1u << 8 && d <= 16) return run(KeyShape<std::uint8_t, 2>(d));
    if (largest <= 1u << 16 && d <= 8) return run(KeyShape<std::uint16_t, 2>(d));
    if (largest <= 1u << 16) return run(KeyShape<std::uint16_t, 0>(d));
    return run(KeyShape<std::uint32_t, 0>(d));
}

}  // namespace scrim::recode::partition
