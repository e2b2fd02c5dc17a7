#include "recode/recoder.h"
#include "views/block_recoder.h"

#include <algorithm>
#include <numeric>

namespace scrim {
namespace {

// The largest k that can be served when everybody with a larger one is taken out; 0 when nobody can be.
std::uint32_t largest_served_k(const GroupedTuples& grouped) {
    std::vector<std::uint32_t> order(grouped.k.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](auto a, auto b) { return grouped.k[a] > grouped.k[b]; });
    std::uint64_t left = grouped.tuples->total;
    for (const std::uint32_t tuple : order) {
        if (grouped.k[tuple] <= left) return grouped.k[tuple];
        left -= grouped.tuples->weights[tuple];
    }
    return 0;
}

}  // namespace

BlockGroups recode_mondrian(const ViewTuples& all, std::span<const std::uint32_t> block,
                            const ViewRecoding::Models& models) {
    BlockGroups result;
    result.group_of.assign(block.size(), BlockGroups::hidden);
    std::vector<std::uint32_t> served;  // positions in the block
    const std::uint32_t limit = largest_served_k(GroupedTuples::of(all, block));
    for (std::uint32_t i = 0; i < block.size(); ++i) {
        const std::uint32_t k = all.k[block[i]];
        if (k <= 1) result.group_of[i] = BlockGroups::exact;
        if (k >= 2 && k <= limit) served.push_back(i);
    }
    if (served.empty()) return result;

    std::vector<std::uint32_t> tuples(served.size());
    for (std::size_t i = 0; i < served.size(); ++i) tuples[i] = block[served[i]];
    const GroupedTuples grouped = GroupedTuples::of(all, tuples);
    Problem problem;
    for (std::size_t a = 0; a < all.dimensions(); ++a) {
        QuasiIdentifier attribute;
        attribute.name = grouped.tuples->table.name(a);
        attribute.hierarchy = all.attributes[a].hierarchy();
        attribute.from_file = !all.attributes[a].intervals();
        attribute.max_level = attribute.hierarchy->height();
        attribute.intervals = all.attributes[a].intervals();
        problem.quasi_identifiers.push_back(std::move(attribute));
    }
    problem.tuples = grouped.tuples;
    auto demands = view_demands(all, grouped, models);
    if (!demands) return result;
    problem.demands = *std::move(demands);
    problem.metric = find_metric("ncp");
    const RecoderSpec& mondrian = *find_recoder("mondrian");
    const auto arguments = Arguments::make(mondrian.name, mondrian.parameters, {});
    const auto recoding = recode(mondrian, problem, *arguments, no_progress());
    if (!recoding) return result;  // not even all together satisfy the models

    std::vector<std::uint32_t> class_of(grouped.tuples->size());
    for (std::uint32_t c = 0; c < recoding->size(); ++c) {
        for (const Member& member : recoding->members(c)) class_of[member.tuple] = c;
        result.boxes.insert(result.boxes.end(), recoding->box(c).begin(), recoding->box(c).end());
        result.records.push_back(recoding->records(c));
    }
    for (std::size_t i = 0; i < served.size(); ++i) result.group_of[served[i]] = class_of[grouped.tuple_of[i]];
    return result;
}

}  // namespace scrim
