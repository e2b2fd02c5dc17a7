#include "tests/statdb/stat_maker.h"

#include <algorithm>
#include <numeric>

namespace scrim::testing {
namespace {

DomainPtr numbers(Code count) {
    std::vector<Int128> units(count);
    std::iota(units.begin(), units.end(), Int128{0});
    return std::make_shared<Domain>(Domain::of_numbers(std::move(units), 0));
}

}  // namespace

Table Records::table() const {
    Table made;
    for (std::size_t a = 0; a < domains.size(); ++a)
        made.add("q" + std::to_string(a), Column(numbers(domains[a]), quasi_identifiers[a]));
    return made;
}

Column Records::column() const { return Column(numbers(values), sensitive); }

statdb::StatSchema Records::schema() const {
    statdb::StatSchema schema;
    for (std::size_t a = 0; a < domains.size(); ++a)
        schema.quasi_identifiers.push_back(
            {"q" + std::to_string(a),
             std::make_shared<hierarchy::Hierarchy>(hierarchy::Hierarchy::flat(numbers(domains[a]))), false});
    schema.sensitive = {"s", std::make_shared<hierarchy::Hierarchy>(hierarchy::Hierarchy::flat(numbers(values))),
                        false};
    return schema;
}

Records random_records(Random& random, std::size_t rows, std::vector<Code> domains, Code values, std::uint32_t m) {
    Records records;
    records.domains = std::move(domains);
    records.values = values;
    records.quasi_identifiers.resize(records.domains.size());
    std::vector<std::size_t> counts(values, 0);
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t a = 0; a < records.domains.size(); ++a)
            records.quasi_identifiers[a].push_back(static_cast<Code>(random.below(records.domains[a])));
        Code value = static_cast<Code>(std::min(random.below(values), random.below(values)));
        if (random.below(2) == 0) value = records.quasi_identifiers[0][row] % values;
        // At most rows / m of each.
        while ((counts[value] + 1) * m > rows) value = (value + 1) % values;
        ++counts[value];
        records.sensitive.push_back(value);
    }
    return records;
}

statdb::StatTable make_stat_table(const Records& records, const statdb::Bucketization& buckets, std::uint32_t m,
                                  const statdb::Baselines& baselines) {
    const statdb::StatFacts facts{m, "test", 1, {"anatomy", "generalization"}, "test"};
    return *statdb::StatTable::of_image(
        statdb::StatTable::image(facts, records.schema(), records.table(), buckets, baselines));
}

statdb::Bucketization make_buckets(const Records& records, std::uint32_t m, const statdb::Builder* builder,
                                   std::uint32_t strata, Random& random) {
    statdb::BuildPlan plan{m, builder, strata};
    deal::RandomChance chance(random);
    return *statdb::bucketize(records.table(), records.column(), "s", plan, chance);
}

statdb::Condition random_condition(Random& random, const std::vector<Code>& domains, int depth) {
    const std::uint64_t kind = depth > 0 ? random.below(3) : 0;
    if (kind > 0) {
        std::vector<statdb::Condition> parts;
        for (std::uint64_t i = random.below(4); i > 0; --i)
            parts.push_back(random_condition(random, domains, depth - 1));
        return kind == 1 ? statdb::Condition::all_of(std::move(parts)) : statdb::Condition::any_of(std::move(parts));
    }
    const std::size_t column = random.below(domains.size());
    std::vector<Span> spans;
    for (Code code = 0; code < domains[column];) {
        const Code lo = code + static_cast<Code>(random.below(domains[column]));
        const Code hi = lo + 1 + static_cast<Code>(random.below(domains[column]));
        if (lo < domains[column]) spans.push_back({lo, std::min(hi, domains[column])});
        code = hi + 1;
    }
    return statdb::Condition::in(column, std::move(spans));
}

bool satisfies(const statdb::Condition& condition, const Records& records, std::size_t row) {
    const auto holds = [&](const statdb::Condition& part) { return satisfies(part, records, row); };
    switch (condition.kind) {
        case statdb::Condition::Kind::all_of: return std::all_of(condition.parts.begin(), condition.parts.end(), holds);
        case statdb::Condition::Kind::any_of: return std::any_of(condition.parts.begin(), condition.parts.end(), holds);
        default: break;
    }
    const Code code = records.quasi_identifiers[condition.column][row];
    return std::any_of(condition.spans.begin(), condition.spans.end(), [&](Span span) { return span.contains(code); });
}

Records papers_table() {
    Records records;
    records.domains = {70, 70};
    records.values = 3;
    records.quasi_identifiers = {{20, 23, 38, 42, 46, 48, 49, 52, 53, 59, 61},
                                 {12, 58, 41, 23, 25, 13, 51, 52, 49, 61, 39}};
    const Code flu = 0, gastritis = 1, insomnia = 2;
    records.sensitive = {flu, gastritis, flu, gastritis, flu, gastritis, flu, insomnia, gastritis, flu, gastritis};
    return records;
}

statdb::Bucketization papers_buckets() {
    // Alice, David, Jack, Ray | Bob, Helen, Ken, Tom; then Linda | Paul | Mary.
    return {{{0, 1, 0, 1, 2}, {0, 2, 5}}, {{0, 2, 4, 9, 1, 3, 5, 10, 6, 8, 7}, {0, 4, 8, 9, 10, 11}}};
}

}  // namespace scrim::testing
