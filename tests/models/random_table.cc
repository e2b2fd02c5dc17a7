#include "tests/models/random_table.h"

#include "kernel/core/text.h"
#include "tests/oracle/transport.h"

#include <map>

namespace scrim::models {
namespace {

// Leaves with values that ascend by different steps, below random groups of one to three levels.
hierarchy::Hierarchy random_hierarchy(std::mt19937_64& random, bool has_null) {
    const std::uint64_t leaves = number_between(random, 1, 9);
    std::vector<std::vector<std::string>> rows;
    std::uint64_t value = 0, group = 0, region = 0;
    for (std::uint64_t i = 0; i < leaves; ++i) {
        value += number_between(random, 1, 6);
        if (number_between(random, 0, 2) == 0) ++group;
        if (number_between(random, 0, 4) == 0) ++region, ++group;
        std::vector<std::string> row{format("{}", value), format("group {}", group), format("region {}", region), "*"};
        if (group % 3 == 0) row.erase(row.begin() + 1);  // ragged: straight below the region
        rows.push_back(std::move(row));
    }
    const hierarchy::Hierarchy hierarchy = *hierarchy::Hierarchy::from_paths(rows);
    return has_null ? hierarchy.with_null() : hierarchy;
}

}  // namespace

std::uint64_t number_between(std::mt19937_64& random, std::uint64_t low, std::uint64_t high) {
    return low + random() % (high - low + 1);
}

RandomTable::RandomTable(std::mt19937_64& random, bool may_have_null)
    : hierarchy(random_hierarchy(random, may_have_null && random() % 2 == 0)) {
    const Code values = hierarchy.domain().size();
    const auto random_value = [&] { return static_cast<Code>(number_between(random, 0, values - 1)); };
    const auto nodes = hierarchy.nodes();
    std::vector<std::uint64_t> counts(values, 0);
    const std::uint64_t how_many = number_between(random, 2, 5);
    const std::uint64_t skew = number_between(random, 0, 2);
    for (std::uint64_t c = 0; c < how_many; ++c) {
        std::map<Code, std::uint32_t> bars;
        const std::uint64_t size = number_between(random, 1, 12);
        Example example;
        for (std::uint64_t r = 0; r < size; ++r) {
            Code value = random_value();
            for (std::uint64_t s = 0; s < skew; ++s) value = std::min(value, random_value());
            ++bars[value];
            ++counts[value];
            Span guard;
            if (random() % 3 == 0) guard = nodes[number_between(random, 0, nodes.size() - 1)].span;
            example.guards.push_back({value, guard, 1});
        }
        for (const auto& [value, count] : bars) example.values.push_back({value, count});
        example.population = size + number_between(random, 0, 20);
        classes.push_back(std::move(example));
    }
    attribute = attribute_of(hierarchy, counts);
    for (Example& example : classes) example.attribute = &attribute;
}

Ratio transport_distance(const Example& example, const Distances& distance, std::int64_t unit) {
    const ValueHistogram& overall = example.attribute->overall;
    const auto size = static_cast<std::int64_t>(example.size()), total = static_cast<std::int64_t>(overall.total());
    std::vector<std::int64_t> supply(overall.size(), 0), demand(overall.size(), 0);
    for (const ValueCount& bar : example.values) supply[bar.value] = bar.count * total;
    for (Code value = 0; value < overall.size(); ++value)
        demand[value] = static_cast<std::int64_t>(overall[value]) * size;
    return Ratio(oracle::cheapest_transport(supply, demand, distance), size * total * unit);
}

}  // namespace scrim::models
