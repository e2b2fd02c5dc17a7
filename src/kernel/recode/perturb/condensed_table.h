// A table of which only condensed groups are kept: so that records that arrive later can be taken in, and nobody has to
// keep the ones before (Aggarwal, Yu, ACM TODS 2008, section 4).
//
// It stands in the owner's file of a release by `condense`. Arrivals join the group whose mean is nearest, in standard
// deviations of the columns, and groups of 2r are split.
//
//   SCRIM_TRY(CondensedTable table, CondensedTable::of_text(owners_file));
//   SCRIM_TRY(PointSet drawn, table.with_arrivals(records, random));
#pragma once

#include "kernel/core/json.h"
#include "kernel/recode/perturb/condensation.h"
#include "kernel/recode/perturb/number_column.h"

#include <string>
#include <vector>

namespace scrim::recode::perturb {

struct CondensedTable {
    struct Of {
        std::string name;
        Domain::Kind kind = Domain::Kind::number;
        int scale = 0;    // digits after the point …
        Int128 grid = 1;  // … and how many of their units are a step
        double step() const;
    };
    std::uint32_t r = 1;
    std::vector<Of> columns;
    std::vector<Condensation::Moments> groups;  // in the columns' own units

    std::uint64_t records() const;

    Json json() const;
    // From an owner's file that holds one; refuses others.
    static Result<CondensedTable> of_text(const std::string& owners_file);

    // Takes in records that lack nothing; `points` are in the columns' own units.
    void add(const PointSet& points);
    // As many records as there are, in the columns' own units; each group's mean is exact.
    PointSet draw(Random& random) const;
};

}  // namespace scrim::recode::perturb
