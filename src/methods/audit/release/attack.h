// Attack: a way to learn a person's secret from a release, as a program.
//
// An attack file describes itself in one AttackSpec, returned by <name>_attack(), and is listed in attacks.def.
#pragma once

#include "methods/audit/release/audited_release.h"
#include "methods/audit/release/linked_people.h"
#include "scrim/audit.h"

#include <string_view>
#include <vector>

namespace scrim::audit {

// Of the attack of (c, t)-isolation.
struct IsolationAsked {
    Ratio c{4};
    std::uint64_t t = 5;
};

struct AttackInput {
    const AuditedRelease& release;
    const LinkedPeople* people = nullptr;  // whom the attacker knows; null where no table was given
    std::uint64_t pieces = 1;              // of background knowledge
    IsolationAsked isolation = {};
};

struct AttackSpec {
    std::string name, title;
    bool needs_people = false;
    // Fills words, people, at_risk, highest, average and worst; or says in not_done why it could not be done.
    void (*run)(const AttackInput& input, AttackReport& report) = nullptr;
    bool several_values = false;  // can be done where people are counted, who may have several values each
};

// The registry: attacks.def, in its order.
const std::vector<const AttackSpec*>& attacks();
Result<std::vector<const AttackSpec*>> attacks_named(const std::vector<std::string>& names);
AttackReport run_attack(const AttackSpec& attack, const AttackInput& input);

// Gathers what an attack finds, victim by victim; the worst are kept.
class Tally {
public:
    // `people` whom it succeeds with so likely; `who` and `what` are asked for where the victim is among the worst.
    template <class Who, class What>
    void add(std::uint64_t people, const Ratio& success, bool at_risk, Who who, What what) {
        people_ += people;
        at_risk_ += at_risk ? people : 0;
        sum_ += static_cast<double>(people) * success.to_double();
        if (worst_.size() == most && success <= worst_.back().first) return;
        auto place = worst_.begin();
        while (place != worst_.end() && place->first >= success) ++place;
        worst_.insert(place, std::pair(success, AttackVictim{who(), what(), {}}));
        if (worst_.size() > most) worst_.pop_back();
    }
    void finish(AttackReport& report) const;

private:
    static constexpr std::size_t most = 20;

    std::uint64_t people_ = 0, at_risk_ = 0;
    double sum_ = 0;
    std::vector<std::pair<Ratio, AttackVictim>> worst_;  // the worst first
};

}  // namespace scrim::audit
