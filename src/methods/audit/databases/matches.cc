#include "methods/audit/databases/matches.h"

#include <algorithm>

namespace scrim::audit::databases {
namespace {

class Matcher {
public:
    Matcher(const TypedProgram& program, const TypedConjunction& conjunction,
            const std::vector<std::uint32_t>& variable_types, const Candidates& candidates, Row& values,
            const Found& found, const Limits& limits)
        : program_(program),
          conjunction_(conjunction),
          types_(variable_types),
          candidates_(candidates),
          values_(values),
          found_(found),
          limits_(limits),
          tuples_(conjunction.atoms.size(), 0),
          done_(conjunction.atoms.size(), 0) {}

    Result<void> run() {
        if (conjunction_.never || !comparisons_may_hold()) return {};
        from(0);
        if (stopped_) return limits_.error();
        if (too_many_)
            return input_error(format("more than {} ways to combine tuples: too many for an exact answer",
                                      with_thousands(most_matches)));
        return {};
    }

private:
    bool ended() {
        if ((++steps_ & 0xFFF) == 0 && limits_.stop()) stopped_ = true;
        return stopped_ || too_many_;
    }

    std::uint32_t value(const Slot& slot) const { return slot.variable ? values_[slot.index] : slot.index; }

    bool comparisons_may_hold() const {
        for (const TypedComparison& comparison : conjunction_.comparisons) {
            const std::uint32_t left = value(comparison.left), right = value(comparison.right);
            if (left != unbound && right != unbound && (left == right) != comparison.equal) return false;
        }
        return true;
    }

    // How many combinations of values of its free variables an atom has.
    double freedom(const TypedAtom& atom) const {
        double product = 1;
        for (std::size_t a = 0; a < atom.slots.size(); ++a)
            if (value(atom.slots[a]) == unbound) product *= program_.types[types_[atom.slots[a].index]].size();
        return product;
    }

    void from(std::size_t matched) {
        if (ended()) return;
        if (matched == conjunction_.atoms.size()) {
            if (++matches_ > most_matches)
                too_many_ = true;
            else
                found_(values_, tuples_);
            return;
        }
        // The atom with the fewest choices next.
        std::size_t next = conjunction_.atoms.size();
        double fewest = 0;
        for (std::size_t i = 0; i < conjunction_.atoms.size(); ++i) {
            if (done_[i] != 0) continue;
            const double choices = freedom(conjunction_.atoms[i]);
            if (next == conjunction_.atoms.size() || choices < fewest) {
                next = i;
                fewest = choices;
            }
        }
        const TypedAtom& atom = conjunction_.atoms[next];
        done_[next] = 1;
        const auto& listed = candidates_.of(atom.relation);
        if (fewest <= static_cast<double>(listed.size()))
            by_values(atom, 0, next, matched);
        else
            for (const TupleId tuple : listed) by_tuple(atom, tuple, next, matched);
        done_[next] = 0;
    }

    // Every value for the atom's free variables, one after the other.
    void by_values(const TypedAtom& atom, std::size_t a, std::size_t number, std::size_t matched) {
        while (a < atom.slots.size() && value(atom.slots[a]) != unbound) ++a;
        if (a == atom.slots.size()) {
            Row codes(atom.slots.size());
            for (std::size_t i = 0; i < codes.size(); ++i) codes[i] = value(atom.slots[i]);
            const TupleId tuple = program_.space.tuple(atom.relation, codes.data());
            if (!candidates_.has(tuple)) return;
            tuples_[number] = tuple;
            from(matched + 1);
            return;
        }
        const std::uint32_t variable = atom.slots[a].index;
        for (std::uint32_t code = 0; code < program_.types[types_[variable]].size() && !ended(); ++code) {
            values_[variable] = code;
            if (comparisons_may_hold()) by_values(atom, a + 1, number, matched);
        }
        values_[variable] = unbound;
    }

    void by_tuple(const TypedAtom& atom, TupleId tuple, std::size_t number, std::size_t matched) {
        if (ended()) return;
        const auto codes = program_.space.codes(tuple);
        std::vector<std::uint32_t> bound;
        bool fits = true;
        for (std::size_t a = 0; a < codes.size() && fits; ++a) {
            const Slot& slot = atom.slots[a];
            if (value(slot) == unbound) {
                values_[slot.index] = codes[a];
                bound.push_back(slot.index);
            } else {
                fits = value(slot) == codes[a];
            }
        }
        if (fits && comparisons_may_hold()) {
            tuples_[number] = tuple;
            from(matched + 1);
        }
        for (const std::uint32_t variable : bound) values_[variable] = unbound;
    }

    const TypedProgram& program_;
    const TypedConjunction& conjunction_;
    const std::vector<std::uint32_t>& types_;
    const Candidates& candidates_;
    Row& values_;
    const Found& found_;
    const Limits& limits_;
    std::vector<TupleId> tuples_;
    std::vector<char> done_;
    std::uint64_t steps_ = 0, matches_ = 0;
    bool stopped_ = false, too_many_ = false;
};

Row head_row(const TypedRule& rule, const Row& values) {
    Row row;
    for (const Slot& slot : rule.head) row.push_back(slot.variable ? values[slot.index] : slot.index);
    return row;
}

}  // namespace

Candidates::Candidates(const TupleSpace& space) : usable_(space.size(), 1) { list(space); }

Candidates::Candidates(const TupleSpace& space, const std::vector<char>& usable) : usable_(usable) { list(space); }

Candidates::Candidates(const TupleSpace& space, const Database& database) : usable_(space.size(), 0) {
    for (const TupleId tuple : database.tuples()) usable_[tuple] = 1;
    list(space);
}

void Candidates::list(const TupleSpace& space) {
    by_relation_.resize(space.relations().size());
    for (TupleId tuple = 0; tuple < space.size(); ++tuple)
        if (usable_[tuple] != 0) by_relation_[space.relation_of(tuple)].push_back(tuple);
}

Result<void> for_each_match(const TypedProgram& program, const TypedConjunction& conjunction,
                            const std::vector<std::uint32_t>& variable_types, const Candidates& candidates, Row& values,
                            const Found& found, const Limits& limits) {
    return Matcher(program, conjunction, variable_types, candidates, values, found, limits).run();
}

Result<Lineage> lineage(const TypedProgram& program, const TypedQuery& query, const Candidates& candidates,
                        const Limits& limits) {
    Lineage made;
    for (const TypedRule& rule : query.rules) {
        Row values(rule.variable_types.size(), unbound);
        SCRIM_CHECK(for_each_match(
            program, rule.body, rule.variable_types, candidates, values,
            [&](const Row& found, const std::vector<TupleId>& tuples) {
                made[head_row(rule, found)].push_back(as_match(tuples));
            },
            limits));
    }
    for (auto& [row, matches] : made) keep_minimal(matches);
    return made;
}

Result<std::set<Row>> answer(const TypedProgram& program, const TypedQuery& query, const Database& database,
                             const Limits& limits) {
    const Candidates candidates(program.space, database);
    std::set<Row> rows;
    for (const TypedRule& rule : query.rules) {
        Row values(rule.variable_types.size(), unbound);
        SCRIM_CHECK(for_each_match(
            program, rule.body, rule.variable_types, candidates, values,
            [&](const Row& found, const std::vector<TupleId>&) { rows.insert(head_row(rule, found)); }, limits));
    }
    return rows;
}

Match as_match(std::vector<TupleId> tuples) {
    std::sort(tuples.begin(), tuples.end());
    tuples.erase(std::unique(tuples.begin(), tuples.end()), tuples.end());
    return tuples;
}

void keep_minimal(std::vector<Match>& matches, bool always) {
    std::sort(matches.begin(), matches.end(),
              [](const Match& a, const Match& b) { return a.size() != b.size() ? a.size() < b.size() : a < b; });
    matches.erase(std::unique(matches.begin(), matches.end()), matches.end());
    // Quadratic: only where there are few. Leaving a match in is never wrong.
    if (matches.empty() || matches.back().size() == matches.front().size()) return;
    if (matches.size() > 500 && !always) return;
    std::vector<Match> kept;
    for (const Match& match : matches) {
        const bool contains = std::any_of(kept.begin(), kept.end(), [&](const Match& other) {
            return std::includes(match.begin(), match.end(), other.begin(), other.end());
        });
        if (!contains) kept.push_back(match);
    }
    matches = std::move(kept);
}

}  // namespace scrim::audit::databases
