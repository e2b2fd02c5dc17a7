// ConditionalTree: the values of one column, given those of others, as a classification and regression tree.
//
// Breiman, Friedman, Olshen, Stone: Classification and regression trees, 1984. A node is parted in two where that takes
// away most of its impurity: of categories the Gini index, of numbers and dates the squared deviation of their ranks.
// Numbers are parted at a threshold (a missing one stands last); categories into any two sets, in the order of their
// mean rank or, where the column drawn is a category, of the share of its most frequent value (their theorem 4.5 says
// that no parting is better for numbers and for two classes). A leaf holds at least so many records; from it one of its
// records is drawn, so that values have the shares that they have there.
//
//   const ConditionalTree tree(target, {&age, &sex}, 5);
//   tree.draw(codes, random);   // a code of the target, given codes of age and sex
#pragma once

#include "kernel/core/random.h"
#include "kernel/core/table.h"

#include <cstdint>
#include <span>
#include <vector>

namespace scrim::recode::perturb {

class ConditionalTree {
public:
    // Of at least one record; `least` records in a leaf, or all where there are fewer. Keeps no reference.
    ConditionalTree(const Column& target, const std::vector<const Column*>& given, std::uint32_t least);

    // `codes` of the given columns, in their order; values that no record of a node has go where most of its records
    // go.
    Code draw(std::span<const Code> codes, Random& random) const;
    std::size_t leaves() const { return leaves_; }

private:
    struct Node {
        std::uint32_t begin = 0, end = 0;           // of values_, the records below it
        std::uint32_t column = 0;                   // asked about
        Code threshold = 0;                         // numbers below it go left …
        std::vector<Code> left_codes, right_codes;  // … or these categories, ascending
        std::uint32_t left = 0, right = 0;          // nodes; 0 for a leaf
    };
    friend class TreeGrower;

    bool goes_left(const Node& node, Code code) const;

    std::vector<Node> nodes_;
    std::vector<Code> values_;  // of the target, leaf by leaf
    std::size_t leaves_ = 0;
};

}  // namespace scrim::recode::perturb
