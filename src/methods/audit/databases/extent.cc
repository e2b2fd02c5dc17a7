#include "methods/audit/databases/extent.h"

#include "methods/audit/databases/guarantee.h"

namespace scrim::audit::databases {
namespace {

std::vector<TypedQuery> all_views(const TypedProgram& program) {
    std::vector<TypedQuery> views = program.published;
    views.insert(views.end(), program.planned.begin(), program.planned.end());
    return views;
}

}  // namespace

Result<const World*> Extent::at_first() {
    if (!at_first_) {
        SCRIM_TRY(at_first_, constrained(program_, any_database(program_), limits_));
    }
    return &*at_first_;
}

Result<const World*> Extent::published() {
    if (!published_) {
        // Views first: they leave few tuples for the constraints to combine.
        SCRIM_TRY(World shown_world,
                  databases::published(program_, any_database(program_), program_.published, actual_, limits_));
        SCRIM_TRY(published_, constrained(program_, std::move(shown_world), limits_));
    }
    return &*published_;
}

Result<const World*> Extent::planned() {
    if (!planned_) {
        SCRIM_TRY(World shown_world,
                  databases::published(program_, any_database(program_), all_views(program_), actual_, limits_));
        SCRIM_TRY(planned_, constrained(program_, std::move(shown_world), limits_));
    }
    return &*planned_;
}

Result<ViewGuarantee> Extent::answer(const AskedGuarantee& asked, const Attacker& attacker) {
    const Fraction epsilon = asked.epsilon ? as_fraction(*asked.epsilon) : Fraction(0);
    SCRIM_TRY(const World* after, planned());
    const Guarantee& guarantee = *asked.guarantee;
    if (guarantee.in_world) return guarantee.in_world(program_, *after, actual_, asked.k, limits_);
    if (!guarantee.revision) return fault_error("a guarantee that is not about an extent");
    SCRIM_TRY(const World* before, guarantee.further ? published() : at_first());
    return belief_revision({source_, program_, actual_, *before, *after,
                            guarantee.further ? program_.planned : all_views(program_), attacker, epsilon, limits_});
}

}  // namespace scrim::audit::databases
