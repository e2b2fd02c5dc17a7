// World: the possible databases as conditions on tuples, not as a list. Each condition says: where all tuples of the
// body are, all tuples of one of the heads are too. What follows at once is settled: such tuples are fixed.
//
//   published Vp = {john}   PDA(john, _, _) some: {} -> {t1} | {t2} | …   PDA(jane, d, a) none: {t9} -> (nothing),
//   fixed out
#pragma once

#include "methods/audit/databases/limits.h"
#include "methods/audit/databases/matches.h"
#include "methods/audit/databases/typed_program.h"
#include "scrim/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace scrim::audit::databases {

struct Condition {
    Match body;
    std::vector<Match> heads;
    auto operator<=>(const Condition&) const = default;
};

struct World {
    enum class State : std::uint8_t { out, in, free };

    std::vector<State> states;          // by tuple
    std::vector<Condition> conditions;  // over free tuples
    bool contradictory = false;

    std::vector<TupleId> free_tuples() const;
    // All that are not out.
    Candidates candidates(const TupleSpace& space) const;
};

// Is this one of its databases?
bool satisfies(const World& world, const Database& database);

// Every database.
World any_database(const TypedProgram& program);
// With further conditions; whatever follows at once is settled.
World restricted(World world, std::vector<Condition> conditions);

// The databases of `world` that satisfy the program's constraints.
Result<World> constrained(const TypedProgram& program, World world, const Limits& limits);
// The databases of `world` on which the queries give what they give on `actual`.
Result<World> published(const TypedProgram& program, World world, const std::vector<TypedQuery>& queries,
                        const Database& actual, const Limits& limits);

// The conditions under which the queries give what they give on `actual`, over tuples that `world` leaves open.
Result<std::vector<Condition>> view_conditions(const TypedProgram& program, const World& world,
                                               const std::vector<TypedQuery>& queries, const Database& actual,
                                               const Limits& limits);
// The first constraint that the database breaks, with the tuples that break it.
struct Violation {
    std::size_t constraint = 0;
    std::vector<TupleId> tuples;
};
Result<std::optional<Violation>> find_violation(const TypedProgram& program, const Database& database,
                                                const Limits& limits);

}  // namespace scrim::audit::databases
