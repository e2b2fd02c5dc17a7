// Where the values and labels of a column lie, by the files of a release alone: spans of places, so that a value fits a
// label where its span lies inside the label's.
//
// Places are the leaves of the column's hierarchy in their order; the numbers that occur, where labels are intervals of
// numbers that nobody lists; or the values themselves. A missing value has a place of its own, which only "*" covers
// and sets that name it.
#pragma once

#include "kernel/core/domain.h"
#include "kernel/hierarchy/hierarchy.h"
#include "methods/verify/released_data.h"

#include <optional>
#include <string>
#include <vector>

namespace scrim::verifier {

struct ValuePlaces {
    Code places = 0;
    std::vector<Span> printed, values;  // by code of both domains; a name without a meaning fits itself
    std::vector<char> is_value;         // by printed code: it says one value, or that there is none
    std::vector<char> is_label;         // by code of the values: it is one of the labels that say several
};

// `printed` is the domain of the generalized column, `values` that of the drawn one.
ValuePlaces value_places(const std::string& column, const ReleasedData& release, const Domain& printed,
                         const Domain& values);

}  // namespace scrim::verifier
