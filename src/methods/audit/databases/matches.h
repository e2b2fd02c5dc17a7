// Matches: the ways to satisfy a conjunction with tuples of the space. The lineage of a query says, for each row that
// it could give, which sets of tuples give it.
//
//   S(p, a) :- PDA(p, d, a).   lineage of S(john, flu): {PDA(john, macdonald, flu)}, {PDA(john, zhivago, flu)}, …
#pragma once

#include "methods/audit/databases/limits.h"
#include "methods/audit/databases/typed_program.h"
#include "scrim/result.h"

#include <functional>
#include <map>
#include <set>
#include <vector>

namespace scrim::audit::databases {

// Tuples that satisfy together: sorted, each once.
using Match = std::vector<TupleId>;
using Lineage = std::map<Row, std::vector<Match>>;

// The tuples that may be used: all, or some.
class Candidates {
public:
    explicit Candidates(const TupleSpace& space);
    // Those for which `usable` is not 0.
    Candidates(const TupleSpace& space, const std::vector<char>& usable);
    Candidates(const TupleSpace& space, const Database& database);

    bool has(TupleId tuple) const { return usable_[tuple] != 0; }
    const std::vector<TupleId>& of(std::size_t relation) const { return by_relation_[relation]; }

private:
    void list(const TupleSpace& space);

    std::vector<char> usable_;
    std::vector<std::vector<TupleId>> by_relation_;
};

// More matches than this are refused.
inline constexpr std::uint64_t most_matches = 3'000'000;

// Calls `found` with the variables' values and the tuples of each atom. `values` holds the values of variables that are
// bound beforehand and `unbound` for others; it is as it was afterwards.
inline constexpr std::uint32_t unbound = 0xFFFFFFFF;
using Found = std::function<void(const Row& values, const std::vector<TupleId>& tuples)>;
Result<void> for_each_match(const TypedProgram& program, const TypedConjunction& conjunction,
                            const std::vector<std::uint32_t>& variable_types, const Candidates& candidates, Row& values,
                            const Found& found, const Limits& limits);

// By row; a row without a match is not there.
Result<Lineage> lineage(const TypedProgram& program, const TypedQuery& query, const Candidates& candidates,
                        const Limits& limits);
// What the query gives on a database.
Result<std::set<Row>> answer(const TypedProgram& program, const TypedQuery& query, const Database& database,
                             const Limits& limits);

Match as_match(std::vector<TupleId> tuples);
// Without those that contain another, which need not be named; where there are very many, only if `always`.
void keep_minimal(std::vector<Match>& matches, bool always = false);

}  // namespace scrim::audit::databases
