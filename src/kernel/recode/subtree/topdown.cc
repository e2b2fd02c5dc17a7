// Top-down specialization (TDS): from the most general cuts down, as far as the demands allow. Each
// step replaces one value, wherever it is printed, by its children: of the steps after which
// everything still holds, the one of the largest gain / (loss of anonymity + 1).
//
// Fung, Wang, Yu, ICDE 2005 and TKDE 2007. Gain is information about the target, or, without one,
// the decrease of the normalized certainty penalty.
#include "kernel/recode/recoder.h"
#include "kernel/recode/subtree/from_the_top.h"
#include "kernel/recode/subtree/gain.h"

namespace scrim::recode::subtree {
namespace {

Result<Recoding> run_topdown(const Problem& problem, const models::Arguments& arguments, Progress& progress) {
    SCRIM_TRY(const bool information, gain_by_information("topdown", problem, arguments));
    return specialize_from_the_top(problem, information, progress);
}

}  // namespace

const RecoderSpec& topdown_recoder() {
    static const RecoderSpec spec = [] {
        RecoderSpec made;
        made.name = "topdown";
        made.title = "top-down specialization (TDS)";
        made.citation =
            "Fung, Wang, Yu: Top-down specialization for information and privacy preservation, ICDE 2005; Anonymizing "
            "classification data for privacy preservation, TKDE 2007";
        made.summary =
            "Starts with everything at the top and specializes one value at a time, wherever it occurs, always the "
            "one that gains most per loss of anonymity; numbers without a hierarchy are cut into intervals on the "
            "way. Ends where no value can be specialized further. Choose it where a value must be printed the same "
            "way everywhere, and a classifier will be trained on the data or there are several quasi-identifiers; "
            "where it need not, cluster, mondrian and infogain_mondrian keep more. It leaves out records only where "
            "the highest levels demand it.";
        made.parameters = {gain_parameter()};
        made.per_class_only = false;
        made.population = true;
        made.people = true;
        made.own_k = true;
        made.preference = 4;
        made.default_because = "it keeps what the target is predicted from";
        made.default_for_target = true;  // otherwise optimal loses no more, and less with suppression
        made.suppresses = true;
        made.minimizes = RecoderSpec::Minimizes::loss;
        made.looks_at_target = true;
        made.run = run_topdown;
        return made;
    }();
    return spec;
}

}  // namespace scrim::recode::subtree
