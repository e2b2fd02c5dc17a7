// Functions by the names that mean the engine's own, whatever the owner has made. A macro of the owner's called lower
// or sum goes before the engine's where a name is looked up; in an analyst's question, and in what a view stands for,
// it must not.
#pragma once

#include <duckdb.hpp>

#include <string>

namespace scrim::sql {

// The function that an expression calls, if any, is the engine's (or one of ours, which stand beside them).
void use_built_in(duckdb::ParsedExpression& expression);
// The same of every function in a statement that is called scrim_….
void use_our_own(duckdb::SQLStatement& statement);

// The engine itself writes some functions where a statement has none by name: x[1], row.field, [1, 2]. Their names
// cannot be made to mean its own: this gives the first of them that the owner has made a function of, or "".
std::string shadowed_syntax(duckdb::ClientContext& context);

}  // namespace scrim::sql
