// What span of a domain does a printed value mean? Understands our own output and other tools'.
//
// A leaf or hierarchy node by its label; "*" the whole domain; "NULL"; number and date intervals "[20, 24]",
// "[20, 25)", "[20, 25[", "(19, 24]", "[20-24]", "20-24", "<20", "<=19", ">=65", ">64"; masks "885**" (885 and at most
// two characters more) and sets "{a, b}" whose values stand together. A member of a set may itself be any of these but
// a set; it is quoted, {"a, b", c}, where it holds a comma, a bracket or a quote. What a name means always goes before
// what it could be read as: a node that is called "20-24" is that node.
#pragma once

#include "kernel/hierarchy/hierarchy.h"

namespace scrim::hierarchy {

// Nothing when the label means no span of `domain`. `hierarchy` may be null; if given, its domain is `domain`. A mask
// that names no node costs a pass over the domain.
std::optional<Span> span_of_label(std::string_view label, const Domain& domain, const Hierarchy* hierarchy);
// How a span, which is not empty, is printed: a leaf or node by its label, the whole domain as "*", a numeric run as
// "[lo, hi]", any other run as a set.
std::string label_of_span(Span span, const Domain& domain, const Hierarchy* hierarchy);

}  // namespace scrim::hierarchy
