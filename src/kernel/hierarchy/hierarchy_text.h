// Hierarchies as text: ARX's CSV (leaf;level1;…;*) and child–parent pairs, parsed and written.
//
// The delimiter (';', ',' or tab) is found from the first line; fields may be quoted with '"'; there is no header line.
// A two-column file in which some parent is itself a child is read as pairs (the top may stand alone: "*", "*;" or
// "*;*"); any other file as one path per leaf.
#pragma once

#include "kernel/hierarchy/hierarchy.h"

namespace scrim::hierarchy {

// `name` is what messages call the text.
Result<Hierarchy> parse_hierarchy(std::string_view text, const std::string& name);
// ARX's CSV with ';', one row per leaf, padded so that each full-domain level is one column. NULL gets no row: a file
// has no way to write it, and whoever needs it calls with_null().
std::string format_hierarchy(const Hierarchy& hierarchy);

}  // namespace scrim::hierarchy
