#include "kernel/recode/subtree/cut_cost.h"

#include <algorithm>

namespace scrim::recode::subtree {

CutCost::CutCost(const Problem& problem, const CutItems& items, CostOf of)
    : problem_(problem), items_(items), of_(of), offsets_(run_offsets(*problem.tuples, problem.dimensions())) {
    for (std::size_t s = 0; s + 1 < offsets_.size(); ++s) {
        std::uint64_t records = 0;
        for (std::uint32_t t = offsets_[s]; t < offsets_[s + 1]; ++t) records += problem.tuples->weights[t];
        records_.push_back(records);
    }
    Uint128 stride = 1;
    for (std::size_t a = 0; a < problem.dimensions(); ++a) {
        std::vector<Code> codes(records_.size());
        for (std::size_t s = 0; s < codes.size(); ++s) codes[s] = problem.column(a)[offsets_[s]];
        codes_.push_back(std::move(codes));
        strides_.push_back(stride);
        stride *= problem.quasi_identifiers[a].domain().size();
    }
    head_ids_.resize(records_.size());
    all_ids_.resize(records_.size());
    std::size_t slots = 16;
    while (slots < 2 * records_.size()) slots *= 2;
    slots_.resize(slots);
}

void CutCost::make_keys(const std::vector<char>& in, std::vector<Uint128>& keys) {
    keys.assign(records_.size(), 0);
    const std::vector<Cut> cuts = items_.cuts(in);
    std::vector<Uint128> part;
    for (std::size_t a = 0; a < cuts.size(); ++a) {
        part.resize(cuts[a].size());
        for (std::size_t value = 0; value < part.size(); ++value) part[value] = cuts[a][value].lo * strides_[a];
        for (std::size_t s = 0; s < keys.size(); ++s) keys[s] += part[codes_[a][s]];
    }
}

std::uint32_t CutCost::number(const std::vector<Uint128>& keys, std::vector<std::uint32_t>& ids) {
    constexpr std::uint32_t empty = UINT32_MAX;
    std::fill(slots_.begin(), slots_.end(), empty);
    table_keys_.clear();
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t s = 0; s < keys.size(); ++s) {
        std::uint64_t hash = static_cast<std::uint64_t>(keys[s]) * 0x9e3779b97f4a7c15u ^
                             static_cast<std::uint64_t>(keys[s] >> 64) * 0xc2b2ae3d27d4eb4fu;
        hash ^= hash >> 32;
        std::size_t slot = hash & mask;
        while (slots_[slot] != empty && table_keys_[slots_[slot]] != keys[s]) slot = (slot + 1) & mask;
        if (slots_[slot] == empty) {
            slots_[slot] = static_cast<std::uint32_t>(table_keys_.size());
            table_keys_.push_back(keys[s]);
        }
        ids[s] = slots_[slot];
    }
    return static_cast<std::uint32_t>(table_keys_.size());
}

// How many records of each class hold its most frequent value of the target.
void CutCost::majorities(const std::vector<std::uint32_t>& ids, std::uint32_t classes,
                         std::vector<std::uint64_t>& largest) {
    pairs_.clear();
    for (std::size_t s = 0; s < ids.size(); ++s)
        for (std::uint32_t t = offsets_[s]; t < offsets_[s + 1]; ++t)
            pairs_.emplace_back(std::uint64_t{ids[s]} << 32 | problem_.column(problem_.target)[t],
                                problem_.tuples->weights[t]);
    std::sort(pairs_.begin(), pairs_.end());
    largest.assign(classes, 0);
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
        sum = i > 0 && pairs_[i].first == pairs_[i - 1].first ? sum + pairs_[i].second : pairs_[i].second;
        std::uint64_t& most = largest[pairs_[i].first >> 32];
        most = std::max(most, sum);
    }
}

void CutCost::judge(std::uint32_t classes) {
    const Demands& demands = problem_.demands;
    fails_.assign(classes, 0);
    for (std::uint32_t c = 0; c < classes; ++c) fails_[c] = head_sizes_[c] < demands.least_records();
    if (demands.counts_only()) return;
    if (members_.size() < classes) members_.resize(classes);
    for (std::uint32_t c = 0; c < classes; ++c) members_[c].clear();
    for (std::size_t s = 0; s < head_ids_.size(); ++s)
        if (!fails_[head_ids_[s]])
            for (std::uint32_t t = offsets_[s]; t < offsets_[s + 1]; ++t)
                members_[head_ids_[s]].push_back({t, problem_.tuples->weights[t]});
    for (std::uint32_t c = 0; c < classes; ++c)
        if (!fails_[c]) fails_[c] = !demands.holds(members_[c], scratch_);
}

CutCost::Costs CutCost::of(const std::vector<char>& head, const std::vector<char>& all) {
    Costs costs;
    make_keys(head, head_keys_);
    const std::uint32_t heads = number(head_keys_, head_ids_);
    head_sizes_.assign(heads, 0);
    for (std::size_t s = 0; s < records_.size(); ++s) head_sizes_[head_ids_[s]] += records_[s];
    judge(heads);
    for (std::uint32_t c = 0; c < heads; ++c) costs.suppressed += fails_[c] ? head_sizes_[c] : 0;
    // A release of nothing is none.
    costs.feasible = costs.suppressed <= problem_.suppression_limit && costs.suppressed < problem_.records();
    if (!costs.feasible) return costs;
    make_keys(all, all_keys_);
    const std::uint32_t parts = number(all_keys_, all_ids_);
    all_sizes_.assign(parts, 0);
    for (std::size_t s = 0; s < records_.size(); ++s) all_sizes_[all_ids_[s]] += records_[s];
    const std::uint64_t n = problem_.records();
    if (of_ == CostOf::discernibility) {
        const std::uint64_t k = problem_.demands.least_records();
        for (std::uint32_t c = 0; c < heads; ++c)
            costs.head += Uint128{head_sizes_[c]} * (fails_[c] ? n : head_sizes_[c]);
        for (std::size_t s = 0; s < records_.size(); ++s)
            costs.least += Uint128{records_[s]} * (fails_[head_ids_[s]] ? n : std::max(all_sizes_[all_ids_[s]], k));
        return costs;
    }
    majorities(head_ids_, heads, head_largest_);
    majorities(all_ids_, parts, all_largest_);
    for (std::uint32_t c = 0; c < heads; ++c) costs.head += head_sizes_[c] - (fails_[c] ? 0 : head_largest_[c]);
    // A class of `all` lies in one class of `head`.
    for (std::uint32_t c = 0; c < parts; ++c) costs.least += all_sizes_[c] - all_largest_[c];
    std::vector<char> counted(parts, 0);
    for (std::size_t s = 0; s < records_.size(); ++s) {
        const std::uint32_t part = all_ids_[s];
        if (fails_[head_ids_[s]] && !counted[part]) {
            counted[part] = 1;
            costs.least += all_largest_[part];
        }
    }
    return costs;
}

}  // namespace scrim::recode::subtree
