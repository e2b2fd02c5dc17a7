#include "kernel/recode/subtree/cell_generalizer.h"

#include <algorithm>

namespace scrim::recode::subtree {
namespace {

using hierarchy::Hierarchy;

// Not so narrow that sums over all records of a table could grow beyond 128 bits: rounded down, to the safe side.
Ratio within(const Ratio& p) {
    constexpr Int128 most = Int128{1} << 40;
    const Ratio reduced = p.reduced();
    if (reduced.denominator() <= most) return reduced;
    return Ratio(static_cast<Int128>(reduced.to_double() * 1e9) - 1, 1'000'000'000);
}

double share(Int128 part, Int128 whole) { return static_cast<double>(part) / static_cast<double>(whole); }

}  // namespace

CellGeneralizer::CellGeneralizer(const Hierarchy& hierarchy, const Ratio& p)
    : hierarchy_(hierarchy), numerator_(within(p).numerator()), denominator_(within(p).denominator()) {}

const models::Breach& CellGeneralizer::breach_of(Span guard) {
    return known_.try_emplace(guard, hierarchy_, guard).first->second;
}

Int128 CellGeneralizer::change(const Limit& limit, Span from, Span to) const {
    return (limit.breach->below(to) - limit.breach->below(from)) * denominator_;
}

bool CellGeneralizer::holds() const {
    return std::all_of(limits_.begin(), limits_.end(), [](const Limit& limit) { return limit.over <= 0; });
}

// How many records of the cell go the way that the first one goes: until a limit is met or reached.
std::uint64_t CellGeneralizer::as_many(const Cell& cell, Span node) const {
    std::uint64_t records = cell.records;
    for (const Limit& limit : limits_) {
        const Int128 by = change(limit, cell.node, node);
        Int128 until = records;
        if (by < 0 && limit.over > 0) until = (limit.over - by - 1) / -by;
        if (by > 0 && limit.over <= 0) until = std::max<Int128>(1, -limit.over / by);
        records = std::min(records, static_cast<std::uint64_t>(std::min<Int128>(until, records)));
    }
    return records;
}

bool CellGeneralizer::best_step(Step& step) const {
    double best = 0;
    for (std::size_t c = 0; c < made_.cells.size(); ++c) {
        const Cell& cell = made_.cells[c];
        const bool counts = std::any_of(limits_.begin(), limits_.end(), [&](const Limit& limit) {
            return limit.over > 0 && limit.breach->below(cell.node) > 0;
        });
        if (!counts || cell.records == 0) continue;
        const auto nodes = hierarchy_.nodes();
        for (auto above = hierarchy_.covering(cell.node); above != Hierarchy::none; above = nodes[above].parent) {
            const Span node = nodes[above].span;
            if (node.width() == cell.node.width()) continue;
            double less = 0;  // of what is too much
            for (const Limit& limit : limits_) {
                const Int128 by = change(limit, cell.node, node);
                if (by == 0) continue;
                const Int128 before = std::max<Int128>(0, limit.over), after = std::max<Int128>(0, limit.over + by);
                less += share(before - after, limit.breach->scale());
            }
            const double worth = less / (node.width() - cell.node.width());
            if (worth <= best) continue;
            best = worth;
            step = {c, node, as_many(cell, node)};
        }
    }
    return best > 0;
}

void CellGeneralizer::take(const Step& step) {
    const Cell from = made_.cells[step.cell];
    made_.cells[step.cell].records -= step.records;
    const auto same = std::find_if(made_.cells.begin(), made_.cells.end(), [&](const Cell& cell) {
        return cell.value == from.value && cell.node == step.node;
    });
    if (same != made_.cells.end())
        same->records += step.records;
    else
        made_.cells.push_back({from.value, step.node, step.records});
    for (Limit& limit : limits_) limit.over += change(limit, from.node, step.node) * static_cast<Int128>(step.records);
}

// One cell that could be printed more specifically by itself, the costliest first.
bool CellGeneralizer::best_way_back(Step& step) const {
    const auto nodes = hierarchy_.nodes();
    Code widest = 1;
    for (std::size_t c = 0; c < made_.cells.size(); ++c) {
        const Cell& cell = made_.cells[c];
        if (cell.records == 0 || cell.node.width() <= widest) continue;
        for (auto below = hierarchy_.leaf(cell.value); nodes[below].span.width() < cell.node.width();
             below = nodes[below].parent) {
            Int128 records = cell.records;
            for (const Limit& limit : limits_)
                if (const Int128 by = change(limit, cell.node, nodes[below].span); by > 0)
                    records = std::min(records, -limit.over / by);
            if (records == 0) continue;
            widest = cell.node.width();
            step = {c, nodes[below].span, static_cast<std::uint64_t>(records)};
            break;
        }
    }
    return widest > 1;
}

const CellGeneralizer::Made& CellGeneralizer::run(std::span<const ValueCount> values, std::span<const Span> guards) {
    made_.cells.clear();
    made_.cost = 0;
    Int128 records = 0;
    for (const ValueCount& bar : values) {
        made_.cells.push_back({bar.value, Span::of(bar.value), bar.count});
        records += bar.count;
    }
    limits_.clear();
    for (const Span guard : guards) {
        Limit limit{&breach_of(guard)};
        for (const Cell& cell : made_.cells)
            limit.over += limit.breach->below(cell.node) * static_cast<Int128>(cell.records) * denominator_;
        limit.over -= numerator_ * records * limit.breach->scale();
        limits_.push_back(limit);
    }
    Step step;
    while (!holds() && best_step(step)) take(step);
    made_.holds = holds();
    if (!made_.holds) return made_;
    while (best_way_back(step)) take(step);
    std::erase_if(made_.cells, [](const Cell& cell) { return cell.records == 0; });
    std::sort(made_.cells.begin(), made_.cells.end());
    for (const Cell& cell : made_.cells) made_.cost += cell.records * (cell.node.width() - 1);
    return made_;
}

}  // namespace scrim::recode::subtree
