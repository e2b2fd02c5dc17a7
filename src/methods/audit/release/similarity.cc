#include "methods/audit/release/attack.h"
#include "methods/audit/release/class_text.h"

namespace scrim::audit {
namespace {

void run_similarity(const AttackInput& input, AttackReport& report) {
    Tally tally;
    bool any = false;
    for (const std::string& sensitive : input.release.evidence->sensitive()) {
        const auto classes = input.release.classes(sensitive);
        const hierarchy::Hierarchy* hierarchy = classes->sensitive()->hierarchy;
        if (!hierarchy || hierarchy->height() < 2) continue;
        any = true;
        models::Classes::Scratch scratch;
        for (std::size_t c = 0; c < classes->size(); ++c) {
            const models::ClassView view = classes->own_view(c, scratch);
            // Values ascend, and a kind is a run of them.
            std::uint64_t most = 0, here = 0;
            const hierarchy::Hierarchy::Node *kind = nullptr, *commonest = nullptr;
            for (const ValueCount& bar : view.values) {
                if (!kind || !kind->span.contains(bar.value)) {
                    kind = &hierarchy->at_level(bar.value, 1);
                    here = 0;
                }
                here += bar.count;
                if (here > most) {
                    most = here;
                    commonest = kind;
                }
            }
            tally.add(
                view.size, Ratio(most, view.size), most == view.size, [&] { return class_text(*classes, c); },
                [&] { return format("{} is some {}", sensitive, commonest->label); });
        }
    }
    if (!any) {
        report.not_done = "no sensitive column has a hierarchy that says which values are of one kind";
        return;
    }
    tally.finish(report);
    report.words = format(
        "Guesses the kind of value (the first level of its hierarchy). {} in classes whose values are all "
        "of one kind.",
        report.at_risk == 1 ? "One record is" : with_thousands(report.at_risk) + " records are");
}

}  // namespace

const AttackSpec& similarity_attack() {
    static const AttackSpec spec{"similarity", "similarity: different values that mean nearly the same", false,
                                 run_similarity};
    return spec;
}

}  // namespace scrim::audit
