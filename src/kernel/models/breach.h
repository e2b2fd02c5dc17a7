// Breach: how probable it is that a record's value lies below a guarding node, judged by what is printed of it.
//
// A printed node below the guarding one: surely. One above it: as many of its leaves are below the guarding node, each
// leaf being as likely as any other. Any other: not at all. (X. Xiao, Y. Tao, Personalized Privacy Preservation, SIGMOD
// 2006: a person's breach probability is the mean of these over the records of the class.)
//
// Probabilities of one guarding node are whole numbers over one denominator, so that sums of them are exact.
//
//   const Breach breach(hierarchy, *hierarchy.find("infectious"));
//   breach.below(*hierarchy.find("HIV"));   // breach.scale(): surely
//   breach.below(*hierarchy.find("*"));     // scale() * 2 / 5, where 2 of 5 leaves are infectious
#pragma once

#include "kernel/core/int128.h"
#include "kernel/hierarchy/hierarchy.h"

namespace scrim::models {

class Breach {
public:
    // The guard is not empty.
    Breach(const hierarchy::Hierarchy& hierarchy, Span guard);

    Span guard() const { return guard_; }
    // The denominator: the least common multiple of the sizes of the nodes that hold values of both kinds. Where that
    // is above 2^50 it is 2^50, and probabilities are rounded up: more is said than there is, never less.
    Int128 scale() const { return scale_; }
    // Of one record that prints this node or leaf, over scale().
    Int128 below(Span cell) const;

private:
    Span guard_;
    Int128 scale_ = 1;
};

}  // namespace scrim::models
