#include "methods/views/recoding/block_recoder.h"

#include "kernel/core/text.h"

#include <algorithm>

namespace scrim::views {
namespace {

Column column_of(const hierarchy::Hierarchy& hierarchy, const std::vector<Code>& codes) {
    return Column(hierarchy.domain_ptr(), codes);
}

constexpr const char* person_column = "\x1fperson";  // no column of a view is called so

}  // namespace

GroupedTuples GroupedTuples::of(const ViewTuples& all, std::span<const std::uint32_t> block) {
    std::vector<const std::vector<Code>*> keys;
    for (const auto& values : all.values) keys.push_back(&values);
    keys.push_back(&all.k);
    for (const auto& values : all.sensitive_values) keys.push_back(&values);
    if (!all.one_record_each()) keys.push_back(&all.persons);

    std::vector<std::uint32_t> order;  // positions in the block
    for (std::uint32_t i = 0; i < block.size(); ++i)
        if (const std::uint32_t k = all.k[block[i]]; k >= 2 && k != ViewTuples::no_profile) order.push_back(i);
    const auto compare = [&](std::uint32_t a, std::uint32_t b) {
        for (const auto* key : keys)
            if (const Code left = (*key)[block[a]], right = (*key)[block[b]]; left != right)
                return left < right ? -1 : 1;
        return 0;
    };
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return compare(a, b) < 0; });

    GroupedTuples grouped;
    grouped.tuple_of.assign(block.size(), UINT32_MAX);
    auto tuples = std::make_shared<Tuples>();
    std::vector<std::vector<Code>> columns(all.dimensions() + all.sensitive.size());
    std::vector<Code> persons;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const std::uint32_t tuple = block[order[i]];
        if (i == 0 || compare(order[i - 1], order[i]) != 0) {
            for (std::size_t a = 0; a < all.dimensions(); ++a) columns[a].push_back(all.values[a][tuple]);
            for (std::size_t s = 0; s < all.sensitive.size(); ++s)
                columns[all.dimensions() + s].push_back(all.sensitive_values[s][tuple]);
            if (!all.one_record_each()) persons.push_back(all.persons[tuple]);
            grouped.k.push_back(all.k[tuple]);
            tuples->weights.push_back(0);
        }
        tuples->weights.back() += all.counts[tuple];
        tuples->total += all.counts[tuple];
        grouped.tuple_of[order[i]] = static_cast<std::uint32_t>(tuples->size() - 1);
    }
    for (std::size_t a = 0; a < all.dimensions(); ++a)
        tuples->table.add(format("q{}", a), column_of(*all.attributes[a].hierarchy(), columns[a]));
    for (std::size_t s = 0; s < all.sensitive.size(); ++s)
        tuples->table.add(all.sensitive_names[s],
                          column_of(*all.sensitive[s].hierarchy(), columns[all.dimensions() + s]));
    if (!all.one_record_each()) tuples->table.add(person_column, Column(all.person_domain, persons));
    grouped.tuples = std::move(tuples);
    return grouped;
}

Result<recode::Demands> view_demands(const ViewTuples& all, const GroupedTuples& grouped,
                                     const ViewRecoding::Models& models) {
    recode::DemandRoles roles;
    for (std::size_t a = 0; a < all.dimensions(); ++a) roles.quasi_identifiers.push_back(format("q{}", a));
    for (std::size_t s = 0; s < all.sensitive.size(); ++s)
        roles.sensitive.push_back({all.sensitive_names[s], all.sensitive[s].hierarchy(), "", {}});
    roles.own_k = grouped.k;
    roles.hides = true;
    if (!all.one_record_each()) {
        roles.person = person_column;
        roles.nobody = all.nobody();
    }
    return recode::Demands::make(grouped.tuples, std::move(roles), models);
}

}  // namespace scrim::views
