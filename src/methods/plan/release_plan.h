// ReleasePlan: how the records of a table become those of its release, wherever they are.
//
// Made from a histogram by what publish runs (make_plan.h), written down (plan_file.h), and applied to tables
// (apply_plan.h) that need not be there when it is made. It finds a record's class in one of three ways, the first that
// serves:
//   boxes  classes are boxes of values that do not overlap: a tree of cuts. Knows no record.
//   keys   records of equal values in some columns are of one class: those values, sorted, each with its class
//   rows   records of equal values in all columns may be of several classes: how many records each class gets
//
// Where sensitive values are parted from their records (anatomy, permutation), chance has dealt them out when the plan
// was made, for the whole table, and a plan is by rows: its classes are the groups or, of permuted releases, each group
// with each value that is dealt there, which it prints. Applied again, it deals alike.
//
// Planning on counts and applying in another pass is how LeFevre, DeWitt and Ramakrishnan treat tables larger than
// memory
// ("Workload-Aware Anonymization Techniques for Large-Scale Datasets", TODS 33(3), 2008).
#pragma once

#include "kernel/core/table.h"
#include "methods/plan/axis.h"
#include "methods/plan/box_tree.h"
#include "methods/plan/division.h"
#include "scrim/input.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace scrim::planning {

constexpr std::uint32_t suppressed_class = UINT32_MAX;

// What classes print in a column.
struct PrintedColumn {
    Domain domain;
    std::vector<Code> of_class;
};

// A column of the release, in its order.
struct ShownColumn {
    std::string name;
    std::optional<std::size_t> printed = {};  // what classes print; nothing for a column released as it is
    Domain::Kind kind = Domain::Kind::text;   // of the whole table's values, so that every part releases the same
    int scale = 0;
};

// So many records of one row go to a class, or are suppressed.
struct Quota {
    std::uint32_t into = suppressed_class;
    std::uint64_t records = 0;

    friend bool operator==(const Quota&, const Quota&) = default;
};

struct ReleasePlan {
    enum class By { boxes, keys, rows };

    std::string algorithm;
    std::uint64_t classes = 0, records = 0, suppressed = 0;  // of the release that was planned
    std::uint64_t groups = 0;                                // where values are parted from their records; 0 elsewhere
    std::shared_ptr<const Table> values;  // of an anatomized release: how often each group has each value
    bool may_suppress = false;            // the policy lets records go
    std::vector<std::string> raw;         // columns of which it holds values that the release does not show

    std::vector<ColumnReading> readings;  // of all columns that it needs
    std::vector<ShownColumn> shown;
    std::vector<ShownColumn> kept;  // not released, for evidence: the person's column, and guards
    std::vector<PrintedColumn> printed;
    By by = By::boxes;
    std::vector<Axis> axes;
    std::shared_ptr<const BoxTree> tree;    // by boxes: those of all classes
    std::vector<Code> keys;                 // by keys or rows: codes on each axis, ascending
    std::vector<std::uint32_t> offsets{0};  // quotas [offsets[k], offsets[k + 1]) are those of key k; by keys, one each
    std::vector<Quota> quotas;

    std::optional<Division> division;  // where the released rows are written to several files

    std::size_t key_count() const { return offsets.size() - 1; }
    // A row's records go to several classes, so that each part of a table needs to know its share.
    bool has_shares() const { return quotas.size() > key_count(); }
    // Names of the columns that have to be there: of what apply_plan() makes, or of that and what is kept for evidence.
    std::vector<std::string> needed(bool with_kept = false) const;

    // The key of these codes; key_count() where there is none.
    std::size_t find_key(std::span<const Code> codes) const;
};

}  // namespace scrim::planning
