// Discloser: discloses values one at a time, wherever they occur, as far as the demands allow.
//
// Every value of an attribute is printed as the lowest disclosed node above it; in the beginning only the most general
// nodes are disclosed. A step discloses one node right below a disclosed one: its values print it from then on, and the
// rest of that node's values go on printing that one (LeFevre, DeWitt, Ramakrishnan, SIGMOD 2005, sibling
// generalization). Where single values are all that can be disclosed, what is left is value suppression (Wang, Fung,
// Yu, ICDM 2005). Of the steps after which everything still holds, the one that gains most per loss of anonymity is
// taken, until none is left. For monotone demands a step that breaks them once breaks them ever after, so the end is
// minimal: nothing further can be disclosed, one node or several.
#pragma once

#include "kernel/recode/subtree/leaf_classes.h"
#include "kernel/recode/subtree/worth.h"
#include "scrim/result.h"

#include <cstdint>
#include <vector>

namespace scrim::recode::subtree {

class Discloser {
public:
    enum class Scheme { values, siblings };
    struct Options {
        Scheme scheme = Scheme::values;
        bool information = false;  // gain is information about problem.target; otherwise loss
    };

    // Starts at `cuts`, of hierarchy nodes, which hold for the `kept` tuples. All of them outlive the result.
    Discloser(const Problem& problem, const std::vector<AskedColumns>& asked, std::vector<Cut> cuts,
              const std::vector<char>& kept, Options options);

    Result<void> run(Progress& progress);

    const std::vector<Cut>& cuts() const { return cuts_; }  // whose spans may be nested
    std::uint64_t disclosed() const { return disclosed_; }  // nodes

private:
    using Id = std::uint32_t;
    static constexpr Id none = UINT32_MAX;

    // A node that could be disclosed, below one that is.
    struct Candidate {
        std::size_t attribute = 0;
        Span span, above;  // of the node, and of what its values print now
        bool live = true;
        Gain gain;
        std::vector<std::uint64_t> smallest;             // per set of columns: the smallest class it would make
        std::vector<std::vector<std::uint32_t>> leaves;  // per set of columns: those with values of the node
    };

    void add_below(std::size_t attribute, Span above);
    void add(std::size_t attribute, Span span, Span above);
    void list_leaf(std::size_t set, std::uint32_t leaf, bool fresh, std::size_t attribute);
    void measure(std::size_t attribute, Span above);
    bool holds(const Candidate& candidate);
    Gain score(const Candidate& candidate) const;
    Id best();
    void disclose(Id id);
    void set_parts(const Candidate& candidate, std::uint32_t part);

    const Problem& problem_;
    Options options_;
    Worth worth_;
    std::vector<Cut> cuts_;
    std::vector<std::vector<char>> occurs_;          // per attribute and value: some kept record has it
    std::vector<LeafClasses> classes_;               // per set of columns
    std::vector<std::vector<std::size_t>> sets_of_;  // per attribute: the sets that contain it
    std::vector<std::vector<Id>> candidate_of_;      // per attribute and value: the candidate that it would print
    std::vector<Parts> parts_;                       // per attribute: all 0 between uses
    std::vector<Candidate> candidates_;
    std::vector<std::uint64_t> counts_;  // per candidate: 0 between uses
    std::uint64_t disclosed_ = 0;
};

}  // namespace scrim::recode::subtree
