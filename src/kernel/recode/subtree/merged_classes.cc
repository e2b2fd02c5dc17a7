#include "kernel/recode/subtree/merged_classes.h"

#include "kernel/core/partition.h"
#include "kernel/core/radix_sort.h"

#include <algorithm>

namespace scrim::recode::subtree {
namespace {

constexpr std::uint32_t end_of_list = UINT32_MAX;
// A part of the hash is enough to sort by, and faster.
constexpr unsigned hash_shift = 31;

// Hashes of values add up to the hash of a class.
std::uint64_t mix(std::size_t slot, Code value) {
    std::uint64_t z = (std::uint64_t{slot} << 32 | value) + 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

}  // namespace

MergedClasses::MergedClasses(const Problem& problem, const AskedColumns& asked)
    : problem_(&problem), asked_(&asked), columns_(asked.columns().size()), next_(problem.tuples->size(), end_of_list) {
    const Partition raw = group_by(problem.tuples->table, asked.columns());
    classes_.resize(raw.size());
    values_.resize(raw.size() * columns_);
    for (const std::size_t column : asked.columns()) {
        by_value_.emplace_back(problem.column(column).domain().size());
        failing_at_.emplace_back(problem.column(column).domain().size(), 0);
    }
    for (Id id = 0; id < raw.size(); ++id) {
        Class& made = classes_[id];
        made.first = raw[id].front();
        made.last = raw[id].back();
        for (std::size_t i = 0; i < raw[id].size(); ++i) {
            made.records += problem.tuples->weights[raw[id][i]];
            if (i > 0) next_[raw[id][i - 1]] = raw[id][i];
        }
        for (std::size_t slot = 0; slot < columns_; ++slot) {
            const Code code = problem.column(asked.columns()[slot])[made.first];
            value(id, slot) = code;
            made.hash += mix(slot, code);
            by_value_[slot][code].push_back(id);
        }
        if (made.records > 0) ++sizes_[made.records];
        judge(id);
    }
    find_smallest();
}

std::size_t MergedClasses::slot_of(std::size_t column) const {
    const auto& columns = asked_->columns();
    return static_cast<std::size_t>(std::lower_bound(columns.begin(), columns.end(), column) - columns.begin());
}

void MergedClasses::count_failing(Id id, bool add) {
    const Class& counted = classes_[id];
    for (std::size_t slot = 0; slot < columns_; ++slot) failing_at_[slot][value(id, slot)] += add ? 1 : -1;
    failing_classes_ += add ? 1 : -1;
    failing_records_ += add ? counted.records : -counted.records;
}

void MergedClasses::judge(Id id) {
    Class& judged = classes_[id];
    bool holds = judged.records >= asked_->least_records() || judged.records == 0;
    if (holds && !asked_->counts_only()) {
        members_.clear();
        for (std::uint32_t tuple = judged.first; tuple != end_of_list; tuple = next_[tuple])
            members_.push_back({tuple, problem_->tuples->weights[tuple]});
        holds = asked_->holds(members_, scratch_);
    }
    judged.fails = !holds;
    if (judged.fails) count_failing(id, true);
}

bool MergedClasses::fails_at(std::size_t attribute, std::span<const Span> values) const {
    const auto& failing = failing_at_[slot_of(attribute)];
    return std::any_of(values.begin(), values.end(), [&](Span span) { return failing[span.lo] > 0; });
}

void MergedClasses::find_smallest() {
    smallest_.clear();
    for (Id id = 0; id < classes_.size(); ++id)
        if (!classes_[id].dead && classes_[id].records == smallest()) smallest_.push_back(id);
}

bool MergedClasses::all_smallest_within(std::size_t slot, Span whole) {
    return std::all_of(smallest_.begin(), smallest_.end(), [&](Id id) { return whole.contains(value(id, slot)); });
}

// The classes that print one of the parts, in touched_, those of equal other values side by side, up to each of ends_.
void MergedClasses::collect(std::size_t slot, std::span<const Span> parts) {
    std::vector<std::uint64_t> keys;
    touched_.clear();
    for (const Span part : parts)
        for (const Id id : by_value_[slot][part.lo])
            if (!classes_[id].dead) {
                touched_.push_back(id);
                keys.push_back((classes_[id].hash - mix(slot, value(id, slot))) >> hash_shift);
            }
    radix_sort(keys, touched_, 64 - hash_shift);
    ends_.clear();
    const auto same = [&](Id a, Id b) {
        for (std::size_t other = 0; other < columns_; ++other)
            if (other != slot && value(a, other) != value(b, other)) return false;
        return true;
    };
    for (std::uint32_t begin = 0; begin < touched_.size();) {
        std::uint32_t end = begin + 1;
        while (end < touched_.size() && keys[end] == keys[begin]) ++end;
        // Equal hashes are equal values but for the rarest of accidents.
        while (begin < end) {
            const Id first = touched_[begin];
            const auto from = touched_.begin() + begin, to = touched_.begin() + end;
            begin += static_cast<std::uint32_t>(
                std::stable_partition(from, to, [&](Id id) { return same(first, id); }) - from);
            ends_.push_back(begin);
        }
    }
}

std::uint64_t MergedClasses::smallest_after(std::size_t attribute, Span whole, std::span<const Span> parts) {
    const std::size_t slot = slot_of(attribute);
    // While one of the smallest classes stays as it is, so does the smallest size.
    if (!all_smallest_within(slot, whole)) return smallest();
    collect(slot, parts);
    std::map<std::uint64_t, std::uint64_t> gone;
    std::uint64_t after = UINT64_MAX;
    std::uint32_t begin = 0;
    for (const std::uint32_t end : ends_) {
        std::uint64_t sum = 0;
        for (; begin < end; ++begin) {
            sum += classes_[touched_[begin]].records;
            ++gone[classes_[touched_[begin]].records];
        }
        if (sum > 0) after = std::min(after, sum);
    }
    for (const auto& [records, count] : sizes_) {
        if (records >= after) break;
        const auto found = gone.find(records);
        if (found == gone.end() || found->second < count) return records;
    }
    return after;
}

void MergedClasses::merge(Id into, Id from) {
    Class& kept = classes_[into];
    Class& gone = classes_[from];
    const auto forget_size = [&](std::uint64_t records) {
        if (records == 0) return;
        const auto size = sizes_.find(records);
        if (--size->second == 0) sizes_.erase(size);
    };
    forget_size(kept.records);
    forget_size(gone.records);
    kept.records += gone.records;
    if (kept.records > 0) ++sizes_[kept.records];
    next_[kept.last] = gone.first;
    kept.last = gone.last;
    gone.dead = true;
}

void MergedClasses::generalize(std::size_t attribute, Span whole, std::span<const Span> parts) {
    const std::size_t slot = slot_of(attribute);
    collect(slot, parts);
    std::vector<Id> survivors;
    survivors.reserve(ends_.size());
    std::uint32_t begin = 0;
    for (const std::uint32_t end : ends_) {
        const Id into = touched_[begin];
        const bool alone = begin + 1 == end;
        for (std::uint32_t i = begin; i < end; ++i)
            if (classes_[touched_[i]].fails) count_failing(touched_[i], false);
        for (std::uint32_t i = begin + 1; i < end; ++i) merge(into, touched_[i]);
        classes_[into].hash += mix(slot, whole.lo) - mix(slot, value(into, slot));
        value(into, slot) = whole.lo;
        if (!alone)
            judge(into);
        else if (classes_[into].fails)
            count_failing(into, true);
        survivors.push_back(into);
        begin = end;
    }
    for (const Span part : parts) by_value_[slot][part.lo] = {};
    by_value_[slot][whole.lo] = std::move(survivors);
    const std::uint64_t now = smallest();
    std::erase_if(smallest_, [&](Id id) { return classes_[id].dead || classes_[id].records != now; });
    if (smallest_.empty()) find_smallest();
}

}  // namespace scrim::recode::subtree
