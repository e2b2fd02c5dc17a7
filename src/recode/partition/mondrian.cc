// Mondrian multidimensional partitioning: all records begin in one part; every part is cut along one attribute, again
// and again, as long as all its parts hold.
//
// The textbook cuts the attribute of the widest range at its median. Ours weighs every position of every attribute by
// what the loss gains, over the square root of how evenly it divides the records: an even cut uses up more of what can
// still be cut. It may come out behind the textbook, so both are computed, and the textbook's parts, cut further by our
// rule, are taken when ours are not at least as good in every sense. Cutting further never adds to the loss of any
// cell.
#include "core/parallel.h"
#include "recode/partition/divide.h"
#include "recode/recoder.h"

namespace scrim {
namespace mondrian {
namespace {

// The normalised certainty penalty of the parts, as the metric adds it up, up to a constant.
double penalty(const Plan& plan, const Parts& parts, bool weighted) {
    double sum = 0;
    for (std::size_t a = 0; a < plan.axes.size(); ++a) {
        const QuasiIdentifier& attribute = plan.problem.quasi_identifiers[a];
        const Uint128 whole = Uint128{plan.problem.records()} * (std::max<Code>(attribute.domain().size(), 2) - 1);
        const double share = static_cast<double>(parts.added[a]) / static_cast<double>(whole);
        sum += weighted ? attribute.weight * share : share;
    }
    return sum;
}

bool no_worse(const Plan& plan, const Parts& parts, const Parts& than) {
    return penalty(plan, parts, false) <= penalty(plan, than, false) &&
           penalty(plan, parts, true) <= penalty(plan, than, true);
}

Recoding recoding_of(const Plan& plan, const Parts& parts) {
    const std::size_t d = plan.axes.size();
    Recoding recoding(d);
    std::vector<Member> members;
    for (std::size_t p = 0; p < parts.size(); ++p) {
        members.clear();
        std::uint64_t records = 0;
        for (const Item& item : parts[p]) {
            plan.add_members(item, members);
            records += item.records;
        }
        // Of a part of people whom the table lacks nothing is printed.
        if (records > 0) recoding.add(std::span(parts.boxes).subspan(p * d, d), members);
    }
    return recoding;
}

Result<Recoding> run(const Problem& problem, const Arguments& arguments, Progress& progress) {
    const bool relaxed = arguments.text("mode") == "relaxed";
    const bool textbook_only = arguments.text("cut") == "textbook";
    if (relaxed && (problem.demands.counts_people() || problem.demands.needs_population()))
        return input_error(
            "mondrian(mode=relaxed) makes classes that overlap, so nobody could recount the people in them; use "
            "mode=strict where a person has several records or a population is given");
    const Plan plan(problem, arguments.text("categories") == "order" ? Categories::order : Categories::hierarchy,
                    relaxed);
    SCRIM_TRY(const Parts start, forced_parts(plan));
    progress.stage("cutting", problem.records() * (textbook_only ? 1 : 2));
    Parts chosen, textbook;
    std::string_view rule = textbook_only ? "textbook" : "best";
    if (textbook_only) {
        chosen = divide(plan, start, Rule::textbook, progress);
    } else {
        parallel_invoke([&] { chosen = divide(plan, start, Rule::best, progress); },
                        [&] { textbook = divide(plan, start, Rule::textbook, progress); });
        if (!progress.cancelled() && !no_worse(plan, chosen, textbook)) {
            chosen = divide(plan, textbook, Rule::best, progress);
            rule = "textbook, then best";
        }
    }
    if (progress.cancelled()) return cancelled_error();
    Recoding recoding = recoding_of(plan, chosen);
    recoding.details = {{"mode", relaxed ? "relaxed" : "strict"}, {"cut", std::string(rule)}};
    return recoding;
}

}  // namespace
}  // namespace mondrian

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
            "must be generalised the same way everywhere.";
        made.parameters = {
            choice("mode",
                   "strict: records of equal values stay together, and classes do not overlap; relaxed: they may be "
                   "divided between two classes",
                   {"strict", "relaxed"}),
            choice("categories",
                   "where categories are cut: hierarchy: into the children of a node; order: between two neighbouring "
                   "leaves, so that classes print sets of them",
                   {"hierarchy", "order"}),
            choice("cut",
                   "which cut is taken: best: the one by which the loss gains most; textbook: the median of the "
                   "attribute with the widest range",
                   {"best", "textbook"}),
        };
        made.population = true;
        made.people = true;
        made.run = mondrian::run;
        return made;
    }();
    return spec;
}

}  // namespace scrim
