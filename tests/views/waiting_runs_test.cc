#include "methods/views/materialized/waiting_runs.h"

#include "tests/views/numbered_tree.h"

#include <gtest/gtest.h>

namespace scrim::views {
namespace waiting_runs_test {

struct Waits {
    Code value;
    std::uint32_t k;
    std::uint64_t joining = UINT32_MAX;
};
constexpr std::uint64_t eighth = BoxLattice::whole / 8;  // lost by a box that is wider by one

// Runs as lists of values.
std::vector<std::vector<Code>> runs(const std::vector<Waits>& people) {
    const BoxLattice lattice({numbered_tree(9, {3})});
    std::vector<WaitingRecord> records;
    for (const Waits& person : people)
        records.push_back(
            {static_cast<std::uint32_t>(records.size()), person.k, {Span::of(person.value)}, person.joining});
    std::vector<std::vector<Code>> result;
    for (const WaitingRun& run : cut_into_runs(records, lattice)) {
        std::vector<Code>& values = result.emplace_back();
        for (const WaitingRecord& record : run.records) {
            values.push_back(record.box.front().lo);
            EXPECT_LE(record.k, run.records.size());
            EXPECT_TRUE(run.box.front().contains(values.back()));
        }
    }
    return result;
}

using Runs = std::vector<std::vector<Code>>;

TEST(WaitingRuns, AsShortAsEverybodyAllows) {
    EXPECT_EQ(runs({{8, 2}, {0, 2}, {7, 2}, {1, 2}}), (Runs{{0, 1}, {7, 8}}));
    EXPECT_EQ(runs({{8, 2}, {0, 2}, {7, 2}, {1, 3}}), (Runs{{0, 1, 7, 8}}));
    EXPECT_EQ(runs({{3, 2}, {0, 2}, {2, 2}}), (Runs{{0, 2}}));  // 3 is left over
}

TEST(WaitingRuns, CoveredRecordsThatAreTooFewAreAdded) {
    EXPECT_EQ(runs({{0, 2}, {0, 2}, {0, 2}, {5, 2}, {5, 2}}), (Runs{{0, 0, 0}, {5, 5}}));
    EXPECT_EQ(runs({{0, 2}, {0, 2}, {0, 2}, {0, 2}, {5, 2}}), (Runs{{0, 0}, {0, 0}}));
    EXPECT_EQ(runs({{0, 2}, {0, 2}, {0, 4}, {5, 2}, {5, 2}}), (Runs{{0, 0}, {5, 5}}));  // 4 is more than 3
}

TEST(WaitingRuns, TooDemandingRecordsDoNotStandInTheWay) {
    EXPECT_EQ(runs({{0, 2}, {1, 9}, {2, 2}}), (Runs{{0, 2}}));
    EXPECT_EQ(runs({{0, 2}, {0, 2}, {1, 4}, {8, 2}, {8, 2}}), (Runs{{0, 0}, {8, 8}}));  // 4 of three
    EXPECT_EQ(runs({{0, 3}, {1, 4}, {2, 5}}), Runs{});
    EXPECT_EQ(runs({}), Runs{});
}

TEST(WaitingRuns, OnlyWhereJoiningLosesMore) {
    EXPECT_EQ(runs({{0, 2, 3 * eighth}, {1, 2, 3 * eighth}}), (Runs{{0, 1}}));  // 2/8 each
    EXPECT_EQ(runs({{0, 2, 3 * eighth}, {1, 2, eighth}}), Runs{});              // the same in all
    EXPECT_EQ(runs({{0, 2, 3 * eighth}, {1, 2, eighth + 1}}), (Runs{{0, 1}}));
    EXPECT_EQ(runs({{0, 2, eighth}, {5, 2, 9 * eighth}, {5, 2, 9 * eighth}}), (Runs{{5, 5}}));  // 0 joins
}

}  // namespace waiting_runs_test
}  // namespace scrim::views
