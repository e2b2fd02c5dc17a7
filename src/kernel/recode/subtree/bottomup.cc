// Bottom-up generalization: from the raw values up, until the demands hold. Each step replaces all
// children of one node by it: first steps that make the smallest class larger, of those the one of
// the least loss / (gain of anonymity + 1). In the end, steps that later ones made needless are
// taken back.
//
// Wang, Yu, Chakraborty, ICDM 2004.
#include "kernel/core/text.h"
#include "kernel/recode/recoder.h"
#include "kernel/recode/subtree/gain.h"
#include "kernel/recode/subtree/generalizer.h"
#include "kernel/recode/subtree/infeasible.h"
#include "kernel/recode/subtree/kept.h"
#include "kernel/recode/subtree/specializer.h"

namespace scrim::recode::subtree {
namespace {

Result<Recoding> run_bottomup(const Problem& problem, const models::Arguments& arguments, Progress& progress) {
    SCRIM_TRY(const bool information, gain_by_information("bottomup", problem, arguments));
    progress.stage("generalizing", 0);
    SCRIM_TRY(const auto everything, AskedColumns::of(problem));
    Generalizer generalizer(problem, everything, information);
    std::optional<Kept> kept;
    std::uint64_t steps = 0;
    for (;; ++steps) {
        if (progress.cancelled()) return cancelled_error();
        if (generalizer.failing_records() <= problem.suppression_limit &&
            (problem.suppression_limit > 0 || generalizer.holds()))
            kept = keep_what_holds(problem, generalizer.cuts(), problem.suppression_limit);
        if (kept) break;
        if (!generalizer.step())
            return too_many_fail(problem, generalizer.cuts(), "bottomup reached the highest levels: there");
        progress.advance(1);
    }
    // An early step may have become needless by later ones.
    SCRIM_TRY(const auto asked, asked_of(problem, *kept));
    Specializer specializer(problem, asked, generalizer.cuts(), kept->kept,
                            {.information = information, .intervals = false});
    SCRIM_CHECK(specializer.run(progress));
    Recoding recoding = recoding_of_kept(problem, specializer.cuts(), kept->kept);
    recoding.details = {{"gain", information ? "information" : "loss"},
                        {"generalizations", std::to_string(steps)},
                        {"taken back", std::to_string(specializer.steps())}};
    return recoding;
}

}  // namespace

const RecoderSpec& bottomup_recoder() {
    static const RecoderSpec spec = [] {
        RecoderSpec made;
        made.name = "bottomup";
        made.title = "bottom-up generalization";
        made.citation =
            "Wang, Yu, Chakraborty: Bottom-up generalization: a data mining solution to privacy protection, ICDM 2004";
        made.summary =
            "Starts with the raw values and generalizes one group of siblings at a time, wherever they occur: first "
            "what makes the smallest class larger, and of that what loses least per gain of anonymity, until no more "
            "records than allowed are in classes that fail; those are left out. Steps that turn out needless are "
            "taken back. Choose it where little has to be generalized; topdown is faster where much has.";
        made.parameters = {gain_parameter()};
        made.per_class_only = false;
        made.population = true;
        made.people = true;
        made.own_k = true;
        made.suppresses = true;
        made.minimizes = RecoderSpec::Minimizes::loss;
        made.looks_at_target = true;
        made.run = run_bottomup;
        return made;
    }();
    return spec;
}

}  // namespace scrim::recode::subtree
