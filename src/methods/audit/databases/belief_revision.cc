// NBR, NFBR, BBR, BFBR: which attacker is asked about, and what is quick to see for all of them.
#include "methods/audit/databases/guarantee.h"
#include "methods/audit/databases/tokens.h"

namespace scrim::audit::databases {
namespace {

bool independent_tuples(const Question& question) {
    return question.attacker.kind == Attacker::Kind::uniform || question.attacker.kind == Attacker::Kind::independent;
}

}  // namespace

Result<ViewGuarantee> belief_revision(const Question& question) {
    SCRIM_TRY(const Change change, change_of_databases(question));
    // What nobody can learn, nobody does: every class of attackers is part of all.
    if (question.attacker.kind == Attacker::Kind::all || !change.changed || change.certain)
        return against_all(question, change);
    const bool any_chances =
        question.attacker.kind == Attacker::Kind::independent && question.source.probabilities.empty();
    if (any_chances) return against_any_independent(question);
    if (independent_tuples(question)) {
        const auto test = test_independence(question);
        if (!test && test.error().kind == Error::Kind::cancelled) return test.error();
        if (test && test->outcome == Independence::independent) {
            ViewGuarantee made;
            made.verdict = ViewVerdict::holds;
            made.reason = "the secret and what is published depend on no common tuple: no belief moves";
            return made;
        }
    }
    switch (question.attacker.kind) {
        case Attacker::Kind::secret_focused: return against_secret_focused(question);
        case Attacker::Kind::pruning: return against_pruning(question);
        case Attacker::Kind::given: return against_given(question);
        case Attacker::Kind::independent: {
            SCRIM_TRY(const std::vector<Fraction> chances, chances_of(question.source, question.program, "the file"));
            return against_chances(question, chances);
        }
        default: {
            const std::vector<Fraction> half(question.program.space.size(), Fraction(1, 2));
            return against_chances(question, half);
        }
    }
}

const Guarantee& nbr_guarantee() {
    static const Guarantee spec{.name = "NBR",
                                .question = "Does no belief in the secret move when everything is published?",
                                .by_default = true,
                                .revision = true};
    return spec;
}

const Guarantee& nfbr_guarantee() {
    static const Guarantee spec{
        .name = "NFBR",
        .question = "Does no belief move further when the planned views follow the published ones?",
        .by_default = true,
        .revision = true,
        .further = true};
    return spec;
}

const Guarantee& bbr_guarantee() {
    static const Guarantee spec{.name = "BBR",
                                .question = "Does every belief move by {} at most?",
                                .parameter = "epsilon",
                                .by_default = true,
                                .revision = true};
    return spec;
}

const Guarantee& bfbr_guarantee() {
    static const Guarantee spec{.name = "BFBR",
                                .question = "Does every belief move further by {} at most?",
                                .parameter = "epsilon",
                                .by_default = true,
                                .revision = true,
                                .further = true};
    return spec;
}

}  // namespace scrim::audit::databases
