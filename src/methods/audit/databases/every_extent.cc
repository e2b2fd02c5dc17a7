// Guarantees for every extent over a bounded domain. In general, with any number of values, this cannot be decided.
#include "methods/audit/databases/extent.h"

#include "methods/audit/databases/guarantee.h"

namespace scrim::audit::databases {
namespace {

constexpr std::size_t most_extents = 2'000;

// The rows that queries could give, each with a literal that says whether it is there.
class SharedRows {
public:
    SharedRows(Sat& sat, const std::vector<Lineage>& rows) : sat_(sat), rows_(rows) {
        for (const Lineage& matches : rows)
            for (std::size_t i = 0; i < matches.size(); ++i) there_.push_back(sat.variable());
    }
    // The database gives exactly the rows that are there.
    void tie(WorldFormula& database) {
        std::size_t i = 0;
        for (const Lineage& matches : rows_)
            for (const auto& [row, ways] : matches) {
                sat_.add({-there_[i], database.some_of(ways)});
                sat_.add({there_[i], database.none_of(ways)});
                ++i;
            }
    }

private:
    Sat& sat_;
    const std::vector<Lineage>& rows_;
    std::vector<int> there_;
};

// Requires that two databases give different rows.
void require_difference(Sat& sat, WorldFormula& a, WorldFormula& b, const std::vector<Lineage>& rows) {
    std::vector<int> some;
    for (const Lineage& matches : rows)
        for (const auto& [row, ways] : matches)
            for (const bool first : {true, false}) {
                const int both = sat.variable();
                sat.add({-both, (first ? a : b).some_of(ways)});
                sat.add({-both, (first ? b : a).none_of(ways)});
                some.push_back(both);
            }
    sat.add(some);
}

// Against everybody, all extents at once: two databases that show the same of `seen` but not of `new_views`, and a
// third that also does and has another secret than the first.
Result<ViewGuarantee> everybody(const TypedProgram& program, const World& world, const std::vector<TypedQuery>& seen,
                                const std::vector<TypedQuery>& new_views, const Limits& limits) {
    const Database none(program.space.size());
    SCRIM_TRY(const Answers old_rows, answers_in(program, seen, world, none, limits));
    SCRIM_TRY(const Answers new_rows, answers_in(program, new_views, world, none, limits));
    SCRIM_TRY(const Answers secrets, answers_in(program, program.secrets, world, none, limits));
    Sat sat(limits);
    WorldFormula one(sat, world), other(sat, world), third(sat, world);
    SharedRows shared(sat, old_rows.could);
    shared.tie(one);
    shared.tie(other);
    shared.tie(third);
    require_difference(sat, one, other, new_rows.could);
    require_difference(sat, one, third, secrets.could);
    SCRIM_TRY(const bool found, sat.solve());
    ViewGuarantee made;
    made.verdict = found ? ViewVerdict::breached : ViewVerdict::holds;
    made.reason = found ? "there are facts for which databases with another secret drop out"
                        : "for no facts do the possible databases change, where the secret is open";
    if (found) {
        made.any_domain = true;
        made.database = program.database_text(one.database());
        made.database_meaning = "with these facts it is breached";
        made.database_secret = secret_text(program, one.database(), limits);
    }
    return made;
}

}  // namespace

Result<ViewGuarantee> on_every_extent(const AuditProgram& source, const TypedProgram& program,
                                      const AskedGuarantee& asked, const Attacker& attacker, const Limits& limits) {
    SCRIM_TRY(const World world, constrained(program, any_database(program), limits));
    std::vector<TypedQuery> views = program.published;
    views.insert(views.end(), program.planned.begin(), program.planned.end());
    const bool further = asked.guarantee->further;
    const bool bounded = asked.epsilon && *asked.epsilon >= Ratio(1);
    if (asked.guarantee->revision && attacker.kind == Attacker::Kind::all && !bounded)
        return everybody(program, world, further ? program.published : std::vector<TypedQuery>(),
                         further ? program.planned : views, limits);

    const Database none(program.space.size());
    SCRIM_TRY(Answers rows, answers_in(program, views, world, none, limits));
    Sat sat(limits);
    WorldFormula formula(sat, world);
    std::size_t extents = 0;
    ViewGuarantee open;
    bool undecided = false;
    for (;; ++extents) {
        SCRIM_TRY(const bool found, sat.solve());
        if (!found) break;
        if (extents == most_extents) {
            open.reason =
                format("no breach with the first {} kinds of facts; there are more", with_thousands(most_extents));
            return open;
        }
        const Database actual = formula.database();
        Extent extent(source, program, actual, limits);
        const auto answered = extent.answer(asked, attacker);
        if (!answered) {
            if (answered.error().kind == Error::Kind::cancelled || limits.stop()) return answered.error();
            undecided = true;
            open.reason = answered.error().message;
        } else if (answered->verdict == ViewVerdict::breached) {
            ViewGuarantee made = *answered;
            made.database = program.database_text(actual);
            made.database_meaning = "with these facts it is breached";
            made.database_secret =
                program.secrets.empty() ? std::vector<std::string>() : secret_text(program, actual, limits);
            made.any_domain = false;
            return made;
        } else if (answered->verdict == ViewVerdict::undecided && answered->reason != thought_impossible) {
            undecided = true;
            open.reason = answered->reason;
        }
        for (std::size_t q = 0; q < views.size(); ++q) {
            SCRIM_TRY(rows.actual[q], answer(program, views[q], actual, limits));
        }
        sat.add({some_differ(sat, formula, rows)});
    }
    if (undecided) return open;
    ViewGuarantee made;
    made.verdict = ViewVerdict::holds;
    made.reason = format("it holds for all facts, of {} that the views tell apart", counted(extents, "kind", "kinds"));
    return made;
}

}  // namespace scrim::audit::databases
