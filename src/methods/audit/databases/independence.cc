// Do the secret and the new views stay independent for every attacker who takes tuples as independent?
//
// Let c be the databases possible before, as a Boolean function of tuples. It is a product of functions of disjoint
// sets of tuples, its components; a tuple that c does not mention is one by itself. Then the secret and the event "the
// views show this" are independent given c under all chances if and only if there is no component on which both depend.
// (If: components are independent of each other. Only if: independence is P[s,v,c] P[c] = P[s,c] P[v,c] between
// polynomials in the chances, linear in each of them. A component's factor of P[c] is irreducible, so it divides one of
// the two on the right, which then depends on the component's tuples through this factor alone. For a tuple outside c:
// the right side would be quadratic in its chance, and the left side is linear.) With c = everything, this is the
// critical tuples of Miklau and Suciu.
//
// Components are found from the conditions, first as they stand. Those may be coarser than the true ones: sharing one
// then proves nothing, unless it has one tuple. So where one is shared, conditions are made prime (nothing can be left
// out of them), as clauses: a prime clause of a product speaks of one factor only, so components are then the true
// ones.
#include "methods/audit/databases/question.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace scrim::audit::databases {
namespace {

using Parts = std::vector<std::vector<TupleId>>;

// Tuples that are connected by sets.
Parts connected(const World& world, const std::vector<std::vector<TupleId>>& sets) {
    std::vector<TupleId> parent(world.states.size());
    std::iota(parent.begin(), parent.end(), 0u);
    const auto root = [&](TupleId tuple) {
        while (parent[tuple] != tuple) tuple = parent[tuple] = parent[parent[tuple]];
        return tuple;
    };
    for (const auto& set : sets)
        for (const TupleId tuple : set) parent[root(tuple)] = root(set.front());
    std::map<TupleId, std::vector<TupleId>> by_root;
    for (const TupleId tuple : world.free_tuples()) by_root[root(tuple)].push_back(tuple);
    Parts made;
    for (auto& [first, tuples] : by_root) made.push_back(std::move(tuples));
    return made;
}

Parts components(const World& world) {
    std::vector<std::vector<TupleId>> sets;
    for (const Condition& condition : world.conditions) {
        sets.push_back(condition.body);
        for (const Match& head : condition.heads) sets.back().insert(sets.back().end(), head.begin(), head.end());
    }
    return connected(world, sets);
}

// A disjunction of tuples that are there (positive) or not.
struct Clause {
    std::vector<std::pair<TupleId, bool>> literals;
};

constexpr std::size_t most_clauses = 20'000;

// The world as clauses; nothing where a condition gives too many.
std::optional<std::vector<Clause>> clauses_of(const World& world) {
    std::vector<Clause> made;
    for (const Condition& condition : world.conditions) {
        std::vector<Clause> some(1);
        for (const TupleId tuple : condition.body) some.front().literals.emplace_back(tuple, false);
        for (const Match& head : condition.heads) {
            std::vector<Clause> longer;
            for (const Clause& clause : some)
                for (const TupleId tuple : head) {
                    longer.push_back(clause);
                    longer.back().literals.emplace_back(tuple, true);
                }
            some = std::move(longer);
            if (some.size() > 256) return std::nullopt;
        }
        made.insert(made.end(), some.begin(), some.end());
        if (made.size() > most_clauses) return std::nullopt;
    }
    return made;
}

// The true components; nothing where that takes too many clauses.
Result<std::optional<Parts>> true_components(const World& world, const Limits& limits) {
    auto clauses = clauses_of(world);
    if (!clauses) return std::optional<Parts>();
    Sat sat(limits);
    const WorldFormula formula(sat, world);
    std::vector<std::vector<TupleId>> sets;
    for (Clause& clause : *clauses) {
        for (std::size_t i = 0; i < clause.literals.size();) {
            // Does the world imply the rest of the clause?
            std::vector<int> violated;
            for (std::size_t k = 0; k < clause.literals.size(); ++k) {
                const auto& [tuple, positive] = clause.literals[k];
                if (k != i) violated.push_back(positive ? -formula.tuple(tuple) : formula.tuple(tuple));
            }
            SCRIM_TRY(const bool needed, sat.solve(violated));
            if (needed)
                ++i;
            else
                clause.literals.erase(clause.literals.begin() + static_cast<std::ptrdiff_t>(i));
        }
        sets.emplace_back();
        for (const auto& [tuple, positive] : clause.literals) sets.back().push_back(tuple);
    }
    return std::optional<Parts>(connected(world, sets));
}

// Two databases of a world that agree on all components but chosen ones.
class Pair {
public:
    Pair(const World& world, const std::vector<std::vector<TupleId>>& parts, const Limits& limits)
        : sat(limits), one(sat, world), other(sat, world, one, world.free_tuples()) {
        for (const auto& part : parts) {
            equal_.push_back(sat.variable());
            for (const TupleId tuple : part) {
                sat.add({-equal_.back(), one.tuple(tuple), -other.tuple(tuple)});
                sat.add({-equal_.back(), -one.tuple(tuple), other.tuple(tuple)});
            }
        }
    }
    Result<bool> differ_on(std::size_t part) {
        std::vector<int> assumptions = equal_;
        assumptions.erase(assumptions.begin() + static_cast<std::ptrdiff_t>(part));
        return sat.solve(assumptions);
    }

    Sat sat;
    WorldFormula one, other;

private:
    std::vector<int> equal_;
};

// The tuples of a part on which both the event "the views show this" and the secret depend; the smallest such part that
// was found, or none.
Result<std::vector<TupleId>> part_of_both(const Question& question, const std::vector<Condition>& conditions,
                                          const SecretRows& rows, const Parts& parts, const std::vector<char>& in_views,
                                          const std::vector<char>& in_secret) {
    const auto touches = [](const std::vector<TupleId>& part, const std::vector<char>& marked) {
        return std::any_of(part.begin(), part.end(), [&](TupleId tuple) { return marked[tuple] != 0; });
    };
    std::vector<TupleId> shared;
    std::optional<Pair> views, secrets;
    for (std::size_t p = 0; p < parts.size() && shared.size() != 1; ++p) {
        if (!touches(parts[p], in_views) || !touches(parts[p], in_secret)) continue;
        if (!shared.empty() && parts[p].size() > 1) continue;  // only one tuple would tell more
        if (!views) {
            views.emplace(question.before, parts, question.limits);
            views->one.require(conditions);
            views->sat.add({views->other.violates_one(conditions)});
            secrets.emplace(question.before, parts, question.limits);
            std::vector<int> some;
            for (const SecretRow& row : rows.open) {
                const int both = secrets->sat.variable();
                secrets->sat.add({-both, secrets->one.some_of(row.ways)});
                secrets->sat.add({-both, secrets->other.none_of(row.ways)});
                some.push_back(both);
            }
            secrets->sat.add(some);
        }
        SCRIM_TRY(const bool view_depends, views->differ_on(p));
        if (!view_depends) continue;
        SCRIM_TRY(const bool secret_depends, secrets->differ_on(p));
        if (secret_depends) shared = parts[p];
    }
    return shared;
}

}  // namespace

Result<IndependenceTest> test_independence(const Question& question) {
    const World& before = question.before;
    SCRIM_TRY(std::vector<Condition> shown_conditions,
              view_conditions(question.program, before, question.views, question.actual, question.limits));
    World event;
    event.states = before.states;
    event = restricted(std::move(event), std::move(shown_conditions));
    std::vector<Condition> conditions = event.conditions;
    for (const TupleId tuple : before.free_tuples()) {
        if (event.states[tuple] == World::State::in) conditions.push_back({{}, {{tuple}}});
        if (event.states[tuple] == World::State::out) conditions.push_back({{tuple}, {}});
    }
    SCRIM_TRY(const SecretRows rows, secret_rows(question.program, before, question.limits));

    std::vector<char> in_views(before.states.size(), 0), in_secret(before.states.size(), 0);
    for (const Condition& condition : conditions) {
        for (const TupleId tuple : condition.body) in_views[tuple] = 1;
        for (const Match& head : condition.heads)
            for (const TupleId tuple : head) in_views[tuple] = 1;
    }
    for (const SecretRow& row : rows.open)
        for (const Match& way : row.ways)
            for (const TupleId tuple : way) in_secret[tuple] = 1;
    const auto shared_part = [&](const Parts& parts) -> Result<std::vector<TupleId>> {
        return part_of_both(question, conditions, rows, parts, in_views, in_secret);
    };
    IndependenceTest test;
    SCRIM_TRY(test.shared, shared_part(components(before)));
    if (test.shared.empty()) {
        test.outcome = Independence::independent;
    } else if (test.shared.size() == 1) {
        test.outcome = Independence::dependent;
    } else {
        SCRIM_TRY(const auto parts, true_components(before, question.limits));
        if (!parts) return test;
        SCRIM_TRY(test.shared, shared_part(*parts));
        test.outcome = test.shared.empty() ? Independence::independent : Independence::dependent;
    }
    return test;
}

}  // namespace scrim::audit::databases
