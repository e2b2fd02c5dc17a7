#include "recode/partition/divide.h"

#include "core/parallel.h"
#include "recode/partition/best_cut.h"
#include "recode/partition/divider.h"
#include "recode/partition/textbook_cut.h"

namespace scrim::mondrian {
namespace {

constexpr std::size_t grain = 1024;  // items that are worth another thread

template <class Shape>
class Division {
public:
    Division(const Plan& plan, const Parts& start, Rule rule, Progress& progress);
    Parts run();

private:
    // A part that may have to be cut, and which of the two stores holds it. Its hull stands where it begins in the
    // other.
    struct Open {
        Part part;
        bool side;
    };
    struct Tools {
        explicit Tools(const Plan& plan) : opened(plan), best(opened), textbook(opened), divider(plan) {}

        Opened<Shape> opened;
        BestCut<Shape> best;
        TextbookCut<Shape> textbook;
        Divider<Shape> divider;
        Cut cut;
        std::vector<Part> made;
    };

    void work(std::vector<Open> open, Tools& tools);
    static std::size_t half_of(std::span<const Open> open);
    void work_together(std::vector<Open> open, std::size_t half, Tools& tools);
    bool cut(const Open& open, Tools& tools);
    void finish(const Open& open);
    Parts collect() const;

    const Plan& plan_;
    const Rule rule_;
    Progress& progress_;
    const bool counts_only_;
    std::size_t room_ = 0;
    std::vector<Open> start_;
    std::vector<Store<Shape>> stores_;  // two: a cut moves a part from one to the other
    std::vector<std::uint32_t>
        finished_;  // size of the part that begins here: it is in the first store, its hull as the first key
};

template <class Shape>
Division<Shape>::Division(const Plan& plan, const Parts& start, Rule rule, Progress& progress)
    : plan_(plan), rule_(rule), progress_(progress), counts_only_(plan.problem.demands.counts_only()) {
    for (std::size_t p = 0; p < start.size(); ++p) {
        Part part{static_cast<std::uint32_t>(room_), static_cast<std::uint32_t>(start[p].size()), 0};
        for (const Item& item : start[p]) part.records += item.records;
        start_.push_back({part, false});
        room_ += part.size + (plan.relaxed ? part.records / plan.least : 0);
    }
    for (int side = 0; side < 2; ++side) stores_.emplace_back(plan.axes.size(), room_);
    for (std::size_t p = 0; p < start.size(); ++p) {
        stores_[0].load(plan, start[p], start_[p].part.begin);
        stores_[0].hull(start_[p].part, stores_[1].key(start_[p].part.begin));
    }
    finished_.resize(room_);
}

template <class Shape>
Parts Division<Shape>::run() {
    Tools tools(plan_);
    work(std::move(start_), tools);
    return collect();
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
            finish(next);
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
            Tools others(plan_);
            work(std::move(open), others);
        },
        [&] { work(std::move(rest), tools); });
}

// Cuts the part once, if that is allowed.
template <class Shape>
bool Division<Shape>::cut(const Open& open, Tools& tools) {
    const Part& part = open.part;
    if (part.records < 2 * plan_.least && !(plan_.empty_parts && part.records > 0)) return false;
    const Store<Shape>& store = stores_[open.side];
    if (!tools.opened.open(store, part, stores_[!open.side].key(part.begin))) return false;
    const auto allowed = [&](auto next) {
        while (next(tools.cut)) {
            tools.divider.assign(store, part, tools.cut);
            if (counts_only_ || tools.divider.holds()) return true;
        }
        return false;
    };
    bool found = false;
    if (rule_ == Rule::textbook) {
        tools.textbook.start();
        found = allowed([&](Cut& cut) { return tools.textbook.next(cut); });
    } else {
        tools.opened.tally.count(store, part, tools.opened.attributes, tools.opened.hulls);
        if (!counts_only_) tools.best.find_all();
        found = allowed([&](Cut& cut) { return counts_only_ ? tools.best.find(cut) : tools.best.next(cut); });
    }
    if (found) tools.divider.move(stores_[!open.side], tools.made);
    return found;
}

template <class Shape>
void Division<Shape>::finish(const Open& open) {
    const std::uint32_t begin = open.part.begin, size = open.part.size;
    if (open.side)
        std::copy_n(stores_[1].items.get() + begin, size, stores_[0].items.get() + begin);
    else
        stores_[0].shape.copy(stores_[0].key(begin), stores_[1].key(begin));
    finished_[begin] = size;
    progress_.advance(open.part.records);
}

template <class Shape>
Parts Division<Shape>::collect() const {
    Parts parts;
    parts.added.assign(plan_.axes.size(), 0);
    const Store<Shape>& store = stores_[0];
    for (std::size_t begin = 0; begin < finished_.size(); begin += std::max(finished_[begin], 1u)) {
        if (finished_[begin] == 0) continue;
        const std::span<const Item> items(store.items.get() + begin, finished_[begin]);
        parts.items.insert(parts.items.end(), items.begin(), items.end());
        parts.offsets.push_back(static_cast<std::uint32_t>(parts.items.size()));
        std::uint64_t records = 0;
        for (const Item& item : items) records += item.records;
        for (std::size_t a = 0; a < plan_.axes.size(); ++a) {
            parts.boxes.push_back(plan_.axes[a].print(store.shape.hull(store.key(begin), a)));
            parts.added[a] += records * (parts.boxes.back().width() - 1);
        }
    }
    return parts;
}

}  // namespace

Parts divide(const Plan& plan, const Parts& start, Rule rule, Progress& progress) {
    Code largest = 0;
    for (const QuasiIdentifier& attribute : plan.problem.quasi_identifiers)
        largest = std::max(largest, attribute.domain().size());
    const auto run = [&]<class Integer, std::size_t Blocks>(KeyShape<Integer, Blocks>) {
        return Division<KeyShape<Integer, Blocks>>(plan, start, rule, progress).run();
    };
    const std::size_t d = plan.axes.size();
    if (largest <= 1u << 8 && d <= 8) return run(KeyShape<std::uint8_t, 1>(d));
    if (largest <= 1u << 8 && d <= 16) return run(KeyShape<std::uint8_t, 2>(d));
    if (largest <= 1u << 16 && d <= 8) return run(KeyShape<std::uint16_t, 2>(d));
    if (largest <= 1u << 16) return run(KeyShape<std::uint16_t, 0>(d));
    return run(KeyShape<std::uint32_t, 0>(d));
}

}  // namespace scrim::mondrian
