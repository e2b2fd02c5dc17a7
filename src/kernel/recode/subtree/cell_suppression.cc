#include "kernel/recode/subtree/cell_suppression.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace scrim::recode::subtree {

CellSuppression::CellSuppression(const Problem& problem, const std::vector<AskedColumns>& asked, std::vector<Cut> cuts)
    : problem_(problem), cuts_(std::move(cuts)) {
    const Table& table = problem.tuples->table;
    for (std::size_t c = 0; c < table.width(); ++c) values_.push_back(table[c].domain().size());
    for (std::size_t a = 0; a < problem.dimensions(); ++a) {
        const Cut& cut = cuts_[a];
        auto& cells = cell_of_.emplace_back(cut.size());
        auto& spans = span_of_.emplace_back();
        for (Code code = 0; code < cut.size(); ++code) {
            if (code == cut[code].lo) spans.push_back(cut[code]);
            cells[code] = static_cast<std::uint32_t>(spans.size() - 1);
        }
        // A column that prints "*" everywhere has no cells to suppress.
        may_.push_back(problem.quasi_identifiers[a].max_level == problem.quasi_identifiers[a].hierarchy->height() &&
                       spans.size() > 1);
        values_[a] = static_cast<std::uint32_t>(spans.size());
        spans.push_back({0, static_cast<Code>(cut.size())});
    }
    sets_of_.resize(problem.dimensions());
    std::vector<std::size_t> others;  // columns that are asked about and printed as they are
    for (const AskedColumns& set : asked) {
        for (const std::size_t c : set.columns())
            if (c < problem.dimensions())
                sets_of_[c].push_back(sets_.size());
            else
                others.push_back(c);
        sets_.push_back({set.columns(), set.least_records(), {}});
    }
    std::sort(others.begin(), others.end());
    others.erase(std::unique(others.begin(), others.end()), others.end());
    std::map<std::vector<std::uint32_t>, std::size_t> known;
    for (std::uint32_t t = 0; t < problem.tuples->size(); ++t) {
        std::vector<std::uint32_t> cells(table.width(), 0);
        for (std::size_t a = 0; a < problem.dimensions(); ++a) cells[a] = cell_of_[a][table[a][t]];
        for (const std::size_t c : others) cells[c] = table[c][t];
        const auto [place, added] = known.emplace(cells, rows_.size());
        if (added) rows_.push_back({std::move(cells), {}, 0});
        Row& row = rows_[place->second];
        row.members.push_back({t, problem.tuples->weights[t]});
        row.records += problem.tuples->weights[t];
    }
    for (const Row& row : rows_)
        for (Set& set : sets_) set.records[key(row, set)] += row.records;
    asked_for_.assign(problem.dimensions(), 0);
    for (const Row& row : rows_)
        for (const Set& set : sets_)
            if (fails(row, set))
                for (const std::size_t c : set.columns)
                    if (c < problem.dimensions()) asked_for_[c] += row.records;
}

Uint128 CellSuppression::key(const Row& row, const Set& set) const {
    Uint128 key = 0;
    for (const std::size_t c : set.columns) key = key * (Uint128{values_[c]} + 1) + row.cells[c];
    return key;
}

Uint128 CellSuppression::key_with(const Row& row, const Set& set, std::size_t attribute, std::uint32_t cell) const {
    Uint128 key = 0;
    for (const std::size_t c : set.columns)
        key = key * (Uint128{values_[c]} + 1) + (c == attribute ? cell : row.cells[c]);
    return key;
}

std::uint64_t CellSuppression::count(const Set& set, Uint128 key) const {
    const auto found = set.records.find(key);
    return found == set.records.end() ? 0 : found->second;
}

void CellSuppression::print(Row& row, std::size_t attribute, std::uint32_t cell) {
    for (const std::size_t s : sets_of_[attribute]) sets_[s].records[key(row, sets_[s])] -= row.records;
    row.cells[attribute] = cell;
    for (const std::size_t s : sets_of_[attribute]) sets_[s].records[key(row, sets_[s])] += row.records;
}

// Of the cells in classes that fail, the one after which the row is in the fewest of them; then that of the attribute
// which is most often in one, so that suppressed cells come together; then the one that loses least. None:
// dimensions().
std::size_t CellSuppression::best_cell(const Row& row) const {
    std::vector<char> fail;
    std::int64_t failing = 0;
    for (const Set& set : sets_) failing += fail.emplace_back(fails(row, set));
    std::size_t best = problem_.dimensions();
    std::tuple<std::int64_t, std::uint64_t, double> least;
    for (std::size_t a = 0; a < problem_.dimensions(); ++a) {
        if (!may_[a] || suppressed(row, a)) continue;
        if (std::none_of(sets_of_[a].begin(), sets_of_[a].end(), [&](std::size_t s) { return fail[s]; })) continue;
        std::int64_t after = failing;
        for (const std::size_t s : sets_of_[a]) {
            const Set& set = sets_[s];
            after += (count(set, key_with(row, set, a, values_[a])) + row.records < set.least) - fail[s];
        }
        const hierarchy::Attribute& attribute = problem_.quasi_identifiers[a];
        const double loses = attribute.weight * (attribute.domain().size() - span_of_[a][row.cells[a]].width()) /
                             std::max<Code>(attribute.domain().size(), 2);
        const std::tuple score{after, UINT64_MAX - asked_for_[a], loses};
        if (best < problem_.dimensions() && score >= least) continue;
        best = a;
        least = score;
    }
    return best;
}

bool CellSuppression::suppress() {
    for (;;) {
        bool fine = true, changed = false;
        for (Row& row : rows_) {
            if (std::none_of(sets_.begin(), sets_.end(), [&](const Set& set) { return fails(row, set); })) continue;
            fine = false;
            const std::size_t a = best_cell(row);
            if (a == problem_.dimensions()) continue;
            print(row, a, values_[a]);
            changed = true;
        }
        if (fine) return true;
        if (!changed && !pull_along()) return false;
    }
}

// A class of suppressed cells that is too small gets the row that has to give the fewest cells for it.
bool CellSuppression::pull_along() {
    for (const Row& row : rows_)
        for (const Set& set : sets_) {
            if (!fails(row, set)) continue;
            Row* chosen = nullptr;
            std::pair<std::size_t, std::uint64_t> least;
            for (Row& other : rows_) {
                std::size_t given = 0;
                const bool fits = std::all_of(set.columns.begin(), set.columns.end(), [&](std::size_t c) {
                    if (other.cells[c] == row.cells[c]) return true;
                    ++given;
                    return c < problem_.dimensions() && suppressed(row, c);
                });
                const std::pair score{given, other.records};
                if (!fits || given == 0 || (chosen && score >= least)) continue;
                chosen = &other;
                least = score;
            }
            if (!chosen) continue;
            for (const std::size_t c : set.columns)
                if (chosen->cells[c] != row.cells[c]) print(*chosen, c, values_[c]);
            return true;
        }
    return false;
}

bool CellSuppression::can_restore(const Row& row, std::size_t attribute, std::uint32_t cell) const {
    return std::all_of(sets_of_[attribute].begin(), sets_of_[attribute].end(), [&](std::size_t s) {
        const Set& set = sets_[s];
        const std::uint64_t left = count(set, key(row, set)) - row.records;
        return (left == 0 || left >= set.least) &&
               count(set, key_with(row, set, attribute, cell)) + row.records >= set.least;
    });
}

void CellSuppression::restore() {
    for (bool changed = true; changed;) {
        changed = false;
        for (Row& row : rows_)
            for (std::size_t a = 0; a < problem_.dimensions(); ++a) {
                const std::uint32_t cell = cell_of_[a][problem_.column(a)[row.members.front().tuple]];
                if (!suppressed(row, a) || !can_restore(row, a, cell)) continue;
                print(row, a, cell);
                changed = true;
            }
    }
}

std::uint64_t CellSuppression::cells() const {
    std::uint64_t sum = 0;
    for (const Row& row : rows_)
        for (std::size_t a = 0; a < problem_.dimensions(); ++a)
            if (suppressed(row, a)) sum += row.records;
    return sum;
}

Recoding CellSuppression::recoding() const {
    Recoding recoding(problem_.dimensions());
    std::vector<Span> box(problem_.dimensions());
    for (const Row& row : rows_) {
        for (std::size_t a = 0; a < box.size(); ++a) box[a] = span_of_[a][row.cells[a]];
        recoding.add(box, row.members);
    }
    recoding.merge_equal_boxes();
    return recoding;
}

}  // namespace scrim::recode::subtree
