#include "methods/views/materialized/waiting_runs.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace scrim::views {
namespace {

// Moves records that ask for more than there are to the end, and returns the others.
std::span<WaitingRecord> without_too_demanding(std::span<WaitingRecord> records) {
    std::sort(records.begin(), records.end(), [](const WaitingRecord& a, const WaitingRecord& b) { return a.k < b.k; });
    while (!records.empty() && records.back().k > records.size()) records = records.first(records.size() - 1);
    return records;
}

// How many of the records that follow a run of `size` belong to it as well.
std::size_t also_covered(std::span<const WaitingRecord> following, std::span<const Span> box, std::size_t size,
                         std::uint32_t largest_k) {
    std::size_t count = 0;
    std::uint32_t following_k = 0;
    while (count < following.size() && covers(box, following[count].box)) {
        following_k = std::max(following_k, following[count].k);
        if (++count >= largest_k) return 0;  // enough for another run
    }
    return following_k <= size + count ? count : 0;
}

// The run at the beginning of the records; without records if not even all of them are enough.
WaitingRun shortest_run(std::span<WaitingRecord> records, const BoxLattice& lattice) {
    std::size_t size = 0;
    std::uint32_t largest_k = 1;
    std::vector<Span> box = records.front().box;
    while (size < largest_k && size < records.size()) {
        lattice.widen(box, records[size].box);
        largest_k = std::max(largest_k, records[size].k);
        ++size;
    }
    if (size < largest_k) return {};
    size += also_covered(records.subspan(size), box, size, largest_k);
    return {records.first(size), std::move(box)};
}

bool is_better(const WaitingRun& run, const BoxLattice& lattice) {
    if (run.records.empty()) return false;
    const std::uint64_t each = lattice.penalty(run.box);
    std::uint64_t joining = 0;
    for (const WaitingRecord& record : run.records) joining += record.joining;
    return each < run.records.front().joining && each * run.records.size() < joining;
}

}  // namespace

std::vector<WaitingRun> cut_into_runs(std::span<WaitingRecord> records, const BoxLattice& lattice) {
    std::vector<WaitingRun> runs;
    records = without_too_demanding(records);
    std::sort(records.begin(), records.end(), [](const WaitingRecord& a, const WaitingRecord& b) {
        return std::tie(a.box, a.id) < std::tie(b.box, b.id);
    });
    while (!records.empty()) {
        WaitingRun run = shortest_run(records, lattice);
        const bool better = is_better(run, lattice);
        records = records.subspan(better ? run.records.size() : 1);
        if (better) runs.push_back(std::move(run));
    }
    return runs;
}

}  // namespace scrim::views
