// Extent: the guarantees for one database. NDE, NSE, NBR, BBR and k_anonymity are about all views, published and
// planned; NFBR and BFBR about the step from what is published to what is planned.
#pragma once

#include "methods/audit/databases/question.h"

#include <optional>

namespace scrim::audit::databases {

class Extent {
public:
    // All must live as long as this.
    Extent(const AuditProgram& source, const TypedProgram& program, const Database& actual, const Limits& limits)
        : source_(source), program_(program), actual_(actual), limits_(limits) {}

    Result<ViewGuarantee> answer(const AskedGuarantee& asked, const Attacker& attacker);

    // The possible databases; made when they are asked for.
    Result<const World*> at_first();   // all that satisfy the constraints
    Result<const World*> published();  // that also show what is published
    Result<const World*> planned();    // that also show what is planned

private:
    const AuditProgram& source_;
    const TypedProgram& program_;
    const Database& actual_;
    const Limits& limits_;
    std::optional<World> at_first_, published_, planned_;
};

// For whatever facts there could be, over the values of the program: the question for one database of each kind that
// the views can tell apart. Where that is quicker, for all at once.
Result<ViewGuarantee> on_every_extent(const AuditProgram& source, const TypedProgram& program,
                                      const AskedGuarantee& asked, const Attacker& attacker, const Limits& limits);

}  // namespace scrim::audit::databases
