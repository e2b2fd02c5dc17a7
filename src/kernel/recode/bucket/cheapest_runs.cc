#include "kernel/recode/bucket/cheapest_runs.h"

#include <algorithm>

namespace scrim::recode::bucket {
namespace {

constexpr std::uint32_t none = UINT32_MAX;

class Search {
public:
    Search(std::span<const Uint128> gaps, const RunHolds& holds)
        : gaps_(gaps), holds_(holds), items_(static_cast<std::uint32_t>(gaps.size())) {
        for (std::uint32_t begin = 0; begin < items_; ++begin) earliest_end_.push_back(begin + 1);
        known_.assign(items_, none);
    }

    std::optional<std::vector<std::uint32_t>> run() {
        for (;;) {
            std::vector<std::uint32_t> ends = best_not_known_to_fail();
            if (ends.empty()) return std::nullopt;
            bool all_hold = true;
            std::uint32_t begin = 0;
            for (const std::uint32_t end : ends) {
                all_hold &= end >= earliest_end_[begin] && ask(begin, end);
                begin = end;
            }
            if (all_hold) return ends;
        }
    }

private:
    // Dynamic programming over the ends of runs; none when no runs are left.
    std::vector<std::uint32_t> best_not_known_to_fail() {
        // Of the best runs up to each end: the sum of gaps, and where the last run begins.
        std::vector<Uint128> sums(items_ + 1, 0);
        std::vector<std::uint32_t> begins(items_ + 1, none);
        std::uint32_t next = 0, best = none;
        for (std::uint32_t end = 1; end <= items_; ++end) {
            for (; next < items_ && earliest_end_[next] <= end; ++next)
                if ((next == 0 || begins[next] != none) && (best == none || sums[next] > sums[best])) best = next;
            begins[end] = best;
            if (best != none) sums[end] = sums[best] + (end < items_ ? gaps_[end] : 0);
        }
        std::vector<std::uint32_t> ends;
        if (begins[items_] == none) return ends;
        for (std::uint32_t end = items_; end > 0; end = begins[end]) ends.push_back(end);
        std::reverse(ends.begin(), ends.end());
        return ends;
    }

    // Does the run hold? If not, learns where the first that does ends.
    bool ask(std::uint32_t begin, std::uint32_t end) {
        if (known_[begin] == end) return true;
        if (holds_(begin, end)) {
            known_[begin] = end;
            return true;
        }
        std::uint32_t fails = end, found = none;
        for (std::uint32_t step = 1; fails < items_; step *= 2) {
            const std::uint32_t later = step < items_ - fails ? fails + step : items_;
            if (holds_(begin, later)) {
                found = later;
                break;
            }
            fails = later;
        }
        while (found != none && fails + 1 < found) {
            const std::uint32_t middle = fails + (found - fails) / 2;
            (holds_(begin, middle) ? found : fails) = middle;
        }
        known_[begin] = found;
        for (std::uint32_t later = begin; later < items_ && earliest_end_[later] < found; ++later)
            earliest_end_[later] = found;
        return false;
    }

    std::span<const Uint128> gaps_;
    const RunHolds& holds_;
    std::uint32_t items_;
    std::vector<std::uint32_t> earliest_end_;  // per begin, ascending: no run that ends earlier holds
    std::vector<std::uint32_t> known_;         // per begin: an end of a run that holds
};

}  // namespace

std::optional<std::vector<std::uint32_t>> cheapest_runs(std::span<const Uint128> gaps, const RunHolds& holds) {
    return Search(gaps, holds).run();
}

}  // namespace scrim::recode::bucket
