// Against everybody, whatever they believe. Theorem 1: no belief moves if and only if the possible databases stay the
// same. (Or the secret was certain beforehand: the theorem speaks of all secrets, a question of one.) Where a database
// drops out and one with another secret stays, somebody's belief moves as far as one likes: who thinks that it is one
// of the two.
#include "methods/audit/databases/question.h"

namespace scrim::audit::databases {

Result<Change> change_of_databases(const Question& question) {
    const TypedProgram& program = question.program;
    const World& before = question.before;
    const Database& actual = question.actual;
    const Limits& limits = question.limits;
    SCRIM_TRY(const Answers shown_rows, answers_in(program, question.views, before, actual, limits));
    SCRIM_TRY(const Answers secrets, answers_in(program, program.secrets, before, actual, limits));
    Change change;
    Sat sat(limits);
    WorldFormula formula(sat, before);
    const int other_view = some_differ(sat, formula, shown_rows);
    const int other_secret = some_differ(sat, formula, secrets);
    SCRIM_TRY(change.changed, sat.solve({other_view}));
    if (!change.changed) return change;
    change.removed = formula.database();
    SCRIM_TRY(const bool open, sat.solve({other_secret}));
    change.certain = !open;
    if (change.certain) return change;
    change.kept = formula.database();
    SCRIM_TRY(const bool both, sat.solve({other_view, other_secret}));
    if (both) {
        change.removed = formula.database();
        change.kept = actual;
    }
    // Otherwise whatever drops out has the actual secret, and what has another one stays.
    return change;
}

ViewGuarantee against_all(const Question& question, const Change& change) {
    const TypedProgram& program = question.program;
    const Limits& limits = question.limits;
    ViewGuarantee made;
    made.any_domain = change.changed && !change.certain;
    if (!change.changed) {
        made.verdict = ViewVerdict::holds;
        made.reason = "the possible databases stay the same: nobody learns anything";
        return made;
    }
    if (change.certain) {
        made.verdict = ViewVerdict::holds;
        made.reason = "the secret was certain beforehand: nobody's belief in it can move";
        return made;
    }
    made.database = program.database_text(change.removed);
    made.database_secret = secret_text(program, change.removed, limits);
    made.database_meaning = "no longer possible";
    if (question.epsilon >= 1) {
        made.verdict = ViewVerdict::holds;
        made.reason = "no belief can move by more than 1";
        return made;
    }
    made.verdict = ViewVerdict::breached;
    made.reason = "databases with another secret drop out: beliefs move";
    SecretBelief belief;
    belief.rows = secret_text(program, change.kept, limits);
    const Fraction prior = (1 - question.epsilon) / 2;
    belief.prior = fraction_text(prior);
    belief.posterior = "1";
    belief.moved = fraction_text(1 - prior);
    belief.attacker = format("who knew that it is {{{}}} or {{{}}}", join(program.database_text(change.removed), ", "),
                             join(program.database_text(change.kept), ", "));
    made.value = std::move(belief);
    return made;
}

}  // namespace scrim::audit::databases
