#include "statdb_paper/workload.h"

#include <algorithm>
#include <numeric>

namespace scrim::experiment {
namespace {

Column rows_of(const Column& column, std::span<const std::uint32_t> rows) {
    std::vector<Code> codes(rows.size());
    column.visit([&](auto all) {
        for (std::size_t i = 0; i < rows.size(); ++i) codes[i] = all[rows[i]];
    });
    return Column(column.domain_ptr(), codes);
}

hierarchy::Attribute described(const std::string& name, const Column& column) {
    return {name, std::make_shared<hierarchy::Hierarchy>(hierarchy::Hierarchy::flat(column.domain_ptr())), false};
}

// A random range of ceil(ql |A|) values.
Span random_range(Code values, std::uint32_t ql, Random& random) {
    const Code length = (values * ql + 99) / 100;
    const auto lo = static_cast<Code>(random.below(values - length + 1));
    return {lo, lo + length};
}

void keep_in(const Column& column, Span range, std::vector<std::uint8_t>& mask) {
    column.visit([&](auto codes) {
        for (std::size_t row = 0; row < mask.size(); ++row)
            mask[row] &= static_cast<std::uint8_t>((codes[row] >= range.lo) & (codes[row] < range.hi));
    });
}

}  // namespace

Microdata sample(const Table& table, std::uint32_t d, std::uint32_t n, Random& random) {
    std::vector<std::uint32_t> rows(table.rows());
    std::iota(rows.begin(), rows.end(), 0u);
    if (n > 0 && n < rows.size()) {
        random.shuffle(std::span(rows));
        rows.resize(n);
        std::sort(rows.begin(), rows.end());
    }
    Microdata data;
    for (std::size_t a = 0; a < d; ++a) {
        data.quasi_identifiers.add(table.name(a), rows_of(table[a], rows));
        data.schema.quasi_identifiers.push_back(described(table.name(a), table[a]));
    }
    const std::size_t last = table.width() - 1;
    data.sensitive = rows_of(table[last], rows);
    data.schema.sensitive = described(table.name(last), table[last]);
    return data;
}

std::vector<RangeQuery> workload(const Microdata& data, const Setting& setting, std::size_t queries, Random& random) {
    std::vector<RangeQuery> made;
    std::vector<std::size_t> attributes(setting.d);
    std::iota(attributes.begin(), attributes.end(), std::size_t{0});
    while (made.size() < queries) {
        random.shuffle(std::span(attributes));
        std::vector<statdb::Condition> parts;
        for (std::size_t i = 0; i < setting.lambda; ++i) {
            const Code values = data.quasi_identifiers[attributes[i]].domain().size();
            parts.push_back(statdb::Condition::in(attributes[i], {random_range(values, setting.ql, random)}));
        }
        made.push_back({statdb::Condition::all_of(std::move(parts)),
                        random_range(data.sensitive.domain().size(), setting.ql, random)});
    }
    return made;
}

std::uint64_t exact_count(const Microdata& data, const RangeQuery& query) {
    std::vector<std::uint8_t> mask(data.sensitive.size(), 1);
    keep_in(data.sensitive, query.values, mask);
    for (const statdb::Condition& part : query.rows.parts)
        keep_in(data.quasi_identifiers[part.column], part.spans.front(), mask);
    return std::accumulate(mask.begin(), mask.end(), std::uint64_t{0});
}

}  // namespace scrim::experiment
