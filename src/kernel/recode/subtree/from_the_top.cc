#include "kernel/recode/subtree/from_the_top.h"

#include "kernel/recode/subtree/infeasible.h"
#include "kernel/recode/subtree/kept.h"
#include "kernel/recode/subtree/specializer.h"

namespace scrim::recode::subtree {

Result<Recoding> specialize_from_the_top(const Problem& problem, bool information, Progress& progress) {
    progress.stage("specializing", 0);
    std::vector<Cut> tops;
    for (const hierarchy::Attribute& attribute : problem.quasi_identifiers)
        tops.push_back(cut_at_level(attribute, attribute.max_level));
    const auto start = keep_what_holds(problem, tops, problem.suppression_limit);
    if (!start) return too_many_fail(problem, tops, "even at the highest levels");
    SCRIM_TRY(const auto asked, asked_of(problem, *start));
    Specializer specializer(problem, asked, std::move(tops), start->kept,
                            {.information = information, .intervals = true});
    SCRIM_CHECK(specializer.run(progress));
    Recoding recoding = recoding_of_kept(problem, specializer.cuts(), start->kept);
    recoding.details = {{"gain", information ? "information" : "loss"},
                        {"specializations", std::to_string(specializer.steps())}};
    return recoding;
}

}  // namespace scrim::recode::subtree
