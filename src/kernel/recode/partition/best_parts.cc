#include "kernel/recode/partition/best_parts.h"

#include "kernel/core/parallel.h"

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

}  // namespace

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

}  // namespace scrim::recode::partition
