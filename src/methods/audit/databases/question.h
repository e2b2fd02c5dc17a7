// Question: a guarantee, the databases that were possible before something is published, and those that are after.
// One function for each kind of attacker answers it.
#pragma once

#include "methods/audit/databases/belief_space.h"
#include "methods/audit/databases/program.h"
#include "methods/audit/databases/world.h"
#include "methods/audit/databases/world_formula.h"
#include "scrim/audit.h"

#include <optional>
#include <vector>

namespace scrim::audit::databases {

struct Question {
    const AuditProgram& source;
    const TypedProgram& program;
    const Database& actual;
    const World& before;
    const World& after;
    std::vector<TypedQuery> views;  // that make the difference between before and after
    Attacker attacker;
    Fraction epsilon;  // 0: no revision at all
    const Limits& limits;
};

// Queries with what they give on the actual database, and what they could give in a world.
struct Answers {
    std::vector<Lineage> could;
    std::vector<std::set<Row>> actual;
};
Result<Answers> answers_in(const TypedProgram& program, const std::vector<TypedQuery>& queries, const World& world,
                           const Database& actual, const Limits& limits);
// A literal that implies that one of the queries gives something else than it does.
int some_differ(Sat& sat, WorldFormula& formula, const Answers& answers);
std::vector<std::string> secret_text(const TypedProgram& program, const Database& database, const Limits& limits);

// No complete exposure of the database (NDE) and of the secret (NSE) in a world.
Result<ViewGuarantee> database_exposure(const TypedProgram& program, const World& world, const Database& actual,
                                        const Limits& limits);
Result<ViewGuarantee> secret_exposure(const TypedProgram& program, const World& world, const Database& actual,
                                      const Limits& limits);
// Every person of the secret (all of its columns but the last) may have k different values (the last column).
Result<ViewGuarantee> k_anonymity(const TypedProgram& program, const World& world, const Database& actual,
                                  std::uint32_t k, const Limits& limits);

// Does anybody's belief in the secret move, by more than epsilon? (NBR, NFBR, BBR, BFBR)
Result<ViewGuarantee> belief_revision(const Question& question);

// What belief_revision is made of. Against everybody (Theorem 1): did the possible databases change?
struct Change {
    bool changed = false;
    bool certain = false;    // the secret was certain beforehand: nobody's belief can move
    Database removed, kept;  // databases with different secrets, the first no longer possible; where neither
};
Result<Change> change_of_databases(const Question& question);
ViewGuarantee against_all(const Question& question, const Change& change);
Result<ViewGuarantee> against_secret_focused(const Question& question);
Result<ViewGuarantee> against_given(const Question& question);
// All attackers who take tuples as independent, whatever chances they give them.
Result<ViewGuarantee> against_any_independent(const Question& question);
// The one who gives tuples these chances; uniform is 1/2 for all.
Result<ViewGuarantee> against_chances(const Question& question, const std::vector<Fraction>& chances);
Result<ViewGuarantee> against_pruning(const Question& question);

// True where no attacker with independent tuples revises a belief: see independence.cc.
enum class Independence { independent, dependent, unknown };
struct IndependenceTest {
    Independence outcome = Independence::unknown;
    std::vector<TupleId> shared;  // tuples that both the secret and what is published depend on
};
Result<IndependenceTest> test_independence(const Question& question);

// The chances that the file gives, by tuple; 1/2 where it says nothing.
Result<std::vector<Fraction>> chances_of(const AuditProgram& source, const TypedProgram& program,
                                         const std::string& name);

// The reason why nothing is decided about an attacker to whom what is published has the probability 0.
inline const std::string thought_impossible =
    "this attacker thinks that what is published cannot be (probability 0): give other probabilities";

SecretBelief shown(const TypedProgram& program, const SecretRows& rows, const Shift& shift, std::string attacker);
// The verdict and the witness from a finished or stopped search.
ViewGuarantee judged(const TypedProgram& program, const SecretRows& rows, const ShiftSearch& search,
                     const Fraction& epsilon, const std::string& attacker);

}  // namespace scrim::audit::databases
