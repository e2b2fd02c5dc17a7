#include "methods/audit/release/audit_release.h"

#include "kernel/core/field.h"
#include "kernel/core/text.h"
#include "methods/audit/release/attack.h"
#include "methods/audit/release/belief.h"
#include "methods/audit/release/implied_bounds.h"
#include "methods/policy/hierarchy_files.h"

#include <algorithm>

namespace scrim::audit {
namespace {

Result<Attacker> attacker_of(const ReleaseAuditRequest& request) {
    if (request.attacker == "uniform") return Attacker{0};
    if (request.attacker != "pruning")
        return input_error(format("there is no attacker {}{}; there are uniform and pruning",
                                  quoted(std::string_view(request.attacker)),
                                  did_you_mean(request.attacker, {"uniform", "pruning"})));
    if (request.l < 2)
        return input_error(
            format("a pruning attacker rules out l - 1 values of each person: give {} or more", field("l", "2")));
    return Attacker{request.l - 1};
}

std::vector<std::pair<std::string, std::string>> assumptions(const std::vector<BeliefReport>& beliefs) {
    const bool unique =
        std::all_of(beliefs.begin(), beliefs.end(), [](const BeliefReport& b) { return b.values_unique; });
    return {{"A1: the attacker knows who is in the table",
             "Who does not is less sure of everything; the attack 'presence' "
             "asks what the release gives away about that."},
            {"A2: the attacker knows everybody's quasi-identifiers",
             "Who knows fewer of them must guess the class too, and is less sure."},
            {"A3: the attacker knows nothing else about people",
             format("Whoever does learns more: {} rules out values of each person, the attack 'background' takes the "
                    "worst facts and implications.",
                    field("attacker", "pruning"))},
            {format("A4: no value occurs twice in a class ({})", unique ? "holds here" : "does not hold here"),
             "Without it the size of a class bounds no belief: k-anonymity does not mean 1/k."},
            {"Util: how often each value occurs in the whole table may be known",
             "Where it may not, the release itself tells it, and beliefs begin lower than 'before' says."}};
}

// What was asked, checked before anything is read.
struct Asked {
    Attacker attacker;
    IsolationAsked isolation;
    std::vector<const AttackSpec*> attacks;
};

Result<IsolationAsked> isolation_of(const ReleaseAuditRequest& request) {
    const auto c = Ratio::parse(request.isolation_c);
    if (!c || c->infinite() || *c < Ratio(1))
        return input_error(format("(c, t)-isolation: c must be a number, 1 or more, not {}",
                                  quoted(std::string_view(request.isolation_c))));
    if (request.isolation_t == 0)
        return input_error("(c, t)-isolation: t must be 1 or more: so many people have to be near a guess");
    return IsolationAsked{*c, request.isolation_t};
}

Result<Asked> asked_by(const ReleaseAuditRequest& request) {
    Asked asked;
    SCRIM_TRY(asked.isolation, isolation_of(request));
    SCRIM_TRY(asked.attacker, attacker_of(request));
    SCRIM_TRY(asked.attacks, attacks_named(request.attacks));
    return asked;
}

Result<ReleaseAudit> audit_of(const AuditedRelease& release, const ReleaseAuditRequest& request, const Asked& asked,
                              TableSource* external, Progress& progress) {
    Attacker known = asked.attacker;
    known.people = release.people();
    if (known.people > 0 && known.pruned > 0)
        return input_error(format(
            "a pruning attacker rules out values of people who have one each, and in this release somebody may have "
            "several: leave {} out",
            field("attacker", "pruning")));
    ReleaseAudit audit;
    audit.people = known.people > 0;
    if (release.claimed.counts_people && !audit.people)
        audit.people_warning =
            "the release promises of people, and does not tell how many are in a class: records are "
            "counted";
    audit.exact = release.exact;
    audit.folder = request.table ? request.table->path : request.folder;
    audit.attacker = known.pruned == 0 ? "uniform" : format("pruning, l = {}", request.l);
    audit.not_known = release.not_known;
    progress.stage("beliefs", 0);
    for (const std::string& sensitive : release.evidence->sensitive()) {
        Attacker attacker = known;
        if (const auto prior = release.priors.find(sensitive); prior != release.priors.end())
            attacker.prior = &prior->second;
        audit.beliefs.push_back(beliefs_of(*release.classes(sensitive), attacker));
    }
    audit.bounds = implied_bounds(release);
    audit.assumptions = assumptions(audit.beliefs);
    std::optional<LinkedPeople> people;
    const bool needed =
        std::any_of(asked.attacks.begin(), asked.attacks.end(), [](const AttackSpec* a) { return a->needs_people; });
    if (external && needed) {
        SCRIM_TRY(people, LinkedPeople::link(release, *external, request.person, progress));
    }
    for (const AttackSpec* attack : asked.attacks) {
        progress.stage("attack: " + attack->name, 0);
        audit.attacks.push_back(
            run_attack(*attack, {release, people ? &*people : nullptr, request.pieces, asked.isolation}));
        if (progress.cancelled()) return cancelled_error();
    }
    return audit;
}

}  // namespace

Result<ReleaseAudit> audit_release_folder(const ReleaseAuditRequest& request, const verifier::OpenSource& open,
                                          TableSource* external, Progress& progress) {
    SCRIM_TRY(const Asked asked, asked_by(request));
    hierarchy::Hierarchies hierarchies;
    for (const auto& [column, file] : request.hierarchies) {
        SCRIM_TRY(hierarchy::Hierarchy hierarchy, policy::read_hierarchy(file));
        hierarchies.insert_or_assign(column, std::make_shared<hierarchy::Hierarchy>(std::move(hierarchy)));
    }
    SCRIM_TRY(const AuditedRelease release, open_audited(request.folder, hierarchies, open, progress));
    return audit_of(release, request, asked, external, progress);
}

Result<ReleaseAudit> audit_table(const ReleaseAuditRequest& request, std::unique_ptr<TableSource> table,
                                 TableSource* original, TableSource* external, Progress& progress) {
    SCRIM_TRY(const Asked asked, asked_by(request));
    SCRIM_TRY(const AuditedRelease release, open_audited_table(std::move(table), request.policy, original, progress));
    return audit_of(release, request, asked, external, progress);
}

}  // namespace scrim::audit

namespace scrim {

bool ReleaseAudit::holds() const {
    return std::all_of(bounds.begin(), bounds.end(),
                       [](const ImpliedBound& bound) { return bound.holds || !bound.unless.empty(); });
}

}  // namespace scrim
