// InformationCut: of the cuts of a part whose sides have records enough, first the one after which least is unknown
// about the target: the least entropy of the target within the sides, each side weighted by its records. Where that is
// equal, to a billionth of a bit, the cut that BestCut would take first.
//
// LeFevre, DeWitt, Ramakrishnan, Workload-aware Anonymization, KDD 2006, section 2.2. For strict plans with a target.
// Entropy chooses; whether a cut is allowed is decided by Demands.
#pragma once

#include "kernel/recode/partition/ranked_cuts.h"

#include <cmath>

namespace scrim::recode::partition {

template <class Shape>
class InformationCut {
public:
    InformationCut(const Opened<Shape>& part, BestCut<Shape>& best) : part_(part), ranked_(part, best) {}

    // Begins with an opened part whose attributes are counted.
    void start() {
        count_targets();
        ranked_.rank(
            [&](std::uint32_t place) {
                arrange(place);
                return unknown_of_positions(place);
            },
            [&](std::uint32_t place) {
                arrange(place);
                return rounded(unknown_of_groups(place));
            });
    }
    bool next(Cut& cut) { return ranked_.next(cut); }

private:
    struct TargetCount {
        std::uint32_t item = 0;  // in the part
        Code target = 0;
        std::uint32_t records = 0;
    };

    static double times_log(std::uint64_t count) {
        const auto number = static_cast<double>(count);
        return count == 0 ? 0 : number * std::log2(number);
    }
    void count_targets();
    // Billionths of a bit per record.
    std::int64_t rounded(double bits) const {
        return std::llround(std::max(bits, 0.0) / std::max(1.0, static_cast<double>(part_.part.records)) * 1e9);
    }
    std::vector<std::int64_t> unknown_of_positions(std::uint32_t place);
    double unknown_of_groups(std::uint32_t place);
    // Calls f(target, records) for the items with the value, an index into the tally's.
    template <class F>
    void each_target(std::size_t place, std::size_t value, F f) const {
        const std::size_t v = value - part_.tally.values(place).first;
        for (std::uint32_t i = begins_[v]; i < begins_[v + 1]; ++i)
            f(targets_[order_[i]].target, targets_[order_[i]].records);
    }
    void arrange(std::uint32_t place);

    const Opened<Shape>& part_;
    RankedCuts<Shape> ranked_;
    std::vector<TargetCount> targets_;
    std::vector<std::uint32_t> begins_, order_, value_of_;  // targets_ by their values of one attribute
    std::vector<std::uint64_t> left_, right_;               // records by target, zero between uses
};

template <class Shape>
void InformationCut<Shape>::count_targets() {
    const Problem& problem = part_.plan.problem;
    left_.resize(problem.column(problem.target).domain().size());
    right_.resize(left_.size());
    targets_.clear();
    for (std::uint32_t i = 0; i < part_.part.size; ++i) {
        const std::uint32_t source = part_.store->items[part_.part.begin + i].source;
        for (std::uint32_t t = part_.plan.offsets[source]; t < part_.plan.offsets[source + 1]; ++t)
            if (problem.tuples->weights[t] > 0)
                targets_.push_back({i, problem.column(problem.target)[t], problem.tuples->weights[t]});
    }
}

// Puts targets_ in the order of their values.
template <class Shape>
void InformationCut<Shape>::arrange(std::uint32_t place) {
    const std::uint32_t attribute = part_.attributes[place];
    begins_.assign(part_.tally.values(place).size + 2, 0);
    value_of_.resize(targets_.size());
    for (std::size_t i = 0; i < targets_.size(); ++i) {
        const Code code = part_.store->key(part_.part.begin + targets_[i].item)[attribute];
        value_of_[i] = static_cast<std::uint32_t>(part_.value_of(place, code));
        ++begins_[value_of_[i] + 2];
    }
    for (std::size_t v = 2; v < begins_.size(); ++v) begins_[v] += begins_[v - 1];
    order_.resize(targets_.size());
    for (std::uint32_t i = 0; i < targets_.size(); ++i) order_[begins_[value_of_[i] + 1]++] = i;
}

// Of each cut in two: after the first value, after the second …
template <class Shape>
std::vector<std::int64_t> InformationCut<Shape>::unknown_of_positions(std::uint32_t place) {
    const auto [first, size] = part_.tally.values(place);
    for (const TargetCount& count : targets_) right_[count.target] += count.records;
    double left_sum = 0, right_sum = 0;
    for (const TargetCount& count : targets_) {
        right_sum += times_log(right_[count.target]);
        left_[count.target] += right_[count.target];
        right_[count.target] = 0;
    }
    std::swap(left_, right_);
    std::vector<std::int64_t> unknown;
    std::uint64_t before = 0;
    for (std::size_t v = first; v + 1 < first + size; ++v) {
        each_target(place, v, [&](Code target, std::uint32_t records) {
            left_sum += times_log(left_[target] + records) - times_log(left_[target]);
            right_sum += times_log(right_[target] - records) - times_log(right_[target]);
            left_[target] += records;
            right_[target] -= records;
        });
        before += part_.tally.records(v);
        unknown.push_back(rounded(times_log(before) - left_sum + times_log(part_.part.records - before) - right_sum));
    }
    for (const TargetCount& count : targets_) left_[count.target] = right_[count.target] = 0;
    return unknown;
}

// Bits, of all records together.
template <class Shape>
double InformationCut<Shape>::unknown_of_groups(std::uint32_t place) {
    double unknown = 0;
    part_.each_group(part_.attributes[place], place, [&](std::size_t begin, std::size_t end) {
        std::uint64_t records = 0;
        for (std::size_t v = begin; v < end; ++v) {
            records += part_.tally.records(v);
            each_target(place, v, [&](Code target, std::uint32_t count) { left_[target] += count; });
        }
        unknown += times_log(records);
        for (std::size_t v = begin; v < end; ++v)
            each_target(place, v, [&](Code target, std::uint32_t) {
                unknown -= times_log(left_[target]);
                left_[target] = 0;
            });
        return true;
    });
    return unknown;
}

}  // namespace scrim::recode::partition
