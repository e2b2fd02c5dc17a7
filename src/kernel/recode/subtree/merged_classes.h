// MergedClasses: the classes on one set of columns, as values are generalized and classes merge.
//
// A generalization of one value touches the classes that print one of its children and no others. Which of those merge
// is found by sorting them by their other values.
#pragma once

#include "kernel/recode/subtree/asked_columns.h"

#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace scrim::recode::subtree {

class MergedClasses {
public:
    // The classes of all tuples with their values as they are. Both arguments outlive the result.
    MergedClasses(const Problem& problem, const AskedColumns& asked);

    const AskedColumns& asked() const { return *asked_; }
    // Records of the smallest class that has any.
    std::uint64_t smallest() const { return sizes_.begin()->first; }
    // Records in classes that fail.
    std::uint64_t failing_records() const { return failing_records_; }
    bool holds() const { return failing_classes_ == 0; }
    // Does some class that fails print one of these values of the attribute?
    bool fails_at(std::size_t attribute, std::span<const Span> values) const;

    // Records of the smallest class when `whole` is printed for each of its parts, which are printed now.
    std::uint64_t smallest_after(std::size_t attribute, Span whole, std::span<const Span> parts);
    void generalize(std::size_t attribute, Span whole, std::span<const Span> parts);

private:
    using Id = std::uint32_t;
    struct Class {
        std::uint64_t records = 0;
        std::uint64_t hash = 0;  // of its values
        Id first = 0, last = 0;  // of its tuples, linked by next_
        bool dead = false;       // merged into another
        bool fails = false;
    };

    std::size_t slot_of(std::size_t column) const;
    Code& value(Id id, std::size_t slot) { return values_[id * columns_ + slot]; }
    void collect(std::size_t slot, std::span<const Span> parts);
    bool all_smallest_within(std::size_t slot, Span whole);
    void merge(Id into, Id from);
    void judge(Id id);
    void count_failing(Id id, bool add);
    void find_smallest();

    const Problem* problem_;
    const AskedColumns* asked_;
    std::size_t columns_;
    std::vector<Class> classes_;
    std::vector<Code> values_;                            // per class and slot: the first code of what is printed
    std::vector<std::vector<std::vector<Id>>> by_value_;  // per slot and first code; some of them dead
    std::vector<std::vector<std::uint32_t>> failing_at_;  // per slot and first code: classes that fail
    std::vector<std::uint32_t> next_;                     // tuple after tuple of a class
    std::map<std::uint64_t, std::uint64_t> sizes_;        // records -> classes, of classes with any
    std::vector<Id> smallest_;                            // the smallest classes
    std::uint64_t failing_records_ = 0, failing_classes_ = 0;

    // Of one generalization: the classes it touches; those of equal groups_ merge.
    std::vector<Id> touched_;
    std::vector<std::uint32_t> ends_;  // of the groups in touched_
    std::vector<Member> members_;
    Demands::Scratch scratch_;
};

}  // namespace scrim::recode::subtree
