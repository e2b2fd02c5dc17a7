// Generalization steps: how far up its hierarchy a printed value stands.
//
// The steps of a span are the height of the lowest hierarchy node that covers it, that is, the longest way down from it
// to a leaf: 0 for a leaf, the hierarchy's height for its top. An attribute without a hierarchy knows one step, from
// exact to generalized.
#pragma once

#include "kernel/metrics/cell_charge.h"

namespace scrim::metrics {

std::uint64_t generalization_steps(const hierarchy::Attribute& attribute, Span span);
// The steps from a leaf to the top; what a suppressed cell is charged.
std::uint64_t most_generalization_steps(const hierarchy::Attribute& attribute);

}  // namespace scrim::metrics
