#include "audit/release/belief.h"

#include "check/risk.h"

#include <algorithm>
#include <numeric>

namespace scrim {
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

}  // namespace

void most_frequent(const ClassView& view, std::size_t most, std::vector<std::uint32_t>& order) {
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

Belief belief_in(const ClassView& view, std::size_t at, std::span<const std::uint32_t> frequent,
                 const Attacker& attacker) {
    const Histogram& overall = view.sensitive->overall;
    std::uint64_t all = overall.total(), here = view.size, pruned = 0;
    for (std::size_t i = 0; i < frequent.size() && pruned < attacker.pruned; ++i) {
        if (frequent[i] == at) continue;
        const ValueCount& other = view.values[frequent[i]];
        here -= other.count;
        all -= overall[other.value];
        ++pruned;
    }
    const ValueCount& own = view.values[at];
    return {Ratio(static_cast<Int128>(overall[own.value]), static_cast<Int128>(all)),
            Ratio(static_cast<Int128>(own.count), static_cast<Int128>(here))};
}

BeliefReport beliefs_of(const Classes& classes, const Attacker& attacker) {
    BeliefReport report;
    report.sensitive = classes.sensitive()->name;
    report.classes = classes.size();
    report.values_unique = true;
    Ratio highest_before(0), highest_after(0);
    std::vector<Move> moves;  // a heap: the smallest on top
    const auto larger = [](const Move& a, const Move& b) { return a.belief.moved() > b.belief.moved(); };
    double before = 0, after = 0;
    Classes::Scratch scratch;
    std::vector<std::uint32_t> frequent;
    for (std::size_t c = 0; c < classes.size(); ++c) {
        const ClassView view = classes.own_view(c, scratch);
        if (attacker.pruned > 0) most_frequent(view, attacker.pruned + 1, frequent);
        report.records += view.size;
        for (std::size_t v = 0; v < view.values.size(); ++v) {
            const std::uint64_t records = view.values[v].count;
            report.values_unique &= records == 1;
            const Belief belief = belief_in(view, v, frequent, attacker);
            highest_before = std::max(highest_before, belief.before);
            highest_after = std::max(highest_after, belief.after);
            if (belief.after == Ratio(1)) report.certain += records;
            report.before[tenth(belief.before)] += records;
            report.after[tenth(belief.after)] += records;
            before += static_cast<double>(records) * belief.before.to_double();
            after += static_cast<double>(records) * belief.after.to_double();
            if (moves.size() == most_moves && belief.moved() <= moves.front().belief.moved()) continue;
            moves.push_back({c, view.values[v].value, records, belief});
            std::push_heap(moves.begin(), moves.end(), larger);
            if (moves.size() <= most_moves) continue;
            std::pop_heap(moves.begin(), moves.end(), larger);
            moves.pop_back();
        }
    }
    std::stable_sort(moves.begin(), moves.end(), larger);
    report.highest_before = exact(highest_before);
    report.highest_after = exact(highest_after);
    report.largest_move = exact(moves.empty() ? Ratio(0) : moves.front().belief.moved());
    report.average_before = before / static_cast<double>(report.records);
    report.average_after = after / static_cast<double>(report.records);
    for (const Move& move : moves) {
        BeliefMove shown;
        for (std::size_t i = 0; i < classes.x(); ++i)
            shown.of_class.emplace_back(classes.x_name(i), classes.is_null(move.of_class, i)
                                                               ? std::nullopt
                                                               : std::optional(classes.label(move.of_class, i)));
        shown.value = classes.sensitive()->domain->label(move.value);
        shown.records = move.records;
        shown.before = exact(move.belief.before);
        shown.after = exact(move.belief.after);
        report.moves.push_back(std::move(shown));
    }
    return report;
}

}  // namespace scrim
