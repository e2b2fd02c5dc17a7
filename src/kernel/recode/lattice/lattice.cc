#include "kernel/recode/lattice/lattice.h"

#include "kernel/core/text.h"
#include "kernel/recode/lattice/drop_search.h"
#include "kernel/recode/suppression.h"

#include <numeric>

namespace scrim::recode::lattice {

Lattice::Lattice(const Problem& problem) {
    for (const hierarchy::Attribute& attribute : problem.quasi_identifiers) {
        tops_.push_back(attribute.max_level);
        if (__builtin_mul_overflow(size_, attribute.max_level + 1, &size_)) size_ = UINT64_MAX;
    }
}

std::uint32_t Lattice::height() const { return std::accumulate(tops_.begin(), tops_.end(), 0u); }

Node Lattice::node(std::uint64_t number) const {
    Node levels(dimensions());
    for (std::size_t a = dimensions(); a-- > 0;) {
        levels[a] = static_cast<std::uint32_t>(number % (tops_[a] + 1));
        number /= tops_[a] + 1;
    }
    return levels;
}

std::uint64_t Lattice::number(std::span<const std::uint32_t> levels) const {
    std::uint64_t number = 0;
    for (std::size_t a = 0; a < dimensions(); ++a) number = number * (tops_[a] + 1) + levels[a];
    return number;
}

std::string print_levels(std::span<const std::uint32_t> levels) {
    std::vector<std::string> words;
    for (const std::uint32_t level : levels) words.push_back(std::to_string(level));
    return join(words, "-");
}

std::vector<Cut> cuts_at(const Problem& problem, std::span<const std::uint32_t> levels) {
    std::vector<Cut> cuts;
    for (std::size_t a = 0; a < levels.size(); ++a)
        cuts.push_back(cut_at_level(problem.quasi_identifiers[a], levels[a]));
    return cuts;
}

std::optional<Recoding> NodeJudge::release(std::span<const std::uint32_t> levels, double beat) const {
    Recoding node = recoding_of(problem_, cuts_at(problem_, levels));
    const auto not_searched = [&](const Recoding& all) {
        const double least = problem_.metric->cell ? loss_of(problem_, all).value_or(0) : -infinite_loss;
        for (double known = unsearched_; least < known && !unsearched_.compare_exchange_weak(known, least);) {
        }
    };
    if (needs_drop_search(problem_, limit_)) {
        Drops drops = drop_search(problem_, node, limit_, beat);
        if (!drops.searched) not_searched(node);
        return std::move(drops.kept);
    }
    // Where classes are judged on several sets of columns, what one loses another may need.
    const bool one_way = problem_.demands.per_class() || problem_.demands.upward_closed() || limit_ == 0;
    if (one_way) return suppress_failing(problem_, std::move(node), limit_);
    auto kept = suppress_failing(problem_, node, limit_);
    if (!kept || kept->records() < node.records()) not_searched(node);
    return kept;
}

NodeValue NodeJudge::value_of(const Recoding& recoding) const {
    const double loss = loss_of(problem_, recoding).value_or(0);
    return {problem_.records() - recoding.records(), problem_.metric->lower_is_better ? loss : -loss};
}

std::optional<NodeValue> NodeJudge::value(std::span<const std::uint32_t> levels, double beat) const {
    const auto recoding = release(levels, beat);
    if (!recoding) return std::nullopt;
    return value_of(*recoding);
}

bool failing_rules_out(const Problem& problem) {
    const Demands& demands = problem.demands;
    return demands.monotone() && (demands.upward_closed() || problem.suppression_limit == 0);
}

}  // namespace scrim::recode::lattice
