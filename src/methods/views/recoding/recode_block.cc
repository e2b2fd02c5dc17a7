#include "methods/views/recoding/block_recoder.h"

#include <map>

namespace scrim::views {
namespace {

// Positions in the block of people who refuse the same quasi-identifiers.
std::vector<std::vector<std::uint32_t>> by_refusals(const ViewTuples& all, std::span<const std::uint32_t> block) {
    if (all.refused.empty()) return {};
    std::map<std::vector<char>, std::vector<std::uint32_t>> parts;
    std::vector<char> refusals(all.dimensions());
    for (std::uint32_t i = 0; i < block.size(); ++i) {
        for (std::size_t a = 0; a < refusals.size(); ++a)
            refusals[a] = all.refused[a] && all.values[a][block[i]] == all.attributes[a].null_code();
        parts[refusals].push_back(i);
    }
    std::vector<std::vector<std::uint32_t>> result;
    for (auto& [refusal, part] : parts) result.push_back(std::move(part));
    return result;
}

// Each part by itself.
template <class Recode>
BlockGroups recode_parts(std::span<const std::uint32_t> block, const std::vector<std::vector<std::uint32_t>>& parts,
                         Recode recode) {
    BlockGroups all;
    all.group_of.assign(block.size(), BlockGroups::hidden);
    for (const auto& part : parts) {
        std::vector<std::uint32_t> tuples;
        for (const std::uint32_t i : part) tuples.push_back(block[i]);
        const BlockGroups own = recode(tuples);
        const auto first = static_cast<std::uint32_t>(all.size());
        for (std::size_t i = 0; i < part.size(); ++i) {
            const std::uint32_t group = own.group_of[i];
            all.group_of[part[i]] = group < own.size() ? first + group : group;
        }
        for (std::size_t g = 0; g < own.size(); ++g) all.boxes.add(own.boxes[g]);
        all.records.insert(all.records.end(), own.records.begin(), own.records.end());
    }
    return all;
}

}  // namespace

BlockGroups recode_block(const ViewTuples& all, std::span<const std::uint32_t> block,
                         const ViewRecoding::Models& models, std::span<const recode::RecoderSpec* const> recoders,
                         Progress& progress) {
    BlockGroups best;
    double least = 0;
    bool any = false;
    const auto offer = [&](BlockGroups made) {
        const double penalty = penalty_of(all, block, made);
        if (any && penalty >= least) return;
        any = true;
        least = penalty;
        best = std::move(made);
    };
    const auto parts = by_refusals(all, block);
    for (const recode::RecoderSpec* recoder : recoders) {
        const auto recode = [&](std::span<const std::uint32_t> tuples) {
            return multi_k(*recoder, all, tuples, models, progress);
        };
        offer(recode(block));
        if (parts.size() > 1) offer(recode_parts(block, parts, recode));
    }
    return best;
}

}  // namespace scrim::views
