#include "kernel/recode/recoder.h"
#include "methods/views/recoding/block_recoder.h"

#include <algorithm>
#include <utility>

namespace scrim::views {
namespace {

// The largest k that can be served when everybody with a larger one is taken out; 0 when nobody can be.
std::uint32_t largest_served_k(const ViewTuples& all, std::span<const std::uint32_t> block) {
    std::vector<std::uint32_t> order;
    for (const std::uint32_t tuple : block)
        if (all.k[tuple] >= 2 && all.k[tuple] != ViewTuples::no_profile) order.push_back(tuple);
    std::sort(order.begin(), order.end(), [&](auto a, auto b) { return all.k[a] < all.k[b]; });
    std::vector<char> counted(all.one_record_each() ? 0 : all.person_domain->size(), 0);
    std::uint64_t persons = 0;  // with this k or a smaller one
    std::uint32_t largest = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const std::uint32_t tuple = order[i], k = all.k[tuple];
        if (all.one_record_each())
            persons += all.counts[tuple];
        else if (all.persons[tuple] != all.nobody())
            persons += !std::exchange(counted[all.persons[tuple]], 1);
        const bool last = i + 1 == order.size() || all.k[order[i + 1]] != k;
        if (last && k <= persons) largest = k;
    }
    return largest;
}

}  // namespace

BlockGroups multi_k(const recode::RecoderSpec& recoder, const ViewTuples& all, std::span<const std::uint32_t> block,
                    const ViewRecoding::Models& models, Progress& progress) {
    BlockGroups result;
    result.group_of.assign(block.size(), BlockGroups::hidden);
    std::vector<std::uint32_t> served;  // positions in the block
    const std::uint32_t limit = recoder.serves_whom_it_can ? ViewTuples::no_profile - 1 : largest_served_k(all, block);
    for (std::uint32_t i = 0; i < block.size(); ++i) {
        const std::uint32_t k = all.k[block[i]];
        if (k <= 1) result.group_of[i] = BlockGroups::exact;
        if (k >= 2 && k <= limit) served.push_back(i);
    }
    if (served.empty()) return result;

    std::vector<std::uint32_t> tuples(served.size());
    for (std::size_t i = 0; i < served.size(); ++i) tuples[i] = block[served[i]];
    const GroupedTuples grouped = GroupedTuples::of(all, tuples);
    recode::Problem problem;
    for (std::size_t a = 0; a < all.dimensions(); ++a) {
        problem.quasi_identifiers.push_back(all.attributes[a].attribute());
        problem.quasi_identifiers.back().name = grouped.tuples->table.name(a);
    }
    problem.tuples = grouped.tuples;
    auto demands = view_demands(all, grouped, models);
    if (!demands) return result;
    problem.demands = *std::move(demands);
    problem.metric = &metrics::loss_metric();
    if (recoder.serves_whom_it_can) problem.suppression_limit = grouped.tuples->total;
    problem.null_apart = true;  // a refused value shows as NULL, so that only the others of its group hide each other
    const auto arguments = models::Arguments::make(recoder.name, recoder.parameters, {});
    const auto recoding = recode::recode(recoder, problem, *arguments, progress);
    if (!recoding) return result;  // nobody can be served

    std::vector<std::uint32_t> class_of(grouped.tuples->size(), BlockGroups::hidden);
    recode::Demands::Scratch scratch;
    for (std::uint32_t c = 0; c < recoding->size(); ++c) {
        result.boxes.add(recoding->box(c));
        result.records.push_back(recoding->records(c));
        // What is shown is judged here, whatever the algorithm says.
        if (problem.demands.holds(recoding->members(c), scratch))
            for (const recode::Member& member : recoding->members(c)) class_of[member.tuple] = c;
        else
            result.records.back() = 0;
    }
    for (std::size_t i = 0; i < served.size(); ++i) result.group_of[served[i]] = class_of[grouped.tuple_of[i]];
    return result;
}

}  // namespace scrim::views
