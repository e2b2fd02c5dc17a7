// How many fresh values stand for all values that the file does not name?
//
// One is enough for a type where no rule, and no right side of a constraint, uses a variable of it twice or compares
// two of them (and no left side asks two of them to differ): a possible database stays possible, and a different one
// stays different, when all its fresh values of such a type become one.
//
// One is also enough where published views show every value of the type as it stands: then no fresh one is possible.
//
// Otherwise, of a database that proves something, one way to get each published row is enough, and one more rule or
// tuple: so many values, unless constraints ask for further tuples. Then no number is known.
#pragma once

#include "methods/audit/databases/limits.h"
#include "methods/audit/databases/typed_program.h"

#include <cstdint>
#include <vector>

namespace scrim::audit::databases {

// By type; 0 where no number is known. The program may have no fresh values yet.
Result<std::vector<std::uint32_t>> enough_fresh_values(const TypedProgram& program, const Limits& limits);

// These, made smaller where that would give more than `most_tuples` potential tuples; at least 1 each.
std::vector<std::uint32_t> affordable(const TypedProgram& program, std::vector<std::uint32_t> fresh,
                                      double most_tuples);

}  // namespace scrim::audit::databases
