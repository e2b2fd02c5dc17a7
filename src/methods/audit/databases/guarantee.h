// Guarantee: what views can be asked for.
//
// A guarantee describes itself in one Guarantee, returned by <name>_guarantee(), and is listed in guarantees.def. One
// of three things answers it: a function of a world, a function of the program, or, for a revision of beliefs, what
// belief_revision() says of the attacker.
//
//   for (const Guarantee* guarantee : guarantees()) …
#pragma once

#include "methods/audit/databases/question.h"

#include <string>
#include <vector>

namespace scrim::audit::databases {

struct Guarantee {
    std::string name;            // NDE
    std::string question;        // that it answers, for people; {} stands for its parameter
    std::string parameter = {};  // what it is bounded by: epsilon (a share), k (a count); "" for nothing
    bool by_default = false;     // asked where nobody names one, if its parameter is known
    bool of_secret = true;       // needs a secret
    bool exposure = false;       // something is exposed as a whole
    bool revision = false;       // about beliefs that move …
    bool further = false;        // … by planned views, beyond what those that are published moved
    // Of the possible databases of a world, and nothing else; null where it takes more.
    Result<ViewGuarantee> (*in_world)(const TypedProgram& program, const World& world, const Database& actual,
                                      std::uint32_t k, const Limits& limits) = nullptr;
    // Of the program, whatever its facts, chances and constraints are; null where these matter.
    Result<ViewGuarantee> (*of_program)(const AuditProgram& program, const std::string& name,
                                        const Limits& limits) = nullptr;

    bool takes_epsilon() const { return parameter == "epsilon"; }
    bool takes_k() const { return parameter == "k"; }
};

// The registry: guarantees.def, in its order.
const std::vector<const Guarantee*>& guarantees();

#define SCRIM_GUARANTEE(name) const Guarantee& name##_guarantee();
#include "methods/audit/databases/guarantees.def"
#undef SCRIM_GUARANTEE

}  // namespace scrim::audit::databases
