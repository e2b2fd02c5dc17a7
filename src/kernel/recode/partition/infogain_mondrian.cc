// InfoGain Mondrian: Mondrian's parts, each cut where the target becomes best known: of the cuts whose parts all hold,
// the one of the least entropy of the target within the parts.
//
// LeFevre, DeWitt, Ramakrishnan, Workload-aware Anonymization, KDD 2006. As there, a part is cut as long as a cut is
// allowed, also where nothing is gained by it; then the loss decides.
#include "kernel/core/field.h"
#include "kernel/core/text.h"
#include "kernel/recode/partition/categories.h"
#include "kernel/recode/partition/divide.h"
#include "kernel/recode/recoder.h"

namespace scrim::recode::partition {
namespace {

Result<Recoding> run_infogain(const Problem& problem, const models::Arguments& arguments, Progress& progress) {
    if (problem.target == 0)
        return input_error(
            format("infogain_mondrian needs a target, a column that a classifier would predict ({}); mondrian needs "
                   "none",
                   field("target")));
    const Plan plan(problem, categories_of(arguments), false);
    SCRIM_TRY(Parts start, forced_parts(plan));
    progress.stage("cutting", problem.records());
    Parts parts = divide(plan, std::move(start), Rule::information, true, progress).parts;
    if (progress.cancelled()) return cancelled_error();
    return recoding_of(plan, std::move(parts));
}

}  // namespace

const RecoderSpec& infogain_mondrian_recoder() {
    static const RecoderSpec spec = [] {
        RecoderSpec made;
        made.name = "infogain_mondrian";
        made.title = "Mondrian by information about a target (InfoGain Mondrian)";
        made.citation = "LeFevre, DeWitt, Ramakrishnan: Workload-aware anonymization, KDD 2006";
        made.summary =
            "Cuts the records in parts as mondrian does, but where the target becomes best known. Choose it for data "
            "that a classifier will be trained on, where one value may be printed differently in different classes; "
            "topdown prints it the same everywhere.";
        made.parameters = {
            categories_parameter(),
        };
        made.population = true;
        made.people = true;
        made.looks_at_target = true;
        made.preference = 3;
        made.default_for_target = true;
        made.default_because = "it keeps what the target is predicted from";
        made.run = run_infogain;
        return made;
    }();
    return spec;
}

}  // namespace scrim::recode::partition
