// Workload-aware Mondrian: Mondrian's parts, each cut where the counts of a given workload become the least unsure.
//
// LeFevre, DeWitt, Ramakrishnan, Workload-aware Anonymization, KDD 2006. As there, a part is cut as long as a cut is
// allowed, also where no count gains by it; then the loss decides. What is greedy may end worse than what did not look
// at the workload, so mondrian's parts are made, too, and are taken where their counts are nearer to the true ones.
#include "kernel/core/field.h"
#include "kernel/core/text.h"
#include "kernel/recode/partition/best_parts.h"
#include "kernel/recode/partition/categories.h"
#include "kernel/recode/recoder.h"

namespace scrim::recode::partition {
namespace {

Result<Recoding> run_workload(const Problem& problem, const models::Arguments& arguments, Progress& progress) {
    if (problem.workload.empty())
        return input_error(
            format("workload_mondrian needs a workload, the count queries that the release should answer well ({}); "
                   "mondrian needs none",
                   field("workload")));
    const Plan plan(problem, categories_of(arguments), false);
    SCRIM_TRY(const Parts start, forced_parts(plan));
    progress.stage("cutting by the workload", problem.records());
    Recoding recoding = recoding_of(plan, divide(plan, start, Rule::workload, true, progress).parts);
    if (progress.cancelled()) return cancelled_error();
    bool fell_back = false;
    Recoding plain = recoding_of(plan, best_parts(plan, start, progress, fell_back));
    if (progress.cancelled()) return cancelled_error();
    if (workload_error(problem, recoding) <= workload_error(problem, plain)) return recoding;
    plain.details = {{"cut", "as mondrian, which answers the workload better"}};
    return plain;
}

}  // namespace

const RecoderSpec& workload_mondrian_recoder() {
    static const RecoderSpec spec = [] {
        RecoderSpec made;
        made.name = "workload_mondrian";
        made.title = "Mondrian for a given set of count queries (workload-aware Mondrian)";
        made.citation = "LeFevre, DeWitt, Ramakrishnan: Workload-aware anonymization, KDD 2006";
        made.summary =
            "Cuts the records in parts as mondrian does, but where the counts that a workload asks for become most "
            "exact; their error is never above mondrian's. Choose it where it is known what will be counted: few "
            "queries gain much, many random ones little.";
        made.parameters = {categories_parameter()};
        made.population = true;
        made.people = true;
        made.looks_at_workload = true;
        made.preference = 8;
        made.default_because = "it makes the workload's counts most exact";
        made.run = run_workload;
        return made;
    }();
    return spec;
}

}  // namespace scrim::recode::partition
