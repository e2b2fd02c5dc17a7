// Dealing: which rows of the material the classes of a recoding hold, and how many records of each. Made once, for what
// is measured and for what is printed.
//
// A recoder decides about tuples. Where other columns are released too, several rows may be of one tuple; its records
// are then dealt to its classes in the order of those rows.
//
//   const Dealing dealing(prepared, recoding);
//   table.add("admitted", dealing.column(place));
#pragma once

#include "kernel/recode/recoding.h"
#include "methods/release/prepare.h"

#include <cstdint>
#include <span>
#include <vector>

namespace scrim::release {

// Cells of a column as they are printed: different spans in order, their labels, and which one each member prints.
struct PrintedCells {
    std::vector<Span> spans;
    DomainPtr domain;
    std::vector<Code> of_member;

    // Of the members of a recoding that generalizes the column, whose hierarchy this is.
    PrintedCells(std::span<const Span> cells, const hierarchy::Hierarchy& hierarchy);
    PrintedCells() = default;
};

class Dealing {
public:
    // Both outlive it, and stay where they are.
    Dealing(const Prepared& prepared, const recode::Recoding& recoding);
    Dealing(const Dealing&) = delete;
    Dealing& operator=(const Dealing&) = delete;

    const Prepared& prepared() const { return prepared_; }
    const recode::Recoding& recoding() const { return recoding_; }
    // As of a Recoding, but a member's `tuple` is a row of the material.
    std::size_t size() const { return recoding_.size(); }
    std::span<const recode::Member> members(std::size_t c) const {
        return row_each_ ? recoding_.members(c) : dealt_[c];
    }
    std::span<const recode::Member> all_members() const {
        return row_each_ ? recoding_.all_members() : std::span<const recode::Member>(dealt_.members);
    }
    // A column of the material, of all that is dealt; where its values are generalized record by record, as printed.
    Column column(std::size_t place) const;
    // Of the column that is generalized record by record: what each of all_members() prints, and the codes of those
    // spans in the printed domain, whose order is theirs.
    const PrintedCells& cells() const { return cells_; }

private:
    const Prepared& prepared_;
    const recode::Recoding& recoding_;
    const bool row_each_;           // tuple t is row t: what the recoder decided is all there is to tell
    Groups<recode::Member> dealt_;  // otherwise
    PrintedCells cells_;
    std::size_t cell_column_ = SIZE_MAX;  // of the material, and of the tuples
};

// A value for each member of the classes, which are a Recoding's or a Dealing's: code_of(member.tuple, class).
template <class Classes, class CodeOf>
Column column_of(DomainPtr domain, const Classes& classes, CodeOf code_of) {
    Column column(std::move(domain), classes.all_members().size());
    column.visit([&](auto codes) {
        using Narrow = typename decltype(codes)::value_type;
        std::size_t i = 0;
        for (std::size_t c = 0; c < classes.size(); ++c)
            for (const recode::Member& member : classes.members(c))
                codes[i++] = static_cast<Narrow>(code_of(member.tuple, c));
    });
    return column;
}
// The value of each member's tuple.
template <class Classes>
Column column_of(const Column& of_tuples, const Classes& classes) {
    return of_tuples.visit([&](auto codes) {
        return column_of(of_tuples.domain_ptr(), classes, [&](std::size_t tuple, std::size_t) { return codes[tuple]; });
    });
}
// The records of each member.
std::vector<std::uint32_t> weights_of(std::span<const recode::Member> members);

}  // namespace scrim::release
