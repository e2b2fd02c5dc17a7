// Against attackers who tell secrets apart but not the databases that have one secret.
//
// Say a share r(s) of the databases with secret s stays possible. Such an attacker's odds between secrets s and t
// change by the factor r(s)/r(t). So no belief moves if and only if all shares are equal, which is to say: if the
// attacker who thinks all databases equally likely, one of them, does not revise any. And a belief x with odds that
// grow by f becomes f x / (f x + 1 - x), which moves most for x = 1 / (1 + √f), by (√f - 1) / (√f + 1). With f the
// largest of all ratios: no belief moves by more than e if and only if f <= ((1 + e) / (1 - e))².
#include "methods/audit/databases/question.h"

#include <cmath>

namespace scrim::audit::databases {
namespace {

// An attacker who only thinks of two secrets, with a prior for the first that makes it move far.
SecretBelief two_secrets(const Question& question, const SecretRows& rows, const ShareRange& range) {
    Fraction prior;
    if (range.smallest == 0) {
        prior = (1 - question.epsilon) / 2;
    } else {
        const double factor = Fraction(range.largest / range.smallest).get_d();
        const auto scaled = static_cast<long>(std::llround(std::ldexp(1 / (1 + std::sqrt(factor)), 40)));
        prior = Fraction(std::max(scaled, 1L), 1L << 40);
        prior.canonicalize();
        // Exact enough: a short fraction where one does as well.
        for (const long denominator : {2L, 3L, 4L, 5L, 10L, 100L, 1000L}) {
            Fraction rough(std::max(1L, std::lround(prior.get_d() * static_cast<double>(denominator))), denominator);
            rough.canonicalize();
            const Fraction later = range.largest * rough / (range.largest * rough + range.smallest * (1 - rough));
            if (rough < 1 && later - rough > question.epsilon) {
                prior = rough;
                break;
            }
        }
    }
    Shift shift = range.most;
    shift.prior = prior;
    shift.posterior = range.largest * prior / (range.largest * prior + range.smallest * (1 - prior));
    SecretBelief other = shown(question.program, rows, range.least, "");
    return shown(question.program, rows, shift,
                 format("who thinks that the secret is this or {{{}}}", join(other.rows, ", ")));
}

}  // namespace

Result<ViewGuarantee> against_secret_focused(const Question& question) {
    const std::vector<Fraction> half(question.program.space.size(), Fraction(1, 2));
    SCRIM_TRY(ViewGuarantee uniform, against_chances(question, half));
    for (auto* belief : {&uniform.value, &uniform.row})
        if (*belief) (*belief)->attacker = "who thinks all databases equally likely";
    if (question.epsilon == 0 || uniform.verdict == ViewVerdict::breached) return uniform;
    ViewGuarantee made;
    if (question.epsilon >= 1) {
        made.verdict = ViewVerdict::holds;
        made.reason = "no belief can move by more than 1";
        return made;
    }
    SCRIM_TRY(const auto space,
              BeliefSpace::make(question.program, question.before, question.after, half, question.limits));
    SCRIM_TRY(const ShareRange range, share_range(*space));
    const Fraction bound = (1 + question.epsilon) / (1 - question.epsilon);
    // largest / smallest <= bound², without dividing by 0.
    const bool holds = range.largest <= bound * bound * range.smallest;
    made.verdict = holds ? ViewVerdict::holds : ViewVerdict::breached;
    made.reason = range.smallest == 0 ? "a secret drops out: beliefs move as far as one likes"
                                      : format("the odds between two secrets change by the factor {} at most",
                                               fraction_text(Fraction(range.largest / range.smallest)));
    if (range.largest != range.smallest) made.value = two_secrets(question, space->secret(), range);
    return made;
}

}  // namespace scrim::audit::databases
