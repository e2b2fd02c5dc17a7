#include "kernel/core/int128.h"
#include "methods/views/recoding/block_recoder.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace scrim::views {
namespace {

using NodeId = hierarchy::Hierarchy::NodeId;

// The tuples of a block that wait for a group, each at the same number of steps above its leaves.
class Waiting {
public:
    Waiting(const ViewTuples& all, const GroupedTuples& grouped) : all_(all) {
        const std::size_t tuples = grouped.tuples->size();
        nodes_.resize(all.dimensions());
        for (std::size_t a = 0; a < all.dimensions(); ++a) {
            const hierarchy::Hierarchy& hierarchy = *all.attributes[a].hierarchy();
            for (std::uint32_t t = 0; t < tuples; ++t) nodes_[a].push_back(hierarchy.leaf(grouped.tuples->table[a][t]));
        }
        waiting_.resize(tuples);
        std::iota(waiting_.begin(), waiting_.end(), 0u);
    }

    bool empty() const { return waiting_.empty(); }

    // Replaces the values of the attribute with the most different ones by their parents. False when all are at the
    // top.
    bool generalize() {
        std::size_t most = 0, chosen = nodes_.size();
        for (std::size_t a = 0; a < nodes_.size(); ++a) {
            const std::size_t different = count_different(a);
            const bool at_top =
                std::all_of(waiting_.begin(), waiting_.end(), [&](auto t) { return nodes_[a][t] == 0; });
            if (!at_top && different > most) most = different, chosen = a;
        }
        if (chosen == nodes_.size()) return false;
        const auto nodes = all_.attributes[chosen].hierarchy()->nodes();
        for (const std::uint32_t t : waiting_)
            if (NodeId& node = nodes_[chosen][t]; node != 0) node = nodes[node].parent;
        return true;
    }

    // Lets the groups of equal values that hold go: leave(members) for each.
    template <class Holds, class Leave>
    void let_go(Holds holds, Leave leave) {
        sort_by_nodes();
        std::vector<std::uint32_t> still;
        for (std::size_t begin = 0; begin < waiting_.size();) {
            std::size_t end = begin + 1;
            while (end < waiting_.size() && compare(waiting_[begin], waiting_[end]) == 0) ++end;
            const std::span<const std::uint32_t> members(waiting_.data() + begin, end - begin);
            if (holds(members))
                leave(members);
            else
                still.insert(still.end(), members.begin(), members.end());
            begin = end;
        }
        waiting_ = std::move(still);
    }

    Span span(std::size_t attribute, std::uint32_t tuple) const {
        return all_.attributes[attribute].hierarchy()->nodes()[nodes_[attribute][tuple]].span;
    }

private:
    // Equal values together, in an order that does not depend on the one they came in. The nodes of a tuple are one
    // number where that fits 64 bits.
    void sort_by_nodes() {
        Uint128 numbers = 1;
        for (const ViewAttribute& attribute : all_.attributes) {
            numbers *= attribute.hierarchy()->nodes().size();
            if (numbers > UINT64_MAX) break;
        }
        if (numbers > UINT64_MAX) {
            std::sort(waiting_.begin(), waiting_.end(), [&](auto a, auto b) {
                const int order = compare(a, b);
                return order != 0 ? order < 0 : a < b;
            });
            return;
        }
        keys_.clear();
        for (const std::uint32_t t : waiting_) {
            std::uint64_t key = 0;
            for (std::size_t a = 0; a < nodes_.size(); ++a)
                key = key * all_.attributes[a].hierarchy()->nodes().size() + nodes_[a][t];
            keys_.emplace_back(key, t);
        }
        std::sort(keys_.begin(), keys_.end());
        for (std::size_t i = 0; i < keys_.size(); ++i) waiting_[i] = keys_[i].second;
    }

    int compare(std::uint32_t a, std::uint32_t b) const {
        for (const auto& nodes : nodes_)
            if (nodes[a] != nodes[b]) return nodes[a] < nodes[b] ? -1 : 1;
        return 0;
    }

    std::size_t count_different(std::size_t attribute) {
        seen_.clear();
        for (const std::uint32_t t : waiting_) seen_.push_back(nodes_[attribute][t]);
        std::sort(seen_.begin(), seen_.end());
        return static_cast<std::size_t>(std::unique(seen_.begin(), seen_.end()) - seen_.begin());
    }

    const ViewTuples& all_;
    std::vector<std::vector<NodeId>> nodes_;  // per attribute and tuple
    std::vector<std::uint32_t> waiting_;
    std::vector<NodeId> seen_;
    std::vector<std::pair<std::uint64_t, std::uint32_t>> keys_;
};

// Groups that left at different times may show the same, and are one to whoever looks. Where a person has records in
// both, that one may break a model that each of them satisfies: then they are hidden.
void hide_broken_unions(const ViewTuples& all, const recode::Demands& demands, BlockGroups& result,
                        std::vector<std::uint32_t>& class_of) {
    std::map<std::vector<Span>, std::vector<std::uint32_t>> alike;
    const std::size_t dimensions = all.dimensions();
    for (std::uint32_t g = 0; g < result.records.size(); ++g) {
        const auto box = std::span(result.boxes).subspan(g * dimensions, dimensions);
        alike[{box.begin(), box.end()}].push_back(g);
    }
    std::vector<std::vector<std::uint32_t>> members(result.records.size());
    for (std::uint32_t t = 0; t < class_of.size(); ++t)
        if (class_of[t] < members.size()) members[class_of[t]].push_back(t);
    recode::Demands::Scratch scratch;
    for (const auto& [box, groups] : alike) {
        if (groups.size() == 1) continue;
        std::vector<std::uint32_t> together;
        for (const std::uint32_t g : groups) together.insert(together.end(), members[g].begin(), members[g].end());
        if (demands.holds(together, scratch)) continue;
        for (const std::uint32_t t : together) class_of[t] = BlockGroups::hidden;
        for (const std::uint32_t g : groups) result.records[g] = 0;
    }
}

}  // namespace

BlockGroups extended_datafly(const recode::RecoderSpec&, const ViewTuples& all, std::span<const std::uint32_t> block,
                             const ViewRecoding::Models& models, Progress& progress) {
    BlockGroups result;
    result.group_of.assign(block.size(), BlockGroups::hidden);
    for (std::uint32_t i = 0; i < block.size(); ++i)
        if (all.k[block[i]] <= 1) result.group_of[i] = BlockGroups::exact;
    const GroupedTuples grouped = GroupedTuples::of(all, block);
    if (grouped.tuples->size() == 0) return result;
    const auto demands = view_demands(all, grouped, models);
    if (!demands) return result;

    std::vector<std::uint32_t> class_of(grouped.tuples->size(), BlockGroups::hidden);
    Waiting waiting(all, grouped);
    recode::Demands::Scratch scratch;
    do {
        waiting.let_go([&](auto members) { return demands->holds(members, scratch); },
                       [&](auto members) {
                           const auto group = static_cast<std::uint32_t>(result.records.size());
                           std::uint64_t records = 0;
                           for (const std::uint32_t t : members) {
                               class_of[t] = group;
                               records += grouped.tuples->weights[t];
                           }
                           for (std::size_t a = 0; a < all.dimensions(); ++a)
                               result.boxes.push_back(waiting.span(a, members.front()));
                           result.records.push_back(records);
                       });
    } while (!progress.cancelled() && !waiting.empty() && waiting.generalize());
    if (demands->counts_people() && !models.empty()) hide_broken_unions(all, *demands, result, class_of);
    for (std::uint32_t i = 0; i < block.size(); ++i)
        if (grouped.tuple_of[i] != UINT32_MAX) result.group_of[i] = class_of[grouped.tuple_of[i]];
    return result;
}

}  // namespace scrim::views
