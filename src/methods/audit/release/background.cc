#include "methods/audit/release/attack.h"
#include "methods/audit/release/class_text.h"
#include "methods/audit/release/worst_knowledge.h"

namespace scrim::audit {
namespace {

void run_background(const AttackInput& input, AttackReport& report) {
    if (input.pieces > most_pieces) {
        report.not_done = format("at most {} pieces of knowledge can be followed, not {}", most_pieces, input.pieces);
        return;
    }
    Tally tally;
    Ratio anywhere(0);
    for (const std::string& sensitive : input.release.evidence->sensitive()) {
        const auto classes = input.release.classes(sensitive);
        WorstKnowledge all(input.pieces);
        models::Classes::Scratch scratch;
        for (std::size_t c = 0; c < classes->size(); ++c) {
            const models::ClassView view = classes->own_view(c, scratch);
            all.add(view);
            const Ratio belief = worst_belief(view, input.pieces);
            tally.add(
                view.size, belief, belief == Ratio(1), [&] { return class_text(*classes, c); },
                [&] { return format("the most frequent value of {}", sensitive); });
        }
        anywhere = std::max(anywhere, all.belief());
    }
    tally.finish(report);
    report.words = format(
        "The worst that {} of background knowledge can do, each a fact that somebody does not have some "
        "value, or an implication between two such facts: about people of the same class as below, about "
        "anybody {:.4g} %.",
        counted(input.pieces, "piece", "pieces"), 100 * anywhere.to_double());
}

}  // namespace

const AttackSpec& background_attack() {
    static const AttackSpec spec{"background", "background knowledge: the worst facts and implications", false,
                                 run_background};
    return spec;
}

}  // namespace scrim::audit
