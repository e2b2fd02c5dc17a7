#include "methods/audit/databases/perfect_privacy.h"

#include "methods/audit/databases/guarantee.h"
#include "methods/audit/databases/matches.h"

#include <algorithm>

namespace scrim::audit::databases {
namespace {

// Most variables of each type in any rule. So many fresh values are enough: a tuple that is critical in a larger domain
// is critical through one valuation of one rule, and renaming the values that are not constants keeps it so, for the
// secret and the view at once.
std::vector<std::uint32_t> variables_by_type(const TypedProgram& program) {
    std::vector<std::uint32_t> most(program.types.size(), 1);
    for (const auto* queries : {&program.secrets, &program.published, &program.planned})
        for (const TypedQuery& query : *queries)
            for (const TypedRule& rule : query.rules) {
                std::vector<std::uint32_t> here(program.types.size(), 0);
                for (const std::uint32_t type : rule.variable_types) ++here[type];
                for (std::size_t t = 0; t < here.size(); ++t) most[t] = std::max(most[t], here[t]);
            }
    return most;
}

}  // namespace

Result<std::set<TupleId>> critical_tuples(const TypedProgram& program, const TypedQuery& query, const Limits& limits) {
    SCRIM_TRY(Lineage ways, lineage(program, query, Candidates(program.space), limits));
    std::set<TupleId> critical;
    for (auto& [row, matches] : ways) {
        keep_minimal(matches, true);
        for (const Match& match : matches) critical.insert(match.begin(), match.end());
        if (limits.stop()) return limits.error();
    }
    return critical;
}

Result<ViewGuarantee> perfect_privacy(const AuditProgram& program, const std::string& name, const Limits& limits) {
    AuditProgram bare = program;
    bare.facts.clear();
    bare.beliefs.clear();
    bare.probabilities.clear();
    bare.constraints.clear();
    SCRIM_TRY(const TypedProgram counted_types, type_program(
                                                    bare, [](std::size_t) { return 0u; }, name));
    const std::vector<std::uint32_t> fresh = variables_by_type(counted_types);
    SCRIM_TRY(const TypedProgram typed, type_program(
                                            bare, [&](std::size_t type) { return fresh[type]; }, name));

    ViewGuarantee made;
    made.any_domain = true;
    std::vector<std::pair<std::string, std::set<TupleId>>> of_secrets;
    for (const TypedQuery& secret : typed.secrets) {
        SCRIM_TRY(std::set<TupleId> critical, critical_tuples(typed, secret, limits));
        of_secrets.emplace_back(secret.name, std::move(critical));
    }
    for (const auto* views : {&typed.published, &typed.planned})
        for (const TypedQuery& view : *views) {
            SCRIM_TRY(const std::set<TupleId> critical, critical_tuples(typed, view, limits));
            for (const auto& [secret, tuples] : of_secrets)
                for (const TupleId tuple : critical)
                    if (tuples.count(tuple) > 0) {
                        made.verdict = ViewVerdict::breached;
                        made.reason = format("{} is critical for {} and for {}: whether it is there can change both",
                                             typed.tuple_text(tuple), secret, view.name);
                        made.database = std::vector<std::string>{typed.tuple_text(tuple)};
                        made.database_meaning = "a tuple that both depend on";
                        return made;
                    }
        }
    made.verdict = ViewVerdict::holds;
    made.reason = "no tuple is critical both for the secret and for a view";
    return made;
}

const Guarantee& perfect_privacy_guarantee() {
    static const Guarantee spec{.name = "perfect_privacy",
                                .question = "Could no belief ever move, whatever the facts are?",
                                .of_program = perfect_privacy};
    return spec;
}

}  // namespace scrim::audit::databases
