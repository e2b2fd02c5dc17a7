#include "methods/verify/cluster_distance.h"

#include "kernel/core/text.h"

#include <cmath>

namespace scrim::verifier {
namespace {

BigNatural whole(Int128 number) {
    return number < 0 ? BigNatural(-natural(-static_cast<Uint128>(number))) : natural(static_cast<Uint128>(number));
}

// |a - b|, which 128 bits may not hold with a sign.
Uint128 apart(Int128 a, Int128 b) {
    return a < b ? static_cast<Uint128>(b) - static_cast<Uint128>(a)
                 : static_cast<Uint128>(a) - static_cast<Uint128>(b);
}

// Of n - 1; 0 for a single one.
BigRatio over_pairs(const BigNatural& sum, std::uint64_t records) {
    if (records < 2) return 0;
    BigRatio made(sum, natural(records) * natural(records - 1));
    made.canonicalize();
    return made;
}

}  // namespace

Result<ClusterDistance> ClusterDistance::of(const Tuples& original, const std::vector<std::size_t>& columns,
                                            const std::vector<const hierarchy::Hierarchy*>& hierarchies) {
    ClusterDistance made;
    for (std::size_t c = 0; c < columns.size(); ++c) {
        Way way{original.table[columns[c]].domain_ptr(), hierarchies[c], {}};
        for (Code code = 0; way.hierarchy != nullptr && code < way.domain->values(); ++code) {
            const auto leaf = way.hierarchy->domain().find(way.domain->label(code));
            if (!leaf)
                return input_error(format("the hierarchy of {} lacks {}", quoted(original.table.name(columns[c])),
                                          quoted(way.domain->label(code))));
            way.leaf.push_back(way.hierarchy->leaf(*leaf));
        }
        made.ways_.push_back(std::move(way));
    }
    std::map<std::vector<bool>, std::vector<std::map<Code, std::uint64_t>>> counts;
    std::vector<bool> missing(columns.size());
    for (std::size_t t = 0; t < original.size(); ++t) {
        for (std::size_t c = 0; c < columns.size(); ++c) missing[c] = made.misses(c, original.table[columns[c]][t]);
        auto& of_these = counts.try_emplace(missing, columns.size()).first->second;
        for (std::size_t c = 0; c < columns.size(); ++c)
            if (!missing[c]) of_these[c][original.table[columns[c]][t]] += original.weights[t];
    }
    for (const auto& [without, of_these] : counts) {
        Variances& variances = made.variances_[without];
        for (std::size_t c = 0; c < columns.size(); ++c) {
            variances.exact.push_back(made.variance(made.ways_[c], of_these[c]));
            variances.rough.push_back(variances.exact.back().get_d());
        }
    }
    return made;
}

BigRatio ClusterDistance::variance(const Way& way, const std::map<Code, std::uint64_t>& counts) const {
    BigNatural records = 0, sum = 0, squares = 0;
    for (const auto& [code, count] : counts) records += natural(count);
    if (way.domain->is_numeric()) {
        for (const auto& [code, count] : counts) {
            const BigNatural units = whole(way.domain->units(code));
            sum += units * natural(count);
            squares += units * units * natural(count);
        }
        return over_pairs(records * squares - sum * sum, records.get_ui());
    }
    std::map<std::uint32_t, std::uint64_t> below;  // records at or below each node
    for (const auto& [code, count] : counts) {
        if (way.hierarchy == nullptr) below[code] += count;
        for (auto node = way.hierarchy != nullptr ? way.leaf[code] : 0; node != 0;
             node = way.hierarchy->nodes()[node].parent)
            below[node] += count;
    }
    for (const auto& [node, count] : below) sum += natural(count) * (records - natural(count));
    return over_pairs(sum, records.get_ui());
}

std::uint32_t ClusterDistance::steps(const Way& way, Code a, Code b) const {
    if (a == b) return 0;
    if (way.hierarchy == nullptr) return 2;
    const auto nodes = way.hierarchy->nodes();
    std::uint32_t taken = 0;
    auto left = way.leaf[a], right = way.leaf[b];
    while (left != right) {
        auto& lower = nodes[left].depth < nodes[right].depth ? right : left;
        lower = nodes[lower].parent;
        ++taken;
    }
    return taken;
}

const ClusterDistance::Variances* ClusterDistance::variances(std::span<const Code> center) const {
    std::vector<bool> missing(ways_.size());
    for (std::size_t c = 0; c < ways_.size(); ++c) missing[c] = misses(c, center[c]);
    const auto found = variances_.find(missing);
    return found == variances_.end() ? nullptr : &found->second;
}

bool ClusterDistance::within(std::span<const Code> record, std::span<const Code> center, const Ratio& radius) const {
    const Variances* of_these = variances(center);
    if (of_these == nullptr) return false;
    double rough = 0;
    for (std::size_t c = 0; c < ways_.size(); ++c) {
        if (misses(c, record[c]) != misses(c, center[c])) return false;
        if (record[c] == center[c] || of_these->exact[c] == 0) continue;
        if (ways_[c].domain->is_numeric()) {
            const auto difference =
                static_cast<double>(apart(ways_[c].domain->units(record[c]), ways_[c].domain->units(center[c])));
            rough += difference * difference / of_these->rough[c];
        } else {
            rough += steps(ways_[c], record[c], center[c]) / of_these->rough[c];
        }
    }
    if (rough == 0) return true;
    // Sums of positive numbers in floating point are off by far less than this; what is nearer is decided exactly.
    const double most = radius.to_double() * radius.to_double();
    if (rough < most * (1 - 1e-9)) return true;
    if (rough > most * (1 + 1e-9)) return false;
    BigRatio exact = 0;
    for (std::size_t c = 0; c < ways_.size(); ++c) {
        if (record[c] == center[c] || of_these->exact[c] == 0) continue;
        const BigNatural difference =
            ways_[c].domain->is_numeric()
                ? natural(apart(ways_[c].domain->units(record[c]), ways_[c].domain->units(center[c])))
                : natural(0);
        const BigNatural square = ways_[c].domain->is_numeric() ? BigNatural(difference * difference)
                                                                : natural(steps(ways_[c], record[c], center[c]));
        exact += BigRatio(square) / of_these->exact[c];
    }
    const BigRatio limit = big(radius);
    return exact <= limit * limit;
}

Span ClusterDistance::around(std::size_t column, std::span<const Code> center, const Ratio& radius) const {
    const Domain& domain = *ways_[column].domain;
    if (misses(column, center[column])) return Span::of(center[column]);
    const Span all{0, domain.values()};
    const Variances* of_these = variances(center);
    if (!domain.is_numeric() || of_these == nullptr || of_these->exact[column] == 0) return all;
    constexpr double too_wide = 1e36;
    const double reach = std::ceil(radius.to_double() * std::sqrt(of_these->rough[column]) * (1 + 1e-9)) + 1;
    Int128 low = 0, high = 0;
    if (!(reach < too_wide) || __builtin_sub_overflow(domain.units(center[column]), static_cast<Int128>(reach), &low) ||
        __builtin_add_overflow(domain.units(center[column]), static_cast<Int128>(reach) + 1, &high))
        return all;
    return {domain.lower_bound(low), domain.lower_bound(high)};
}

}  // namespace scrim::verifier
