#include "methods/audit/release/attack.h"
#include "methods/audit/release/class_text.h"

namespace scrim::audit {
namespace {

void run_homogeneity(const AttackInput& input, AttackReport& report) {
    Tally tally;
    for (const std::string& sensitive : input.release.evidence->sensitive()) {
        const auto classes = input.release.classes(sensitive);
        models::Classes::Scratch scratch;
        for (std::size_t c = 0; c < classes->size(); ++c) {
            const models::ClassView view = classes->own_view(c, scratch);
            const bool alike = view.largest() == view.size;
            tally.add(
                view.size, Ratio(view.largest(), view.size), alike, [&] { return class_text(*classes, c); },
                [&] {
                    const auto most = std::max_element(view.values.begin(), view.values.end(),
                                                       [](const auto& a, const auto& b) { return a.count < b.count; });
                    return format("{} = {}", sensitive, classes->sensitive()->domain->label(most->value));
                });
        }
    }
    tally.finish(report);
    report.words =
        format("Guesses the most frequent value of each class. {} in classes where everybody has the same value.",
               counted(report.at_risk, input.release.evidence->counts_people() ? "person is" : "record is",
                       input.release.evidence->counts_people() ? "people are" : "records are"));
}

}  // namespace

const AttackSpec& homogeneity_attack() {
    static const AttackSpec spec{"homogeneity", "homogeneity: everybody in the class has the same value", false,
                                 run_homogeneity, true};
    return spec;
}

}  // namespace scrim::audit
