// Specializer: makes cuts as specific as the demands allow, one value at a time.
//
// Each step replaces one value of one attribute's cut, wherever it is printed, by its children: of a hierarchy all at
// once; of an interval the two halves of the best cut. Of those steps after which everything still holds, the one that
// gains most per loss of anonymity is taken (IGPL = gain / (loss of anonymity + 1)), until none is left. For monotone
// demands a step that breaks them once breaks them ever after, so the end is minimal: no single step is possible.
#pragma once

#include "kernel/recode/subtree/leaf_classes.h"
#include "kernel/recode/subtree/worth.h"
#include "scrim/result.h"

#include <cstdint>
#include <vector>

namespace scrim::recode::subtree {

class Specializer {
public:
    struct Options {
        bool information = false;  // gain is information about problem.target; otherwise loss
        bool intervals = false;    // numbers without a hierarchy from a file are cut anywhere; otherwise values or "*"
    };

    // Starts at `cuts`, which hold for the `kept` tuples. All of them outlive the result.
    Specializer(const Problem& problem, const std::vector<AskedColumns>& asked, std::vector<Cut> cuts,
                const std::vector<char>& kept, Options options);

    Result<void> run(Progress& progress);

    const std::vector<Cut>& cuts() const { return cuts_; }
    std::uint64_t steps() const { return steps_; }

private:
    using Id = std::uint32_t;
    static constexpr Id none = UINT32_MAX;

    // A value of a cut that has narrower ones, with the best way left to specialize it.
    struct Candidate {
        std::size_t attribute = 0;
        Span span;
        bool live = true;         // some way is left
        bool broken = false;      // it is in broken_
        std::vector<Span> parts;  // what it would be replaced by
        Gain gain;
        std::vector<std::pair<Gain, Code>> cuts;             // of an interval: the other ways, the best last
        std::vector<std::uint64_t> smallest;                 // per set of columns: the smallest class it would make
        std::vector<std::vector<std::uint32_t>> leaves;      // per set of columns: those that print it
        std::pair<std::size_t, std::uint32_t> breaks{0, 0};  // set of columns and leaf that failed last
    };

    void add_values(std::size_t attribute, std::span<const Span> spans);
    void list_leaf(std::size_t set, std::uint32_t leaf, std::size_t attribute);
    void plan(Id id);
    void next_way(Id id);
    bool large_enough(Id id);
    bool holds(Id id);
    template <class F>
    bool all_leaves(Id id, std::size_t set, F passes);
    Gain score(const Candidate& candidate) const;
    Id best();
    void perform(Id id);
    void look_again(std::size_t set, std::uint32_t leaf, bool fresh, std::size_t specialized);
    bool grows_intervals(std::size_t attribute) const;
    Id candidate_at(std::size_t set, std::uint32_t leaf, std::size_t attribute) const;

    const Problem& problem_;
    Options options_;
    Worth worth_;
    std::vector<Cut> cuts_;
    std::vector<LeafClasses> classes_;               // per set of columns
    std::vector<std::vector<std::size_t>> sets_of_;  // per attribute: the sets that contain it
    std::vector<std::vector<Id>> candidate_of_;  // per attribute and value; none for values of the cut without narrower
    std::vector<Parts> parts_;                   // per attribute, of the candidates' parts
    std::vector<std::vector<std::vector<Span>>> children_;  // per attribute and hierarchy node
    std::vector<Candidate> candidates_;
    std::vector<Id> live_;    // some of them dead since the last look
    std::vector<Id> broken_;  // whose way was found to fail in this step
    std::uint64_t steps_ = 0;
};

}  // namespace scrim::recode::subtree
