#include "kernel/recode/lattice/drop_search.h"

#include "kernel/recode/suppression.h"

#include <algorithm>
#include <numeric>

namespace scrim::recode::lattice {
namespace {

// Judgments of a record within a class: with few records thousands of sets are looked at, with many only some.
constexpr std::size_t effort = std::size_t{1} << 19;
constexpr std::size_t fewest_sets = 4, most_sets = 1 << 14;

class DropSearch {
public:
    DropSearch(const Problem& problem, const Recoding& node, std::uint64_t limit, double beat)
        : problem_(problem),
          node_(node),
          limit_(std::min(limit, problem.records() - 1)),
          beat_(beat),
          left_(std::clamp(effort / std::max<std::size_t>(problem.tuples->size(), 1), fewest_sets, most_sets)),
          fate_(node.size(), Fate::open),
          cost_(node.size()) {
        const bool mean = problem.metric->cell != nullptr;
        for (std::size_t c = 0; c < node.size(); ++c) {
            records_.push_back(node.records(c));
            if (mean) cost_[c] = cell_loss(node.box(c));
            if (records_[c] == 0 || !may_be_emptied(problem.demands, node.members(c), scratch_)) fate_[c] = Fate::kept;
        }
    }

    Drops run() {
        // Something to compare with: all that fails is dropped, again and again.
        if (auto greedy = suppress_failing(problem_, node_, limit_)) offer(*std::move(greedy));
        const bool ended = look();
        if (!problem_.metric->cell) choose();
        return {std::move(best_), ended};
    }

private:
    enum class Fate : char { open, kept, dropped };

    // What a record printed as this box costs; a dropped one costs 1.
    double cell_loss(std::span<const Span> box) const {
        double weights = 0, loss = 0;
        for (std::size_t a = 0; a < problem_.dimensions(); ++a) {
            const hierarchy::Attribute& attribute = problem_.quasi_identifiers[a];
            weights += attribute.weight;
            loss += attribute.weight * problem_.metric->cell(attribute, box[a]);
        }
        return loss / weights;
    }

    Recoding part() const {
        Recoding part = node_;
        std::vector<char> kept(fate_.size());
        for (std::size_t c = 0; c < kept.size(); ++c) kept[c] = fate_[c] != Fate::dropped;
        part.keep(kept);
        return part;
    }

    // All sets below the fates decided so far; false when the steps are used up.
    bool look() {
        std::uint64_t dropped = 0;
        double loss = 0;
        for (std::size_t c = 0; c < fate_.size(); ++c) {
            const bool gone = fate_[c] == Fate::dropped;
            dropped += gone ? records_[c] : 0;
            loss += static_cast<double>(records_[c]) * (gone ? 1 : cost_[c]);
        }
        if (dropped > limit_) return true;
        // Dropping more loses more; rounding must not rule out what is as good.
        const double most = beat_ * static_cast<double>(problem_.records()) * (1 + 1e-12);
        if (problem_.metric->cell && loss > most) return true;
        if (left_ == 0) return false;
        --left_;
        const std::optional<std::size_t> next = next_to_decide();
        if (!next) return true;
        bool ended = true;
        for (const Fate fate : {Fate::dropped, Fate::kept}) {
            fate_[*next] = fate;
            ended = look() && ended;
        }
        fate_[*next] = Fate::open;
        return ended;
    }

    // A class that fails where one is undecided, else any, the cheapest first; nothing when no more can be done,
    // because all hold (then that is offered) or all are decided.
    std::optional<std::size_t> next_to_decide() {
        Recoding kept = part();
        const Demands demands = problem_.demands.against(kept.all_members());
        std::size_t next = fate_.size(), k = 0;
        bool fails = false, next_fails = false;
        for (std::size_t c = 0; c < fate_.size(); ++c) {
            if (fate_[c] == Fate::dropped) continue;
            const bool bad = !demands.holds(kept.members(k++), scratch_);
            fails |= bad;
            if (fate_[c] != Fate::open || (next_fails && !bad)) continue;
            if (next == fate_.size() || (bad && !next_fails) || price(c) < price(next)) {
                next = c;
                next_fails = bad;
            }
        }
        if (!fails) offer(std::move(kept));
        return fails && next < fate_.size() ? std::optional(next) : std::nullopt;
    }

    double price(std::size_t c) const { return static_cast<double>(records_[c]) * (1 - cost_[c]); }

    void offer(Recoding kept) {
        if (!problem_.metric->cell) {
            found_.push_back(std::move(kept));
            return;
        }
        const double loss = loss_of(problem_, kept).value_or(0);
        if (loss > beat_ || (best_ && loss == beat_ && kept.records() <= best_->records())) return;
        beat_ = loss;
        best_ = std::move(kept);
    }

    // Of the sets found, the best of those that no other one contains.
    void choose() {
        const auto holds_more = [](const Recoding& more, const Recoding& less) {
            const auto of = more.all_members(), part = less.all_members();
            std::vector<Member> all(of.begin(), of.end()), some(part.begin(), part.end());
            std::sort(all.begin(), all.end());
            std::sort(some.begin(), some.end());
            return all.size() > some.size() && std::includes(all.begin(), all.end(), some.begin(), some.end());
        };
        const bool less = problem_.metric->lower_is_better;
        double best = 0;
        for (const Recoding& one : found_) {
            const auto contains_it = [&](const Recoding& other) { return holds_more(other, one); };
            if (std::any_of(found_.begin(), found_.end(), contains_it)) continue;
            const double loss = loss_of(problem_, one).value_or(0) * (less ? 1 : -1);
            if (best_ && (loss > best || (loss == best && one.records() <= best_->records()))) continue;
            best = loss;
            best_ = one;
        }
    }

    const Problem& problem_;
    const Recoding& node_;
    std::uint64_t limit_;
    double beat_;
    std::size_t left_;  // sets that may still be looked at
    std::vector<Fate> fate_;
    std::vector<double> cost_;
    std::vector<std::uint64_t> records_;
    Demands::Scratch scratch_;
    std::vector<Recoding> found_;
    std::optional<Recoding> best_;
};

}  // namespace

bool needs_drop_search(const Problem& problem, std::uint64_t limit) {
    return limit > 0 && problem.demands.per_class() && problem.demands.against_released();
}

Drops drop_search(const Problem& problem, const Recoding& node, std::uint64_t limit, double beat) {
    return DropSearch(problem, node, limit, beat).run();
}

}  // namespace scrim::recode::lattice
