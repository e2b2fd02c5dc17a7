#include "methods/audit/databases/world.h"

#include <algorithm>

namespace scrim::audit::databases {
namespace {

using State = World::State;

// Takes settled tuples out of the condition; true when it holds anyway.
bool reduce(Condition& condition, const std::vector<State>& states) {
    const auto is = [&](TupleId tuple, State state) { return states[tuple] == state; };
    for (const TupleId tuple : condition.body)
        if (is(tuple, State::out)) return true;
    std::erase_if(condition.body, [&](TupleId tuple) { return is(tuple, State::in); });
    std::erase_if(condition.heads, [&](const Match& head) {
        return std::any_of(head.begin(), head.end(), [&](TupleId tuple) { return is(tuple, State::out); });
    });
    for (Match& head : condition.heads) {
        std::erase_if(head, [&](TupleId tuple) { return is(tuple, State::in); });
        // Whatever is in the body is there.
        if (std::includes(condition.body.begin(), condition.body.end(), head.begin(), head.end())) return true;
    }
    return false;
}

// Conditions of one constraint for all tuples that may be there.
Result<void> add_constraint(const TypedProgram& program, const TypedConstraint& constraint,
                            const Candidates& candidates, std::vector<Condition>& conditions, const Limits& limits) {
    Row values(constraint.variable_types.size(), unbound);
    Error problem;
    bool failed = false;
    const auto found = [&](const Row& bound, const std::vector<TupleId>& tuples) {
        if (failed) return;
        Condition condition{as_match(tuples), {}};
        bool holds = false;
        for (const TypedConjunction& head : constraint.heads) {
            Row inner = bound;
            const auto made = for_each_match(
                program, head, constraint.variable_types, candidates, inner,
                [&](const Row&, const std::vector<TupleId>& head_tuples) {
                    if (head_tuples.empty())
                        holds = true;
                    else if (!holds)
                        condition.heads.push_back(as_match(head_tuples));
                },
                limits);
            if (!made) {
                failed = true;
                problem = made.error();
                return;
            }
            if (holds) return;
        }
        if (conditions.size() >= most_matches) {
            failed = true;
            problem = input_error(format("the constraints make more than {} conditions: too many for an exact answer",
                                         with_thousands(most_matches)));
            return;
        }
        keep_minimal(condition.heads);
        conditions.push_back(std::move(condition));
    };
    SCRIM_CHECK(for_each_match(program, constraint.body, constraint.variable_types, candidates, values, found, limits));
    if (failed) return problem;
    return {};
}

}  // namespace

std::vector<TupleId> World::free_tuples() const {
    std::vector<TupleId> found;
    for (TupleId tuple = 0; tuple < states.size(); ++tuple)
        if (states[tuple] == State::free) found.push_back(tuple);
    return found;
}

Candidates World::candidates(const TupleSpace& space) const {
    std::vector<char> usable;
    for (const State state : states) usable.push_back(state == State::out ? 0 : 1);
    return Candidates(space, usable);
}

bool satisfies(const World& world, const Database& database) {
    for (TupleId tuple = 0; tuple < world.states.size(); ++tuple)
        if (world.states[tuple] != State::free && database.has(tuple) != (world.states[tuple] == State::in))
            return false;
    const auto has_all = [&](const Match& match) {
        return std::all_of(match.begin(), match.end(), [&](TupleId tuple) { return database.has(tuple); });
    };
    return !world.contradictory &&
           std::all_of(world.conditions.begin(), world.conditions.end(), [&](const Condition& condition) {
               return !has_all(condition.body) || std::any_of(condition.heads.begin(), condition.heads.end(), has_all);
           });
}

World any_database(const TypedProgram& program) {
    World world;
    world.states.assign(program.space.size(), State::free);
    return world;
}

World restricted(World world, std::vector<Condition> conditions) {
    conditions.insert(conditions.end(), std::make_move_iterator(world.conditions.begin()),
                      std::make_move_iterator(world.conditions.end()));
    const auto settle = [&](const Match& tuples, State state) {
        for (const TupleId tuple : tuples) world.states[tuple] = state;
    };
    for (bool changed = true; changed && !world.contradictory;) {
        changed = false;
        std::erase_if(conditions, [&](Condition& condition) {
            if (reduce(condition, world.states)) return true;
            if (condition.heads.empty() && condition.body.size() == 1) {
                settle(condition.body, State::out);
            } else if (condition.body.empty() && condition.heads.size() == 1) {
                settle(condition.heads.front(), State::in);
            } else {
                if (condition.heads.empty() && condition.body.empty()) world.contradictory = true;
                return false;
            }
            changed = true;
            return true;
        });
    }
    for (Condition& condition : conditions) keep_minimal(condition.heads);
    std::sort(conditions.begin(), conditions.end());
    conditions.erase(std::unique(conditions.begin(), conditions.end()), conditions.end());
    world.conditions = std::move(conditions);
    return world;
}

Result<World> constrained(const TypedProgram& program, World world, const Limits& limits) {
    const Candidates candidates = world.candidates(program.space);
    std::vector<Condition> conditions;
    for (const TypedConstraint& constraint : program.constraints)
        SCRIM_CHECK(add_constraint(program, constraint, candidates, conditions, limits));
    return restricted(std::move(world), std::move(conditions));
}

Result<std::vector<Condition>> view_conditions(const TypedProgram& program, const World& world,
                                               const std::vector<TypedQuery>& queries, const Database& actual,
                                               const Limits& limits) {
    std::vector<Condition> conditions;
    const Candidates candidates = world.candidates(program.space);
    for (const TypedQuery& query : queries) {
        SCRIM_TRY(const std::set<Row> rows, answer(program, query, actual, limits));
        SCRIM_TRY(Lineage matches, lineage(program, query, candidates, limits));
        for (auto& [row, ways] : matches) {
            if (rows.count(row) > 0)
                conditions.push_back({{}, std::move(ways)});
            else
                for (Match& way : ways) conditions.push_back({std::move(way), {}});
        }
        for (const Row& row : rows)
            if (matches.count(row) == 0) conditions.push_back({{}, {}});  // cannot be: no way to get it
    }
    return conditions;
}

Result<World> published(const TypedProgram& program, World world, const std::vector<TypedQuery>& queries,
                        const Database& actual, const Limits& limits) {
    // Views of one relation first: they rule out most tuples, and joins then have few to combine.
    for (const bool single : {true, false}) {
        std::vector<TypedQuery> some;
        for (const TypedQuery& query : queries)
            if (query.single_atoms() == single) some.push_back(query);
        SCRIM_TRY(std::vector<Condition> conditions, view_conditions(program, world, some, actual, limits));
        world = restricted(std::move(world), std::move(conditions));
    }
    return world;
}

Result<std::optional<Violation>> find_violation(const TypedProgram& program, const Database& database,
                                                const Limits& limits) {
    const Candidates candidates(program.space, database);
    for (std::size_t c = 0; c < program.constraints.size(); ++c) {
        std::vector<Condition> conditions;
        SCRIM_CHECK(add_constraint(program, program.constraints[c], candidates, conditions, limits));
        for (const Condition& condition : conditions)
            if (condition.heads.empty()) return std::optional<Violation>({c, condition.body});
    }
    return std::optional<Violation>();
}

}  // namespace scrim::audit::databases
