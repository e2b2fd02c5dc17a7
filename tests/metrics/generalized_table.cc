#include "tests/metrics/generalized_table.h"

#include <algorithm>
#include <map>

namespace scrim::test {
namespace {

using Paths = std::vector<std::vector<std::string>>;

std::vector<std::string> labels(Code size) {
    std::vector<std::string> names;
    for (Code i = 0; i < size; ++i) names.push_back(std::string(1, static_cast<char>('a' + i)));
    return names;
}

// Adds one path per leaf of [lo, hi), under the ancestors given from far to near; single leaves hang where they fall.
void add_paths(std::mt19937_64& random, Code lo, Code hi, std::vector<std::string> ancestors, Paths& paths) {
    while (lo < hi) {
        const Code end = ancestors.size() < 4 ? draw(random, lo + 1, hi) : lo + 1;
        if (end - lo > 1) {
            std::vector<std::string> below = ancestors;
            below.push_back("n" + std::to_string(lo) + "_" + std::to_string(end) + "_" + std::to_string(below.size()));
            add_paths(random, lo, end, below, paths);
        } else {
            std::vector<std::string> path = {std::string(1, static_cast<char>('a' + lo))};
            path.insert(path.end(), ancestors.rbegin(), ancestors.rend());
            paths.push_back(path);
        }
        lo = end;
    }
}

GeneralizedTable::Attribute with_hierarchy(const Paths& paths) {
    auto hierarchy = std::make_shared<const hierarchy::Hierarchy>(*hierarchy::Hierarchy::from_paths(paths));
    return {hierarchy->domain_ptr(), hierarchy};
}

GeneralizedTable::Attribute random_attribute(std::mt19937_64& random) {
    const Code size = draw(random, 1, 12);
    if (draw(random, 0, 2) == 0) return letters(size);
    Paths paths;
    add_paths(random, 0, size, {"*"}, paths);
    return with_hierarchy(paths);
}

std::vector<std::uint64_t> count_originals(const GeneralizedTable& table, std::size_t attribute) {
    std::vector<std::uint64_t> counts(table.attributes[attribute].domain->size());
    for (const auto& record : table.records) ++counts[record.original[attribute]];
    return counts;
}

std::uint32_t majority(const std::vector<GeneralizedTable::Record>& records) {
    std::map<Code, std::uint32_t> counts;
    for (const auto& record : records) ++counts[record.target];
    std::uint32_t most = 0;
    for (const auto& [value, count] : counts) most = std::max(most, count);
    return most;
}

}  // namespace

metrics::MetricInput GeneralizedTable::input() const {
    metrics::MetricInput input;
    input.k = k;
    input.original_rows = records.size();
    for (std::size_t a = 0; a < attributes.size(); ++a) {
        std::map<Span, std::uint64_t> printed;
        for (const Record& record : records)
            if (!record.suppressed) ++printed[record.printed[a]];
        const std::string name = "a" + std::to_string(a);
        metrics::Printed attribute{attributes[a].hierarchy ? hierarchy::Attribute::over(name, attributes[a].hierarchy)
                                                           : hierarchy::Attribute::flat(name, attributes[a].domain),
                                   {},
                                   {},
                                   ValueHistogram(count_originals(*this, a))};
        for (const auto& [span, count] : printed) {
            attribute.spans.push_back(span);
            attribute.counts.push_back(count);
        }
        input.attributes.push_back(std::move(attribute));
    }
    for (const auto& one : classes()) {
        input.rows += one.size();
        input.class_sizes.push_back(static_cast<std::uint32_t>(one.size()));
        input.class_majorities.push_back(majority(one));
    }
    return input;
}

std::vector<std::vector<GeneralizedTable::Record>> GeneralizedTable::classes() const {
    std::map<std::vector<Span>, std::vector<Record>> by_value;
    for (const Record& record : records)
        if (!record.suppressed) by_value[record.printed].push_back(record);
    std::vector<std::vector<Record>> all;
    for (auto& [value, members] : by_value) all.push_back(std::move(members));
    return all;
}

GeneralizedTable::Attribute letters(Code size) {
    return {std::make_shared<Domain>(Domain::of_text(labels(size))), nullptr};
}

GeneralizedTable::Attribute jobs() {
    return with_hierarchy({{"Engineer", "Professional", "ANY Job"},
                           {"Lawyer", "Professional", "ANY Job"},
                           {"Dancer", "Artist", "ANY Job"},
                           {"Writer", "Artist", "ANY Job"}});
}

GeneralizedTable random_table(std::mt19937_64& random) {
    GeneralizedTable table;
    table.k = draw(random, 1, 5);
    const Code width = draw(random, 1, 4);
    for (Code a = 0; a < width; ++a) table.attributes.push_back(random_attribute(random));
    const Code rows = draw(random, 1, 40);
    for (Code row = 0; row < rows; ++row) {
        GeneralizedTable::Record record;
        for (const auto& attribute : table.attributes) {
            const Code size = attribute.domain->size();
            const Code original = draw(random, 0, size - 1);
            record.original.push_back(original);
            record.printed.push_back({draw(random, 0, original), draw(random, original + 1, size)});
        }
        record.target = draw(random, 0, 2);
        record.suppressed = draw(random, 0, 4) == 0;
        table.records.push_back(std::move(record));
    }
    return table;
}

GeneralizedTable released_exactly(GeneralizedTable table) {
    for (auto& record : table.records) {
        record.suppressed = false;
        for (std::size_t a = 0; a < record.original.size(); ++a) record.printed[a] = Span::of(record.original[a]);
    }
    return table;
}

GeneralizedTable suppressed_entirely(GeneralizedTable table) {
    for (auto& record : table.records) record.suppressed = true;
    return table;
}

Cuts random_cuts(const GeneralizedTable& table, std::mt19937_64& random) {
    Cuts cuts;
    for (const auto& attribute : table.attributes) {
        std::vector<Code> starts = {0};
        for (Code code = 1; code < attribute.domain->size(); ++code)
            if (draw(random, 0, 1) == 0) starts.push_back(code);
        cuts.push_back(starts);
    }
    return cuts;
}

GeneralizedTable recoded_globally(GeneralizedTable table, const Cuts& cuts) {
    for (auto& record : table.records) {
        record.suppressed = false;
        for (std::size_t a = 0; a < record.original.size(); ++a) {
            const auto next = std::upper_bound(cuts[a].begin(), cuts[a].end(), record.original[a]);
            record.printed[a] = {*(next - 1), next == cuts[a].end() ? table.attributes[a].domain->size() : *next};
        }
    }
    return table;
}

Code draw(std::mt19937_64& random, Code low, Code high) { return low + static_cast<Code>(random() % (high - low + 1)); }

}  // namespace scrim::test
