// Mondrian multidimensional partitioning: all records begin in one part; every part is cut along one attribute, again
// and again, as long as all its parts hold.
//
// LeFevre, DeWitt, Ramakrishnan, Mondrian Multidimensional k-Anonymity, ICDE 2006.
//
// The textbook cuts the attribute of the widest range at its median. Ours weighs every position of every attribute by
// what the loss gains, over the square root of how evenly it divides the records: an even cut uses up more of what can
// still be cut. It may come out behind the textbook, so both are computed, and the textbook's parts, cut further by our
// rule, are taken when ours are not at least as good in every sense. Cutting further never adds to the loss of any
// cell.
#include "kernel/core/parallel.h"
#include "kernel/recode/partition/divide.h"
#include "kernel/recode/recoder.h"

namespace scrim::recode::partition {
namespace {

constexpr std::size_t together = 1 << 21;  // sources up to which memory allows for both rules at once

// The normalized certainty penalty of all classes, as its metric adds it up, up to a constant.
double penalty(const Plan& plan, const Divided& divided, bool weighted) {
    double sum = 0;
    for (std::size_t a = 0; a < plan.axes.size(); ++a) {
        const hierarchy::Attribute& attribute = plan.problem.quasi_identifiers[a];
        const Uint128 whole = Uint128{plan.problem.records()} * (std::max<Code>(attribute.domain().size(), 2) - 1);
        const double share = static_cast<double>(divided.added[a]) / static_cast<double>(whole);
        sum += weighted ? attribute.weight * share : share;
    }
    return sum;
}

bool no_worse(const Plan& plan, const Divided& divided, const Divided& than) {
    return penalty(plan, divided, false) <= penalty(plan, than, false) &&
           penalty(plan, divided, true) <= penalty(plan, than, true);
}

// The best cuts' parts, or, if the textbook's lose less, those cut further.
Parts best_parts(const Plan& plan, const Parts& start, Progress& progress, bool& fell_back) {
    progress.stage("cutting", 2 * plan.problem.records());
    Divided best, textbook;
    const auto cut_best = [&] { best = divide(plan, start, Rule::best, true, progress); };
    const auto cut_textbook = [&] { textbook = divide(plan, start, Rule::textbook, false, progress); };
    if (plan.sources() <= together)
        parallel_invoke(cut_best, cut_textbook);
    else {
        cut_textbook();
        cut_best();
    }
    fell_back = !progress.cancelled() && !no_worse(plan, best, textbook);
    if (!fell_back) return std::move(best.parts);
    best = {};
    progress.stage("cutting further than the textbook", 2 * plan.problem.records());
    Parts parts = divide(plan, start, Rule::textbook, true, progress).parts;
    return divide(plan, std::move(parts), Rule::best, true, progress).parts;
}

Result<Recoding> run(const Problem& problem, const models::Arguments& arguments, Progress& progress) {
    const bool relaxed = arguments.text("mode") == "relaxed";
    if (relaxed && (problem.demands.counts_people() || problem.demands.needs_population()))
        return input_error(
            "mondrian(mode=relaxed) makes classes that overlap, so nobody could recount the people in them; use "
            "mode=strict where a person has several records or a population is given");
    const Plan plan(problem, arguments.text("categories") == "order" ? Categories::order : Categories::hierarchy,
                    relaxed);
    SCRIM_TRY(Parts parts, forced_parts(plan));
    std::string rule = arguments.text("cut");
    if (rule == "textbook") {
        progress.stage("cutting", problem.records());
        parts = divide(plan, std::move(parts), Rule::textbook, true, progress).parts;
    } else {
        bool fell_back = false;
        parts = best_parts(plan, parts, progress, fell_back);
        if (fell_back) rule = "textbook, then best";
    }
    if (progress.cancelled()) return cancelled_error();
    Recoding recoding = recoding_of(plan, std::move(parts));
    recoding.details = {{"mode", relaxed ? "relaxed" : "strict"}, {"cut", rule}};
    return recoding;
}

}  // namespace
const RecoderSpec& mondrian_recoder() {
    static const RecoderSpec spec = [] {
        const auto choice = [](std::string name, std::string title, std::vector<std::string> choices) {
            Parameter parameter;
            parameter.name = std::move(name);
            parameter.title = std::move(title);
            parameter.kind = Parameter::Kind::text;
            parameter.bound = Parameter::Bound::given;
            parameter.default_value = choices.front();
            parameter.choices = std::move(choices);
            return parameter;
        };
        RecoderSpec made;
        made.name = "mondrian";
        made.title = "Mondrian multidimensional partitioning";
        made.citation = "LeFevre, DeWitt, Ramakrishnan: Mondrian Multidimensional k-Anonymity, ICDE 2006";
        made.summary =
            "Cuts the records in parts, one attribute at a time, as long as every part satisfies the models: fast, and "
            "little is lost. One value may be printed differently in different classes; choose optimal where a column "
            "must be generalized the same way everywhere.";
        made.parameters = {
            choice("mode",
                   "strict: records of equal values stay together, and classes do not overlap, except one of numbers "
                   "and missing values, which is printed *; relaxed: they may be divided between two classes",
                   {"strict", "relaxed"}),
            choice("categories",
                   "where categories are cut: hierarchy: into the children of a node; order: between two neighboring "
                   "leaves, so that classes print sets of them",
                   {"hierarchy", "order"}),
            choice("cut",
                   "which cut is taken: best: the one by which the loss gains most; textbook: the median of the "
                   "attribute with the widest range",
                   {"best", "textbook"}),
        };
        made.population = true;
        made.people = true;
        made.own_k = true;
        made.preference = 2;
        made.default_because = "it loses little on tables of any size";
        made.quick_tuples = 200'000;
        made.in_views = 1;
        made.minimizes = RecoderSpec::Minimizes::loss;
        made.run = partition::run;
        return made;
    }();
    return spec;
}

}  // namespace scrim::recode::partition
