#include "methods/audit/release/attack.h"

#include "kernel/core/field.h"
#include "kernel/core/text.h"
#include "kernel/risk/risk.h"

#include <algorithm>

namespace scrim::audit {

#define SCRIM_ATTACK(name) const AttackSpec& name##_attack();
#include "methods/audit/release/attacks.def"
#undef SCRIM_ATTACK

const std::vector<const AttackSpec*>& attacks() {
    static const std::vector<const AttackSpec*> all{
#define SCRIM_ATTACK(name) &name##_attack(),
#include "methods/audit/release/attacks.def"
#undef SCRIM_ATTACK
    };
    return all;
}

Result<std::vector<const AttackSpec*>> attacks_named(const std::vector<std::string>& names) {
    std::vector<const AttackSpec*> chosen;
    std::vector<std::string> known{"all"};
    for (const AttackSpec* attack : attacks()) known.push_back(attack->name);
    for (const std::string& name : names) {
        if (name == "all") return attacks();
        const auto found = std::find_if(attacks().begin(), attacks().end(),
                                        [&](const AttackSpec* attack) { return attack->name == name; });
        if (found == attacks().end())
            return input_error(format("there is no attack {}{}; there are {}", quoted(name), did_you_mean(name, known),
                                      join(known, ", ")));
        chosen.push_back(*found);
    }
    return chosen;
}

AttackReport run_attack(const AttackSpec& attack, const AttackInput& input) {
    AttackReport report;
    report.name = attack.name;
    report.title = attack.title;
    if (attack.needs_people && !input.people)
        report.not_done = "it needs a table of people whom the attacker knows: give " + field("external");
    else if (!attack.several_values && input.release.evidence->counts_people())
        report.not_done = "it takes everybody to have one value, and in this release somebody may have several";
    else
        attack.run(input, report);
    return report;
}

void Tally::finish(AttackReport& report) const {
    report.people = people_;
    report.at_risk = at_risk_;
    report.average = people_ == 0 ? 0 : sum_ / static_cast<double>(people_);
    report.highest = risk::exact(worst_.empty() ? Ratio(0) : worst_.front().first);
    for (const auto& [success, victim] : worst_) {
        report.worst.push_back(victim);
        report.worst.back().success = risk::exact(success);
    }
}

}  // namespace scrim::audit
