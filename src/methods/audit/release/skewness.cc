#include "methods/audit/release/attack.h"
#include "methods/audit/release/class_text.h"

namespace scrim::audit {
namespace {

void run_skewness(const AttackInput& input, AttackReport& report) {
    Tally tally;
    Ratio largest_factor(0);
    for (const std::string& sensitive : input.release.evidence->sensitive()) {
        const auto classes = input.release.classes(sensitive);
        const ValueHistogram& overall = classes->sensitive()->overall;
        models::Classes::Scratch scratch;
        for (std::size_t c = 0; c < classes->size(); ++c) {
            const models::ClassView view = classes->own_view(c, scratch);
            for (const ValueCount& bar : view.values) {
                const Ratio after(bar.count, view.size), before(overall[bar.value], overall.total());
                const Ratio factor(after.numerator() * before.denominator(), after.denominator() * before.numerator());
                largest_factor = std::max(largest_factor, factor);
                tally.add(
                    bar.count, after, factor >= Ratio(2), [&] { return class_text(*classes, c); },
                    [&] {
                        return format("{} = {}: {:.3g} times as likely as in the whole table", sensitive,
                                      classes->sensitive()->domain->label(bar.value), factor.to_double());
                    });
            }
        }
    }
    tally.finish(report);
    report.words = format(
        "Compares each class with the whole table. {} a value that their class makes at least twice as "
        "likely; the largest factor is {:.3g}.",
        report.at_risk == 1 ? "One record has" : with_thousands(report.at_risk) + " records have",
        largest_factor.to_double());
}

}  // namespace

const AttackSpec& skewness_attack() {
    static const AttackSpec spec{"skewness", "skewness: the class is unlike the whole table", false, run_skewness};
    return spec;
}

}  // namespace scrim::audit
