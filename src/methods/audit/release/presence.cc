#include "methods/audit/release/attack.h"
#include "methods/audit/release/class_text.h"

namespace scrim::audit {
namespace {

// As many people of the external table as fit a class share its records (004, Example 2.8).
void run_presence(const AttackInput& input, AttackReport& report) {
    const LinkedPeople& people = *input.people;
    const auto classes = input.release.evidence->classes(input.release.evidence->quasi_identifiers(), {});
    std::vector<std::uint64_t> fitting(classes->size(), 0);
    std::uint64_t several = 0, absent = 0;
    for (std::size_t p = 0; p < people.size(); ++p) {
        for (const std::uint32_t c : people.classes(p)) ++fitting[c];
        several += people.classes(p).size() > 1;
        absent += people.classes(p).empty();
    }
    Tally tally;
    for (std::size_t p = 0; p < people.size(); ++p) {
        if (people.classes(p).size() != 1) continue;
        const std::uint32_t c = people.classes(p).front();
        const std::uint64_t records = std::min(classes->records(c), fitting[c]);
        tally.add(
            1, Ratio(static_cast<Int128>(records), static_cast<Int128>(fitting[c])), records == fitting[c],
            [&] { return people.name(p); },
            [&] {
                return format("{} of {} who fit are in the release: {}", with_thousands(records),
                              counted(fitting[c], "person", "people"), class_text(*classes, c));
            });
    }
    tally.finish(report);
    report.words = format(
        "Compares how many people of the external table fit a class with how many records it has. {} surely "
        "in the release, {} surely not{}.",
        report.at_risk == 1 ? "One person is" : with_thousands(report.at_risk) + " people are", with_thousands(absent),
        several == 0 ? "" : format("; {} fit several classes and are left out", with_thousands(several)));
}

}  // namespace

const AttackSpec& presence_attack() {
    static const AttackSpec spec{"presence", "presence: who is in the release at all", true, run_presence, true};
    return spec;
}

}  // namespace scrim::audit
