// What the printed values of a quasi-identifier cover: spans of its original values.
#pragma once

#include "kernel/subject/subject.h"
#include "methods/verify/claimed_release.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace scrim::verifier {

// One quasi-identifier of a generalized release.
struct PrintedColumn {
    hierarchy::Attribute base;
    std::vector<Span> spans;  // by code of the printed domain
};

// `original` is the domain of the original's column, or null. Nothing where the values behind the printed ones are not
// known: there is neither a hierarchy nor the original. An Error where a printed value means nothing.
Result<std::optional<PrintedColumn>> printed_column(const ClaimedColumn& column,
                                                    const hierarchy::Hierarchies& hierarchies, const Domain& printed,
                                                    const DomainPtr& original);

// The code in the base of each value of the original.
Result<std::vector<Code>> base_codes(const PrintedColumn& column, const Domain& original);

}  // namespace scrim::verifier
