// The type scrim.label: its input, output, comparisons, and what is asked of labels.
#pragma once

#include "adapters/postgres/label_algebra.h"
#include "guard.h"

namespace scrim::postgres {

// The algebra of this backend, with its hierarchies.
LabelAlgebra& algebra();
void watch_hierarchies();  // forgets them when somebody changes them; at start

// Of a comparison that means "may be".
struct KnownOperator {
    Operator relation;
    bool label_first;  // otherwise the other operand is
    bool other_is_label;
};
// PostgreSQL code. Whether an operator's function is one of ours, and which.
bool known_operator(Oid function, KnownOperator* known) noexcept;

}  // namespace scrim::postgres
