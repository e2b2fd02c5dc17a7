#include "kernel/recode/cluster/judge.h"

namespace scrim::recode::cluster {

Judge::Judge(const Problem& problem, double one)
    : demands_(problem.demands), least_(static_cast<std::uint32_t>(problem.demands.least_records())) {
    base_ = one / 8;
    overall_.assign(1, 1);
    if (counts_only() || !demands_.looks_at_sensitive()) return;
    const auto column = problem.tuples->table.find(demands_.roles().sensitive.front().column);
    if (!column) return;
    sensitive_ = &problem.column(*column);
    overall_.assign(sensitive_->domain().size(), 0);
    for (std::size_t t = 0; t < problem.tuples->size(); ++t)
        overall_[(*sensitive_)[t]] += problem.tuples->weights[t] / static_cast<double>(problem.records());
}

bool Judge::holds(std::span<const Share> shares, std::uint64_t size, const std::uint32_t* tuple_of) {
    if (size < least_) return false;
    if (counts_only()) return true;
    members_.clear();
    for (const Share& share : shares) members_.push_back({tuple_of[share.atom], share.records});
    return demands_.holds(members_, scratch_);
}

}  // namespace scrim::recode::cluster
