// Why a column is not what a builder needs: the value that spoils it, and what to say of it.
#pragma once

#include "kernel/core/domain.h"
#include "kernel/core/field.h"
#include "kernel/core/stray_values.h"
#include "kernel/core/text.h"

namespace scrim::hierarchy {

// "holds 'x' …" for the first label that does not parse, of a column that is not of the kind wanted ("numbers" or
// "dates"). Where most values are of that kind, written in whatever way, one of the others is named.
template <class Parse>
std::string why_not(const Domain& domain, std::string_view wanted, Parse parse) {
    std::string spoils;
    Code unfit = 0;
    if (const auto strays = stray_values(domain, 2); strays && strays->read_as == wanted)
        return format("holds {} too; if that means 'no value', say {}", quoted(strays->values.front()),
                      quoted_field("missing", strays->values.front()));
    for (Code code = 0; code < domain.values(); ++code)
        if (const std::string label = domain.label(code); !parse(label) && unfit++ == 0) spoils = label;
    if (unfit == 0) return "holds something else";
    if (unfit == domain.values()) return format("holds {}", quoted(spoils));
    return format("holds {} too; if that means 'no value', say {}", quoted(spoils), quoted_field("missing", spoils));
}

}  // namespace scrim::hierarchy
