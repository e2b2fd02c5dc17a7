// Recoding: what a recoder has decided: the classes of a release, and which records go into each.
//
// Class c prints the spans boxes[c] and holds the records members[c]. Records of a tuple that no class holds are
// suppressed. One tuple's records may go to several classes (local recoding).
//
// An algorithm may also generalize one sensitive column, record by record: each member then has a cell of its own, and
// a tuple may be several members of one class.
#pragma once

#include "kernel/core/groups.h"
#include "kernel/core/span.h"
#include "kernel/recode/problem.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace scrim::recode {

class Recoding {
public:
    explicit Recoding(std::size_t dimensions) : dimensions_(dimensions) {}
    // Classes that print no spans, because the quasi-identifiers are released as they are: a class for each group.
    static Recoding of_groups(Groups<Member> groups) {
        Recoding recoding(0);
        recoding.classes_ = std::move(groups);
        return recoding;
    }

    // Makes room for so many classes and members in all.
    void reserve(std::size_t classes, std::size_t members) {
        boxes_.reserve(classes * dimensions_);
        classes_.reserve(classes, members);
    }
    // A class of these members that prints these spans, one per quasi-identifier.
    void add(std::span<const Span> box, std::span<const Member> members);
    // The same, where each member prints a cell of its own in the column `generalized`.
    void add(std::span<const Span> box, std::span<const Member> members, std::span<const Span> cells);
    // A class of these members, printing the narrowest values that cover the members and that may be printed (see
    // narrowest_box).
    void add_narrowest(const Problem& problem, std::span<const Member> members);

    std::size_t size() const { return classes_.size(); }
    std::size_t dimensions() const { return dimensions_; }  // 0 where nothing is generalized
    std::span<const Span> box(std::size_t c) const { return std::span(boxes_).subspan(c * dimensions_, dimensions_); }
    std::span<const Member> members(std::size_t c) const { return classes_[c]; }
    std::span<const Member> all_members() const { return classes_.members; }
    // What each member prints in the column `generalized`, beside all_members(); empty without such a column.
    std::span<const Span> cells() const { return cells_; }
    std::uint64_t records(std::size_t c) const;
    std::uint64_t records() const;

    // Drops the classes c with kept[c] == 0.
    void keep(const std::vector<char>& kept);
    // Classes with equal boxes become one, as a reader of the release sees them. Classes are ordered by their boxes.
    void merge_equal_boxes();

    // The sensitive column of the tuples whose values are generalized record by record, if there is one.
    std::optional<std::size_t> generalized;
    // Of a full-domain recoding: the level of each quasi-identifier, so that a node with a single value below it is
    // printed as itself. Empty for others.
    std::vector<std::uint32_t> levels;
    // What the report tells of how it was found: "levels" -> "0-3-0-1", …
    std::vector<std::pair<std::string, std::string>> details;
    // Of a lattice search: the chosen node and those one step away.
    struct Neighbor {
        std::vector<std::uint32_t> levels;
        std::optional<double> loss;  // by the metric; nothing when not evaluated
        std::uint64_t suppressed = 0;
        bool feasible = false;
    };
    std::vector<Neighbor> neighborhood;  // the chosen node first; empty for other recoders
    // Nodes of the lattice that were examined, and how many there are; 0 for other recoders.
    std::uint64_t examined = 0, lattice = 0;

private:
    std::size_t dimensions_;
    std::vector<Span> boxes_;
    Groups<Member> classes_;
    std::vector<Span> cells_;
};

// The narrowest spans that cover the members and may be printed: an interval of a numeric attribute, a hierarchy node
// of another. (Recoders that cut by order print sets instead, and add() them themselves.)
std::vector<Span> narrowest_box(const Problem& problem, std::span<const Member> members);
// The narrowest printable span that covers `span`, for one attribute.
Span printable(const hierarchy::Attribute& attribute, Span span);

// What the metrics see of a recoding. It points into `problem`.
metrics::MetricInput metric_input(const Problem& problem, const Recoding& recoding);
// Its metric, by the problem's; nothing when the metric cannot be measured.
std::optional<double> loss_of(const Problem& problem, const Recoding& recoding);

}  // namespace scrim::recode
