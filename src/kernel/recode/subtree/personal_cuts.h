// PersonalCuts: makes cuts of the quasi-identifiers as specific as pays, where every class generalizes the cells of its
// guarded sensitive column as far as people's guarding nodes ask.
//
// A more specific cut makes smaller classes, in which more sensitive cells have to be generalized. So each step is
// judged by all that is lost: the specialization is taken that lowers the loss of quasi-identifiers and sensitive cells
// together the most, until none lowers it. (X. Xiao, Y. Tao, Personalized Privacy Preservation, SIGMOD 2006.)
#pragma once

#include "kernel/recode/cut.h"
#include "kernel/recode/guarded.h"
#include "kernel/recode/subtree/cell_generalizer.h"
#include "kernel/recode/subtree/worth.h"
#include "scrim/result.h"

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace scrim::recode::subtree {

class PersonalCuts {
public:
    // Starts at the most general cuts that may be printed. Both outlive it.
    PersonalCuts(const Problem& problem, const Guarded& guarded);

    // Records of the classes that fail at the start; run() only where there are none.
    std::uint64_t failing() const { return failing_; }
    Result<void> run(Progress& progress);

    std::uint64_t steps() const { return steps_; }
    std::size_t classes() const { return leaves_.size(); }
    std::span<const std::uint32_t> tuples(std::size_t leaf) const {
        return std::span(order_).subspan(leaves_[leaf].begin, leaves_[leaf].end - leaves_[leaf].begin);
    }
    std::vector<Span> box(std::size_t leaf) const;
    // What the records of a class print in the guarded column.
    const CellGeneralizer::Made& cells(std::span<const std::uint32_t> tuples);

private:
    struct Leaf {
        std::uint32_t begin = 0, end = 0;  // in order_
        std::uint64_t cost = 0;            // of its sensitive cells
    };
    // What specializing would do to one class.
    struct Effect {
        std::int64_t cost = 0;  // of sensitive cells, more than now
        bool holds = true;
    };
    // A value of a cut that has narrower ones.
    struct Candidate {
        std::size_t attribute = 0;
        Span span;
        bool live = true;
        std::vector<Span> parts;                           // what it would be replaced by …
        double gain = 0;                                   // … which lowers the loss of quasi-identifiers by this
        std::vector<std::pair<double, Code>> cuts;         // of an interval: the other ways, the best last
        std::unordered_map<std::uint32_t, Effect> leaves;  // those that print it
        std::int64_t cost = 0;                             // of all of them together …
        std::uint64_t fail = 0;                            // … and how many would fail
    };

    void add_values(std::size_t attribute, std::span<const Span> spans);
    void plan(Candidate& candidate);
    bool next_way(Candidate& candidate);
    void find_effects(Candidate& candidate);
    void set_effect(Candidate& candidate, std::uint32_t leaf, std::optional<Effect> effect);
    void settle(Candidate& candidate);
    double worth(const Candidate& candidate) const;
    bool pays(const Candidate& candidate) const;
    std::optional<std::uint64_t> cost_of(std::span<const std::uint32_t> tuples);
    Effect effect(const Candidate& candidate, std::uint32_t leaf);
    void arrange(const Candidate& candidate, std::uint32_t leaf);
    void perform(std::size_t id);

    const Problem& problem_;
    const Guarded& guarded_;
    Worth worth_;
    double cost_of_leaf_;  // of one leaf more in a sensitive cell, beside the loss of quasi-identifiers
    CellGeneralizer generalizer_;
    std::vector<Cut> cuts_;
    std::vector<std::uint32_t> order_;  // tuples, class by class
    std::vector<Leaf> leaves_;
    std::vector<Candidate> candidates_;
    std::vector<std::vector<std::uint32_t>> candidate_of_;  // per attribute and value
    std::uint64_t failing_ = 0, steps_ = 0;

    // Room for one class.
    std::vector<std::vector<std::uint32_t>> arranged_;  // by part
    std::vector<Member> members_;
    std::vector<std::uint32_t> counts_;
    std::vector<char> named_;  // per code of the guard column
    std::vector<ValueCount> values_;
    std::vector<Span> guards_;
    Demands::Scratch scratch_;
};

}  // namespace scrim::recode::subtree
