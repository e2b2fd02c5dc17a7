// Datafly: full-domain generalization, always of the attribute with the most different values, one
// level at a time, until no more records than allowed are in classes that fail; those are left out.
//
// Sweeney, Datafly, Database Security XI, 1998. There at most k records are left out; here the
// policy says how many.
#include "kernel/core/text.h"
#include "kernel/recode/lattice/lattice.h"
#include "kernel/recode/recoder.h"
#include "kernel/recode/subtree/infeasible.h"

namespace scrim::recode::lattice {
namespace {

// How many different values an attribute prints at each level, of those that occur.
std::vector<std::size_t> printed_values(const Problem& problem, std::size_t a) {
    const hierarchy::Attribute& attribute = problem.quasi_identifiers[a];
    std::vector<char> occurs(attribute.domain().size(), 0);
    problem.column(a).visit([&](auto codes) {
        for (std::size_t t = 0; t < codes.size(); ++t)
            if (problem.tuples->weights[t] > 0) occurs[codes[t]] = 1;
    });
    std::vector<std::size_t> printed;
    for (std::uint32_t level = 0; level <= attribute.max_level; ++level) {
        std::size_t different = 0;
        Code end = 0;  // of the last value counted: the values of a level are runs of codes
        for (Code value = 0; value < occurs.size(); ++value) {
            if (!occurs[value] || value < end) continue;
            end = attribute.hierarchy->at_level(value, level).span.hi;
            ++different;
        }
        printed.push_back(different);
    }
    return printed;
}

// The attribute to generalize next: the first with the most values of those that may be; nothing when none may.
std::optional<std::size_t> most_values(const std::vector<std::vector<std::size_t>>& printed, const Node& levels) {
    std::optional<std::size_t> most;
    for (std::size_t a = 0; a < levels.size(); ++a) {
        if (levels[a] + 1 == printed[a].size()) continue;
        if (!most || printed[a][levels[a]] > printed[*most][levels[*most]]) most = a;
    }
    return most;
}

Error explain(const Problem& problem, const Node& levels) {
    return recode::subtree::too_many_fail(
        problem, cuts_at(problem, levels),
        format("datafly reached the highest levels, {}: there", print_levels(levels)));
}

Result<Recoding> run_datafly(const Problem& problem, const models::Arguments&, Progress& progress) {
    progress.stage("generalizing", 0);
    std::vector<std::vector<std::size_t>> printed;
    for (std::size_t a = 0; a < problem.dimensions(); ++a) printed.push_back(printed_values(problem, a));
    const NodeJudge judge(problem, problem.suppression_limit);
    Node levels(problem.dimensions(), 0);
    for (;;) {
        if (progress.cancelled()) return cancelled_error();
        if (auto recoding = judge.release(levels)) {
            recoding->levels = levels;
            recoding->details = {{"levels", print_levels(levels)}};
            return *std::move(recoding);
        }
        const auto next = most_values(printed, levels);
        if (!next) return explain(problem, levels);
        ++levels[*next];
        progress.advance(1);
    }
}

}  // namespace

const RecoderSpec& datafly_recoder() {
    static const RecoderSpec spec = [] {
        RecoderSpec made;
        made.name = "datafly";
        made.title = "Datafly: greedy full-domain generalization";
        made.citation =
            "Sweeney: Datafly: A system for providing anonymity in medical data. Database Security XI, 1998";
        made.summary =
            "Generalizes, one level at a time, the column with the most different values, until no more records "
            "than allowed are in classes that fail; those are left out. Fast on any number of columns, but it never "
            "looks at what is lost: choose optimal where its search ends in time.";
        made.per_class_only = false;
        made.together = true;
        made.population = true;
        made.people = true;
        made.suppresses = true;
        made.run = run_datafly;
        return made;
    }();
    return spec;
}

}  // namespace scrim::recode::lattice
