// Mondrian multidimensional partitioning: all records begin in one part; every part is cut along one attribute, again
// and again, as long as all its parts hold.
//
// LeFevre, DeWitt, Ramakrishnan, Mondrian Multidimensional k-Anonymity, ICDE 2006.
#include "kernel/recode/partition/best_parts.h"
#include "kernel/recode/partition/categories.h"
#include "kernel/recode/recoder.h"

namespace scrim::recode::partition {
namespace {

Result<Recoding> run(const Problem& problem, const models::Arguments& arguments, Progress& progress) {
    const bool relaxed = arguments.text("mode") == "relaxed";
    if (relaxed && (problem.demands.counts_people() || problem.demands.needs_population()))
        return input_error(
            "mondrian(mode=relaxed) makes classes that overlap, so nobody could recount the people in them; use "
            "mode=strict where a person has several records or a population is given");
    const Plan plan(problem, categories_of(arguments), relaxed);
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
            categories_parameter(),
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
