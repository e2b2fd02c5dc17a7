// Perfect privacy (G. Miklau, D. Suciu, SIGMOD 2004): whatever the database, the domain and the chances of independent
// tuples, publishing the views moves no belief in the secret. It holds if and only if no tuple is critical for both.
#pragma once

#include "methods/audit/databases/limits.h"
#include "methods/audit/databases/program.h"
#include "methods/audit/databases/typed_program.h"
#include "scrim/audit.h"

#include <set>

namespace scrim::audit::databases {

// Tuples whose presence can change what the query gives: those of a minimal way to get some row.
Result<std::set<TupleId>> critical_tuples(const TypedProgram& program, const TypedQuery& query, const Limits& limits);

// Facts, chances and constraints of the program do not matter: the theory knows none.
Result<ViewGuarantee> perfect_privacy(const AuditProgram& program, const std::string& name, const Limits& limits);

}  // namespace scrim::audit::databases
