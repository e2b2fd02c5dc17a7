#include "kernel/recode/partition/rollback.h"

#include "kernel/core/partition.h"

#include <algorithm>
#include <optional>

namespace scrim::recode::partition {
namespace {

void append(Members& to, const Members& members) { to.insert(to.end(), members.begin(), members.end()); }

// The records of one branch that have one combination of sensitive values.
struct Givers {
    std::size_t branch = 0;
    std::uint32_t value = 0;
    bool may = true;  // one more could go without the branch failing, as far as is known
};

// Moves up to `records` records with the value; returns how many.
template <class ValueOf>
std::uint64_t move_records(Members& from, Members& to, std::uint64_t records, ValueOf has_value) {
    std::uint64_t moved = 0;
    for (Member& member : from) {
        if (moved == records) break;
        if (!has_value(member.tuple)) continue;
        const auto part = static_cast<std::uint32_t>(std::min<std::uint64_t>(member.records, records - moved));
        to.push_back({member.tuple, part});
        member.records -= part;
        moved += part;
    }
    std::erase_if(from, [](const Member& member) { return member.records == 0; });
    return moved;
}

}  // namespace

std::uint64_t records_of(const Members& members) {
    std::uint64_t sum = 0;
    for (const Member& member : members) sum += member.records;
    return sum;
}

Rollback::Rollback(const Problem& problem) : demands_(problem.demands), value_of_(problem.tuples->size(), 0) {
    std::vector<std::size_t> columns;
    for (const models::SensitiveRole& role : demands_.roles().sensitive)
        columns.push_back(problem.tuples->table.find(role.column).value());
    if (columns.empty()) {
        values_ = 1;
        return;
    }
    const Partition groups = group_by(problem.tuples->table, columns);
    values_ = static_cast<std::uint32_t>(groups.size());
    for (std::uint32_t g = 0; g < values_; ++g)
        for (const std::uint32_t tuple : groups[g]) value_of_[tuple] = g;
}

Specialized Rollback::specialize(const std::vector<Members>& branches) {
    Specialized made = attempt(branches, false);
    if (Specialized mended = attempt(branches, true); mended.records > made.records) made = std::move(mended);
    if (!made.branches.empty()) return made;
    return one_alone(branches);
}

// `mend`: of a branch that fails, only some records go back.
Specialized Rollback::attempt(const std::vector<Members>& branches, bool mend) {
    Specialized made;
    for (Members branch : branches) {
        if (mend && !holds(branch)) this->mend(branch, made.back);
        if (!branch.empty() && holds(branch))
            made.branches.push_back(std::move(branch));
        else
            append(made.back, branch);
    }
    while (!made.branches.empty() && !made.back.empty() && !holds(made.back))
        if (!give_back(made)) roll_one_back(made);
    for (const Members& branch : made.branches) made.records += records_of(branch);
    return made;
}

// Records of the most frequent sensitive value go back, until the branch holds or cannot any more.
void Rollback::mend(Members& branch, Members& back) {
    std::vector<std::uint64_t> count(values_, 0);
    std::uint64_t size = 0;
    for (const Member& member : branch) {
        count[value_of_[member.tuple]] += member.records;
        size += member.records;
    }
    while (size > demands_.least_records() && !holds(branch)) {
        const auto top = static_cast<std::uint32_t>(std::max_element(count.begin(), count.end()) - count.begin());
        std::uint64_t second = 0;
        for (std::uint32_t value = 0; value < values_; ++value)
            if (value != top) second = std::max(second, count[value]);
        const std::uint64_t step =
            std::clamp<std::uint64_t>((count[top] - second) / 2, 1, size - demands_.least_records());
        const std::uint64_t gone =
            move_records(branch, back, step, [&](std::uint32_t tuple) { return value_of_[tuple] == top; });
        count[top] -= gone;
        size -= gone;
    }
}

// Records follow one by one, then more at a time, those first whose sensitive values the parent has least of, out of
// the largest branch that still holds without them. False where all that can go do not suffice; then nothing has gone.
bool Rollback::give_back(Specialized& made) {
    const Specialized before = made;
    std::vector<std::uint64_t> count(values_, 0), size;
    for (const Member& member : made.back) count[value_of_[member.tuple]] += member.records;
    std::vector<Givers> givers;
    for (std::size_t b = 0; b < made.branches.size(); ++b) {
        size.push_back(records_of(made.branches[b]));
        std::vector<std::uint32_t> values;
        for (const Member& member : made.branches[b]) values.push_back(value_of_[member.tuple]);
        std::sort(values.begin(), values.end());
        values.erase(std::unique(values.begin(), values.end()), values.end());
        for (const std::uint32_t value : values) givers.push_back({b, value});
    }
    std::uint64_t back = records_of(made.back), moved = 0;
    while (!holds(made.back)) {
        Givers* chosen = nullptr;
        for (Givers& one : givers)
            if (one.may && (!chosen || count[one.value] < count[chosen->value] ||
                            (count[one.value] == count[chosen->value] && size[one.branch] > size[chosen->branch])))
                chosen = &one;
        if (!chosen) {
            made = before;
            return false;
        }
        const std::uint64_t least = demands_.least_records();
        const auto has_value = [&](std::uint32_t tuple) { return value_of_[tuple] == chosen->value; };
        for (std::uint64_t step = back < least ? least - back : std::max<std::uint64_t>(moved / 4, 1);; step = 1) {
            Members rest = made.branches[chosen->branch], gone;
            const std::uint64_t records = move_records(rest, gone, step, has_value);
            if (records > 0 && !rest.empty() && holds(rest)) {
                append(made.back, gone);
                made.branches[chosen->branch] = std::move(rest);
                count[chosen->value] += records;
                size[chosen->branch] -= records;
                back += records;
                moved += records;
                break;
            }
            if (step > 1) continue;
            chosen->may = false;
            break;
        }
    }
    return true;
}

// The smallest branch with which the parent holds; where there is none, the smallest.
void Rollback::roll_one_back(Specialized& made) {
    std::stable_sort(made.branches.begin(), made.branches.end(),
                     [](const Members& a, const Members& b) { return records_of(a) < records_of(b); });
    auto chosen = std::find_if(made.branches.begin(), made.branches.end(), [&](const Members& branch) {
        Members with = made.back;
        append(with, branch);
        return holds(with);
    });
    if (chosen == made.branches.end()) chosen = made.branches.begin();
    append(made.back, *chosen);
    made.branches.erase(chosen);
}

// The largest branch that holds and without which the others do.
Specialized Rollback::one_alone(const std::vector<Members>& branches) {
    Specialized best;
    for (std::size_t b = 0; b < branches.size(); ++b) {
        const std::uint64_t records = records_of(branches[b]);
        if (records <= best.records || !holds(branches[b])) continue;
        Members others;
        for (std::size_t other = 0; other < branches.size(); ++other)
            if (other != b) append(others, branches[other]);
        if (holds(others)) best = {{branches[b]}, std::move(others), records};
    }
    return best;
}

}  // namespace scrim::recode::partition
