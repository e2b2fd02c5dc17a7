// Runs of waiting records: records that have no group yet, put into groups among themselves where that loses less than
// joining the groups there are.
//
// A simple greedy clustering: the records are ordered by their values and cut into runs, each as short as the k of
// everybody in it allows. Records that the box of a finished run covers, and that are too few for a run of their own,
// are added to it. Where a run would not be better for its first record, or for all of them together, the next one is
// tried without that record. Not every record gets into a run.
#pragma once

#include "methods/views/recoding/box_lattice.h"

#include <cstdint>
#include <span>
#include <vector>

namespace scrim::views {

struct WaitingRecord {
    std::uint32_t id = 0;
    std::uint32_t k = 0;
    std::vector<Span> box;      // of single values
    std::uint64_t joining = 0;  // the least increase of the penalty when it joins a group
};

struct WaitingRun {
    std::span<WaitingRecord> records;  // at least as many as each of them asks for
    std::vector<Span> box;             // the lowest that covers them
};

// Orders the records; the runs refer to them.
std::vector<WaitingRun> cut_into_runs(std::span<WaitingRecord> records, const BoxLattice& lattice);

}  // namespace scrim::views
