// InformationCut: of the cuts of a part whose sides have records enough, first the one after which least is unknown
// about the target: the least entropy of the target within the sides, each side weighted by its records. Where that is
// equal, to a billionth of a bit, the cut that BestCut would take first.
//
// LeFevre, DeWitt, Ramakrishnan, Workload-aware Anonymization, KDD 2006, section 2.2. For strict plans with a target.
// Entropy chooses; whether a cut is allowed is decided by Demands.
#pragma once

#include "kernel/recode/partition/best_cut.h"

#include <cmath>

namespace scrim::recode::partition {

template <class Shape>
class InformationCut {
public:
    InformationCut(const Opened<Shape>& part, BestCut<Shape>& best) : part_(part), best_(best) {}

    // Begins with an opened part whose attributes are counted.
    void start() {
        count_targets();
        cuts_.clear();
        best_.find_all();
        for (Cut cut; best_.next(cut);) {
            const auto place = static_cast<std::uint32_t>(
                std::find(part_.attributes.begin(), part_.attributes.end(), cut.attribute) - part_.attributes.begin());
            cuts_.push_back({0, place, cut.bounds.front()});
        }
        for (std::uint32_t place = 0; place < part_.attributes.size(); ++place) weigh(place);
        std::reverse(cuts_.begin(), cuts_.end());
        std::stable_sort(cuts_.begin(), cuts_.end(),
                         [](const Candidate& a, const Candidate& b) { return a.unknown > b.unknown; });
    }
    bool next(Cut& cut) {
        if (cuts_.empty()) return false;
        const auto [unknown, place, bound] = cuts_.back();
        cuts_.pop_back();
        const std::uint32_t attribute = part_.attributes[place];
        if (part_.cut_anywhere(attribute))
            cut = {attribute, {bound}, 0};
        else
            cut = part_.cut_into_groups(attribute, place);
        return true;
    }

private:
    struct Candidate {
        std::int64_t unknown = 0;  // billionths of a bit per record
        std::uint32_t place = 0;   // in the part's attributes
        Code bound = 0;            // of a cut in two
    };
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
    void weigh(std::uint32_t place);
    std::vector<double> unknown_of_positions(std::uint32_t place);
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
    BestCut<Shape>& best_;
    std::vector<Candidate> cuts_;  // the next is the last
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
    const auto [first, size] = part_.tally.values(place);
    const std::uint32_t attribute = part_.attributes[place];
    begins_.assign(size + 2, 0);
    value_of_.resize(targets_.size());
    for (std::size_t i = 0; i < targets_.size(); ++i) {
        const Code code = part_.store->key(part_.part.begin + targets_[i].item)[attribute];
        std::size_t lo = 0, hi = size - 1;
        while (lo < hi) {
            const std::size_t middle = (lo + hi) / 2;
            if (part_.tally.code(first + middle) < code)
                lo = middle + 1;
            else
                hi = middle;
        }
        value_of_[i] = static_cast<std::uint32_t>(lo);
        ++begins_[lo + 2];
    }
    for (std::size_t v = 2; v < begins_.size(); ++v) begins_[v] += begins_[v - 1];
    order_.resize(targets_.size());
    for (std::uint32_t i = 0; i < targets_.size(); ++i) order_[begins_[value_of_[i] + 1]++] = i;
}

// Of each cut in two: after the first value, after the second … Bits, of all records together.
template <class Shape>
std::vector<double> InformationCut<Shape>::unknown_of_positions(std::uint32_t place) {
    const auto [first, size] = part_.tally.values(place);
    for (const TargetCount& count : targets_) right_[count.target] += count.records;
    double left_sum = 0, right_sum = 0;
    for (const TargetCount& count : targets_) {
        right_sum += times_log(right_[count.target]);
        left_[count.target] += right_[count.target];
        right_[count.target] = 0;
    }
    std::swap(left_, right_);
    std::vector<double> unknown;
    std::uint64_t before = 0;
    for (std::size_t v = first; v + 1 < first + size; ++v) {
        each_target(place, v, [&](Code target, std::uint32_t records) {
            left_sum += times_log(left_[target] + records) - times_log(left_[target]);
            right_sum += times_log(right_[target] - records) - times_log(right_[target]);
            left_[target] += records;
            right_[target] -= records;
        });
        before += part_.tally.records(v);
        unknown.push_back(times_log(before) - left_sum + times_log(part_.part.records - before) - right_sum);
    }
    for (const TargetCount& count : targets_) left_[count.target] = right_[count.target] = 0;
    return unknown;
}

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

// Sets what is unknown after each cut of one attribute.
template <class Shape>
void InformationCut<Shape>::weigh(std::uint32_t place) {
    const auto rounded = [&](double bits) {
        return std::llround(std::max(bits, 0.0) / std::max(1.0, static_cast<double>(part_.part.records)) * 1e9);
    };
    if (std::none_of(cuts_.begin(), cuts_.end(), [&](const Candidate& cut) { return cut.place == place; })) return;
    arrange(place);
    if (!part_.cut_anywhere(part_.attributes[place])) {
        const std::int64_t unknown = rounded(unknown_of_groups(place));
        for (Candidate& cut : cuts_)
            if (cut.place == place) cut.unknown = unknown;
        return;
    }
    const std::vector<double> unknown = unknown_of_positions(place);
    const auto [first, size] = part_.tally.values(place);
    std::vector<std::pair<Code, std::int64_t>> by_bound;
    for (std::size_t v = 0; v + 1 < size; ++v)
        by_bound.emplace_back(part_.tally.code(first + v + 1), rounded(unknown[v]));
    for (Candidate& cut : cuts_)
        if (cut.place == place)
            cut.unknown =
                std::lower_bound(by_bound.begin(), by_bound.end(), cut.bound, [](const auto& one, Code bound) {
                    return one.first < bound;
                })->second;
}

}  // namespace scrim::recode::partition
