// Top-down disclosure (TDD): everything is suppressed, and values are disclosed one at a time as long as the demands
// hold. A value is disclosed wherever it occurs or nowhere; one that is not prints "*", or the highest node that its
// column may print.
//
// K. Wang, B. C. M. Fung, P. S. Yu, Template-based privacy preservation in classification problems, ICDM 2005, and
// Handicapping attacker's confidence, KAIS 2007. Disclosing never makes a table that fails hold again (the disclosure
// property), so nothing more can be disclosed in the end. With scheme=siblings, the same of nodes: one node below a
// disclosed one is disclosed, and its siblings go on printing the node above (Fung, Wang, Chen, Yu 2010, 5.2).
//
// Example: jobs Engineer × 3, Lawyer × 2, Dancer × 1, k = 2. Engineer is disclosed; then not Lawyer, for the dancer
// would be alone with "*": lawyers and the dancer print "*".
#include "kernel/core/text.h"
#include "kernel/recode/recoder.h"
#include "kernel/recode/subtree/discloser.h"
#include "kernel/recode/subtree/gain.h"
#include "kernel/recode/subtree/infeasible.h"
#include "kernel/recode/subtree/kept.h"

namespace scrim::recode::subtree {
namespace {

Result<Recoding> run_top_down_disclosure(const Problem& problem, const models::Arguments& arguments,
                                         Progress& progress) {
    SCRIM_TRY(const bool information, gain_by_information("top_down_disclosure", problem, arguments));
    const bool siblings = arguments.text("scheme") == "siblings";
    progress.stage("disclosing", 0);
    std::vector<Cut> tops;
    for (const hierarchy::Attribute& attribute : problem.quasi_identifiers)
        tops.push_back(cut_at_level(attribute, attribute.max_level));
    const auto start = keep_what_holds(problem, tops, problem.suppression_limit);
    if (!start) return too_many_fail(problem, tops, "even with every value suppressed");
    SCRIM_TRY(const auto asked, asked_of(problem, *start));
    Discloser discloser(problem, asked, std::move(tops), start->kept,
                        {siblings ? Discloser::Scheme::siblings : Discloser::Scheme::values, information});
    SCRIM_CHECK(discloser.run(progress));
    Recoding recoding = recoding_of_kept(problem, discloser.cuts(), start->kept);
    recoding.details = {
        {"gain", information ? "information" : "loss"},
        {"disclosed", counted(discloser.disclosed(), siblings ? "node" : "value", siblings ? "nodes" : "values")}};
    return recoding;
}

}  // namespace

const RecoderSpec& top_down_disclosure_recoder() {
    static const RecoderSpec spec = [] {
        RecoderSpec made;
        made.name = "top_down_disclosure";
        made.title = "top-down disclosure (TDD): value suppression, sibling generalization";
        made.citation =
            "Wang, Fung, Yu: Template-based privacy preservation in classification problems, ICDM 2005; Handicapping "
            "attacker's confidence: an alternative to k-anonymization, KAIS 2007; LeFevre, DeWitt, Ramakrishnan: "
            "Incognito, SIGMOD 2005 (siblings)";
        made.summary =
            "Starts with every value suppressed and discloses one at a time, wherever it occurs, always the one that "
            "gains most per loss of anonymity. Ends where none can be disclosed. Choose it where a reader should see "
            "exact values or none, and confidence_bounding or another model fails because of few values; "
            "scheme=siblings also discloses nodes, the rest of a node's values printing the node.";
        made.parameters = {{.name = "scheme",
                            .title = "values: a value is printed exactly or suppressed; siblings: it is printed as the "
                                     "lowest node above it that is disclosed",
                            .kind = Parameter::Kind::text,
                            .bound = Parameter::Bound::given,
                            .default_value = "values",
                            .choices = {"values", "siblings"}},
                           gain_parameter()};
        made.per_class_only = false;
        made.suppresses = true;
        made.minimizes = RecoderSpec::Minimizes::loss;
        made.looks_at_target = true;
        made.run = run_top_down_disclosure;
        return made;
    }();
    return spec;
}

}  // namespace scrim::recode::subtree
