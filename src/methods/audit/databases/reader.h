// Reads .audit files: statements that end with a point, in any order.
//
//   relation R(a, b).                            fact R(john, 'two words'), R(jane, 3).
//   secret S(x) :- R(x, y), x != y.              published and planned likewise; rules of one name are a union
//   constraint key R(a).                         constraint functional R(a -> b).
//   constraint inclusion R(a) <= Q(c).           constraint join R(a, b | b, c).
//   constraint Q(x, z) | x = y <- R(x, y).       constraint false <- R(x, x).
//   domain a {john, jane}.   domain R.a {john}.  closes a domain; others get fresh values
//   fresh 2.
//   attacker all.   secret_focused, independent, pruning(3), uniform, given
//   probability R(john, _) = 1/10.               of independent tuples
//   belief 1/3 {R(john, 3), R(jane, 4)}.         of the attacker who is given
//   guarantee NDE.   guarantee BBR 1/10.   guarantee k_anonymity 3.
//
// In rules and constraints a bare name is a variable, constants are quoted or numbers; everywhere else bare names are
// constants. A bare name in a rule that is also somebody's constant is refused: it is more likely a slip than a
// variable.
#pragma once

#include "methods/audit/databases/program.h"
#include "scrim/result.h"

#include <string>
#include <string_view>

namespace scrim::audit::databases {

// `name` is for messages, which say line and column, what is wrong and what would be accepted.
Result<AuditProgram> read_audit_program(std::string_view text, const std::string& name);

// "pruning(3)", "uniform", …
Result<Attacker> parse_attacker(std::string_view text);
// "NDE", "BBR 1/10", "k_anonymity 3"
Result<AskedGuarantee> parse_guarantee(std::string_view text);
// A number from 0 to 1: "0.1", "1/3".
Result<Ratio> parse_share(std::string_view text);

}  // namespace scrim::audit::databases
