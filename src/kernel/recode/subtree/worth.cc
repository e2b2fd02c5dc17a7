#include "kernel/recode/subtree/worth.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace scrim::recode::subtree {
namespace {

// Numbers of records times their logarithm, in bits; 0 for none.
double times_log(std::uint64_t count) {
    const auto number = static_cast<double>(count);
    return count == 0 ? 0 : number * std::log2(number);
}

}  // namespace

Worth::Worth(const Problem& problem, const std::vector<char>& kept, bool information) : information_(information) {
    std::uint64_t all = 0;
    for (std::size_t t = 0; t < kept.size(); ++t) all += kept[t] ? problem.tuples->weights[t] : 0;
    if (information_) target_values_ = problem.column(problem.target).domain().size();
    for (std::size_t a = 0; a < problem.dimensions(); ++a) {
        const hierarchy::Attribute& attribute = problem.quasi_identifiers[a];
        const Code size = attribute.domain().size();
        Counts counts;
        counts.below.assign(size + 1, 0);
        problem.column(a).visit([&](auto codes) {
            for (std::size_t t = 0; t < codes.size(); ++t)
                if (kept[t]) counts.below[codes[t] + 1] += problem.tuples->weights[t];
        });
        for (Code value = 0; value < size; ++value) counts.below[value + 1] += counts.below[value];
        counts_.push_back(std::move(counts));
        loss_of_record_.push_back(attribute.weight /
                                  (static_cast<double>(std::max<Code>(size, 2) - 1) * static_cast<double>(all)));
        if (information_) count_targets(problem, kept, a);
    }
}

void Worth::count_targets(const Problem& problem, const std::vector<char>& kept, std::size_t attribute) {
    Counts& counts = counts_[attribute];
    const Column& target = problem.column(problem.target);
    // Tuples in the order of their values.
    std::vector<std::uint32_t> begins(counts.below.size() + 1, 0), order(kept.size());
    problem.column(attribute).visit([&](auto codes) {
        for (const auto code : codes) ++begins[code + 2];
        for (std::size_t value = 2; value < begins.size(); ++value) begins[value] += begins[value - 1];
        for (std::uint32_t t = 0; t < codes.size(); ++t) order[begins[codes[t] + 1]++] = t;
    });
    std::vector<std::uint64_t> sums(target_values_, 0);
    std::vector<std::uint32_t> seen;
    target.visit([&](auto targets) {
        for (std::size_t value = 0; value + 1 < counts.below.size(); ++value) {
            counts.begins.push_back(counts.targets.size());
            seen.clear();
            for (std::uint32_t i = begins[value]; i < begins[value + 1]; ++i) {
                const std::uint32_t tuple = order[i], weight = problem.tuples->weights[tuple];
                if (!kept[tuple] || weight == 0) continue;
                if (sums[targets[tuple]] == 0) seen.push_back(targets[tuple]);
                sums[targets[tuple]] += weight;
            }
            for (const std::uint32_t which : seen) {
                counts.targets.push_back({which, sums[which]});
                sums[which] = 0;
            }
        }
    });
    counts.begins.push_back(counts.targets.size());
}

// Records times the entropy of the target among them; those of the span, but for some parts of it.
double Worth::entropy_sum(std::size_t attribute, Span span, std::span<const Span> without) const {
    const Counts& counts = counts_[attribute];
    std::vector<std::uint64_t> sums(target_values_, 0);
    std::uint64_t all = records(attribute, span);
    for (std::size_t i = counts.begins[span.lo]; i < counts.begins[span.hi]; ++i)
        sums[counts.targets[i].target] += counts.targets[i].count;
    for (const Span part : without) {
        all -= records(attribute, part);
        for (std::size_t i = counts.begins[part.lo]; i < counts.begins[part.hi]; ++i)
            sums[counts.targets[i].target] -= counts.targets[i].count;
    }
    double sum = times_log(all);
    for (const std::uint64_t count : sums) sum -= times_log(count);
    return sum;
}

double Worth::loss(std::size_t attribute, Span whole, std::span<const Span> parts) const {
    double sum = 0;
    for (const Span part : parts)
        sum += static_cast<double>(records(attribute, part)) * static_cast<double>(whole.width() - part.width());
    return sum * loss_of_record_[attribute];
}

Gain Worth::of(std::size_t attribute, Span whole, std::span<const Span> parts) const {
    const double saved = loss(attribute, whole, parts);
    if (!information_) return {saved, saved};
    const std::uint64_t all = records(attribute, whole);
    if (all == 0) return {0, saved};
    double bits = entropy_sum(attribute, whole);
    for (const Span part : parts) bits -= entropy_sum(attribute, part);
    return {std::max(0.0, bits / static_cast<double>(all)), saved};
}

Gain Worth::of_part(std::size_t attribute, Span whole, std::span<const Span> gone, Span part) const {
    const double saved = loss(attribute, whole, std::array{part});
    if (!information_) return {saved, saved};
    std::uint64_t all = records(attribute, whole);
    for (const Span other : gone) all -= records(attribute, other);
    if (all == 0) return {0, saved};
    std::vector<Span> rest(gone.begin(), gone.end());
    rest.push_back(part);
    const double bits =
        entropy_sum(attribute, whole, gone) - entropy_sum(attribute, part) - entropy_sum(attribute, whole, rest);
    return {std::max(0.0, bits / static_cast<double>(all)), saved};
}

std::vector<Gain> Worth::of_cuts(std::size_t attribute, Span whole) const {
    std::vector<Gain> gains;
    gains.reserve(whole.width());
    const Counts& counts = counts_[attribute];
    const std::uint64_t all = records(attribute, whole);
    std::vector<std::uint64_t> left(target_values_, 0), right(target_values_, 0);
    double left_sum = 0, right_sum = 0, bits = 0;
    if (information_) {
        for (std::size_t i = counts.begins[whole.lo]; i < counts.begins[whole.hi]; ++i)
            right[counts.targets[i].target] += counts.targets[i].count;
        for (const std::uint64_t count : right) right_sum += times_log(count);
        bits = times_log(all) - right_sum;
    }
    for (Code cut = whole.lo + 1; cut < whole.hi; ++cut) {
        const std::array<Span, 2> parts{Span{whole.lo, cut}, Span{cut, whole.hi}};
        const double saved = loss(attribute, whole, parts);
        if (!information_) {
            gains.push_back({saved, saved});
            continue;
        }
        for (std::size_t i = counts.begins[cut - 1]; i < counts.begins[cut]; ++i) {
            const auto [target, count] = counts.targets[i];
            left_sum += times_log(left[target] + count) - times_log(left[target]);
            right_sum += times_log(right[target] - count) - times_log(right[target]);
            left[target] += count;
            right[target] -= count;
        }
        const double after =
            times_log(records(attribute, parts[0])) - left_sum + times_log(records(attribute, parts[1])) - right_sum;
        gains.push_back({all == 0 ? 0 : std::max(0.0, (bits - after) / static_cast<double>(all)), saved});
    }
    return gains;
}

}  // namespace scrim::recode::subtree
