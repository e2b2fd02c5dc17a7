#include "methods/audit/release/belief.h"

#include "kernel/core/parallel.h"
#include "kernel/risk/risk.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace scrim::audit {
namespace {

constexpr std::size_t most_moves = 20;

// The tenth that a share falls in: up to 10 % is the first.
std::size_t tenth(const Ratio& share) {
    for (std::size_t i = 0; i < 9; ++i)
        if (share <= Ratio(static_cast<Int128>(i + 1), 10)) return i;
    return 9;
}

struct Move {
    std::size_t of_class = 0;
    Code value = 0;
    std::uint64_t records = 0;
    Belief belief;
};

// The order in which moves are reported.
bool larger(const Move& a, const Move& b) {
    if (const auto order = a.belief.moved() <=> b.belief.moved(); order != 0) return order > 0;
    return std::pair(a.of_class, a.value) < std::pair(b.of_class, b.value);
}

}  // namespace

void most_frequent(const models::ClassView& view, std::size_t most, std::vector<std::uint32_t>& order) {
    order.resize(view.values.size());
    std::iota(order.begin(), order.end(), 0u);
    const auto last = order.begin() + static_cast<std::ptrdiff_t>(std::min(most, order.size()));
    std::partial_sort(order.begin(), last, order.end(),
                      [&](std::uint32_t a, std::uint32_t b) { return view.values[a].count > view.values[b].count; });
}

Ratio Belief::moved() const {
    const Int128 x = after.numerator() * before.denominator(), y = before.numerator() * after.denominator();
    return Ratio(x > y ? x - y : y - x, after.denominator() * before.denominator());
}

Belief belief_in(const models::ClassView& view, std::size_t at, std::span<const std::uint32_t> frequent,
                 const Attacker& attacker) {
    const ValueHistogram& released = view.sensitive->overall;
    const auto overall = [&](Code value) { return attacker.prior ? attacker.prior->counts[value] : released[value]; };
    const std::uint64_t shown = attacker.people > 0 ? attacker.people : released.total();
    std::uint64_t all = attacker.prior ? attacker.prior->total : shown, here = view.size, pruned = 0;
    for (std::size_t i = 0; i < frequent.size() && pruned < attacker.pruned; ++i) {
        if (frequent[i] == at) continue;
        const ValueCount& other = view.values[frequent[i]];
        here -= other.count;
        all -= overall(other.value);
        ++pruned;
    }
    const ValueCount& own = view.values[at];
    return {Ratio(static_cast<Int128>(overall(own.value)), static_cast<Int128>(all)),
            Ratio(static_cast<Int128>(own.count), static_cast<Int128>(here))};
}

namespace {

// Classes that are gone through at a time: the same blocks whatever the number of threads, so that sums are the same.
constexpr std::size_t block_classes = 4096;

// What a part of the classes gives.
struct Part {
    std::uint64_t records = 0, values = 0, certain = 0;
    bool unique = true;
    Ratio highest_before{0}, highest_after{0};
    double sum_before = 0, sum_after = 0;
    std::array<std::uint64_t, 10> before{}, after{};
    std::vector<Move> moves;  // a heap: the smallest on top

    void add(const Move& move) {
        if (moves.size() == most_moves && !larger(move, moves.front())) return;
        moves.push_back(move);
        std::push_heap(moves.begin(), moves.end(), larger);
        if (moves.size() <= most_moves) return;
        std::pop_heap(moves.begin(), moves.end(), larger);
        moves.pop_back();
    }
    void add(const Part& other) {
        records += other.records;
        values += other.values;
        certain += other.certain;
        unique &= other.unique;
        highest_before = std::max(highest_before, other.highest_before);
        highest_after = std::max(highest_after, other.highest_after);
        sum_before += other.sum_before;
        sum_after += other.sum_after;
        for (std::size_t i = 0; i < before.size(); ++i) {
            before[i] += other.before[i];
            after[i] += other.after[i];
        }
        for (const Move& move : other.moves) add(move);
    }
};

Part part_of(const models::Classes& classes, const Attacker& attacker, std::size_t begin, std::size_t end) {
    Part part;
    models::Classes::Scratch scratch;
    std::vector<std::uint32_t> frequent;
    for (std::size_t c = begin; c < end; ++c) {
        const models::ClassView view = classes.own_view(c, scratch);
        if (attacker.pruned > 0) most_frequent(view, attacker.pruned + 1, frequent);
        part.records += view.size;
        for (std::size_t v = 0; v < view.values.size(); ++v) {
            const std::uint64_t records = view.values[v].count;
            part.unique &= records == 1;
            part.values += records;
            const Belief belief = belief_in(view, v, frequent, attacker);
            part.highest_before = std::max(part.highest_before, belief.before);
            part.highest_after = std::max(part.highest_after, belief.after);
            if (belief.after == Ratio(1)) part.certain += records;
            part.before[tenth(belief.before)] += records;
            part.after[tenth(belief.after)] += records;
            part.sum_before += static_cast<double>(records) * belief.before.to_double();
            part.sum_after += static_cast<double>(records) * belief.after.to_double();
            part.add({c, view.values[v].value, records, belief});
        }
    }
    return part;
}

}  // namespace

BeliefReport beliefs_of(const models::Classes& classes, const Attacker& attacker) {
    std::vector<Part> parts((classes.size() + block_classes - 1) / block_classes);
    parallel_for(0, parts.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            parts[i] = part_of(classes, attacker, i * block_classes, std::min(classes.size(), (i + 1) * block_classes));
    });
    Part all;
    for (const Part& part : parts) all.add(part);
    BeliefReport report;
    report.sensitive = classes.sensitive()->name;
    report.classes = classes.size();
    report.records = all.records;
    report.values = all.values;
    report.people = attacker.people > 0;
    report.certain = all.certain;
    report.values_unique = all.unique;
    report.before = all.before;
    report.after = all.after;
    std::vector<Move> moves = std::move(all.moves);
    std::sort(moves.begin(), moves.end(), larger);
    report.highest_before = risk::exact(all.highest_before);
    report.highest_after = risk::exact(all.highest_after);
    report.largest_move = risk::exact(moves.empty() ? Ratio(0) : moves.front().belief.moved());
    report.average_before = all.sum_before / static_cast<double>(report.values);
    report.average_after = all.sum_after / static_cast<double>(report.values);
    for (const Move& move : moves) {
        BeliefMove shown;
        for (std::size_t i = 0; i < classes.x(); ++i)
            shown.of_class.emplace_back(classes.x_name(i), classes.is_null(move.of_class, i)
                                                               ? std::nullopt
                                                               : std::optional(classes.label(move.of_class, i)));
        shown.value = classes.sensitive()->domain->label(move.value);
        shown.records = move.records;
        shown.before = risk::exact(move.belief.before);
        shown.after = risk::exact(move.belief.after);
        report.moves.push_back(std::move(shown));
    }
    return report;
}

}  // namespace scrim::audit
