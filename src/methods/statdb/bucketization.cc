#include "methods/statdb/bucketization.h"

#include "kernel/core/field.h"
#include "kernel/core/packed_key.h"
#include "kernel/core/parallel.h"
#include "kernel/core/text.h"
#include "kernel/deal/signature_plan.h"
#include "methods/statdb/strata.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace scrim::statdb {
namespace {

// The rows of each region and value, region by region.
class Cells {
public:
    Cells(const Strata& strata, const Column& sensitive) : values_(sensitive.domain().size()) {
        cells_.offsets.assign(std::size_t{strata.count} * values_ + 1, 0);
        const auto cell_of = [&](std::size_t row, Code value) {
            return std::size_t{strata.of_row.empty() ? 0 : strata.of_row[row]} * values_ + value;
        };
        sensitive.visit([&](auto codes) {
            auto& offsets = cells_.offsets;
            for (std::size_t row = 0; row < codes.size(); ++row) ++offsets[cell_of(row, codes[row]) + 1];
            std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
            cells_.members.resize(codes.size());
            std::vector<std::uint32_t> next(offsets.begin(), offsets.end() - 1);
            for (std::size_t row = 0; row < codes.size(); ++row)
                cells_.members[next[cell_of(row, codes[row])]++] = static_cast<std::uint32_t>(row);
        });
    }

    std::span<std::uint32_t> rows(std::size_t region, Code value) { return cells_[region * values_ + value]; }
    std::vector<std::uint32_t> counts(std::size_t region) {
        std::vector<std::uint32_t> counts(values_);
        for (Code value = 0; value < values_; ++value)
            counts[value] = static_cast<std::uint32_t>(rows(region, value).size());
        return counts;
    }

private:
    std::size_t values_;
    Groups<std::uint32_t> cells_;
};

std::string share_of_most(const Column& sensitive, const std::string& name, std::span<const std::uint32_t> counts) {
    const auto most = std::max_element(counts.begin(), counts.end());
    const auto records = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
    return format("value {} of {} holds {:.3g} % of {}",
                  quoted(sensitive.domain().label(static_cast<Code>(most - counts.begin()))), quoted(name),
                  100.0 * static_cast<double>(*most) / static_cast<double>(records),
                  counted(records, "record", "records"));
}

Error not_eligible(const Column& sensitive, const std::string& name, std::span<const std::uint32_t> counts,
                   std::uint32_t m) {
    const auto records = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
    const std::uint64_t largest = records / *std::max_element(counts.begin(), counts.end());
    if (largest < 2)
        return input_error(
            format("{}, so nothing can hide it among m = {} values", share_of_most(sensitive, name, counts), m));
    return input_error(format("{}, so m = {} cannot be met; the largest possible m is {}",
                              share_of_most(sensitive, name, counts), m, largest));
}

Error region_not_eligible(const Column& sensitive, const std::string& name, std::span<const std::uint32_t> counts,
                          std::uint32_t strata, std::uint32_t m) {
    return input_error(
        format("of {} regions of people, one is not {}-eligible: in it, {}; ask for fewer regions ({} always "
               "works). Whoever knows that fewer were needed knows that some value is frequent in a part of the table",
               strata, m, share_of_most(sensitive, name, counts), field("strata", "1")));
}

// Deals the records of every region and value to the places that the plans have for them.
Bucketization deal(Cells& cells, std::span<const deal::SignaturePlan> plans, std::size_t values, deal::Chance& chance) {
    // Equal signatures of different regions are one bucket: the larger it is, the shorter the intervals.
    std::map<std::vector<std::uint32_t>, std::uint32_t> groups;
    for (const deal::SignaturePlan& plan : plans)
        for (const deal::PlannedSignature& planned : plan) groups[planned.values] += planned.groups;
    Bucketization made;
    std::map<std::vector<std::uint32_t>, std::uint32_t> first_segment;
    for (const auto& [signature, count] : groups) {
        first_segment[signature] = static_cast<std::uint32_t>(made.segments.size());
        for (std::size_t s = 0; s < signature.size(); ++s)
            made.segments.offsets.push_back(made.segments.offsets.back() + count);
        made.signatures.add(signature);
    }
    made.segments.members.resize(made.segments.offsets.back());
    std::vector<std::uint32_t> used(values), filled(made.segments.size());
    for (std::size_t region = 0; region < plans.size(); ++region) {
        std::fill(used.begin(), used.end(), 0);
        for (Code value = 0; value < values; ++value) chance.shuffle(cells.rows(region, value));
        for (const deal::PlannedSignature& planned : plans[region]) {
            std::uint32_t segment = first_segment[planned.values];
            for (const std::uint32_t value : planned.values) {
                const auto taken = cells.rows(region, value).subspan(used[value], planned.groups);
                std::copy(taken.begin(), taken.end(), made.segments[segment].begin() + filled[segment]);
                filled[segment++] += planned.groups;
                used[value] += planned.groups;
            }
        }
    }
    return made;
}

// Records of a segment in the order of their quasi-identifiers, the attributes with few values first: near ones stand
// together, so that a question can pass over many at once.
void sort_segments(const Table& quasi_identifiers, Bucketization& made) {
    std::vector<std::size_t> columns(quasi_identifiers.width());
    std::iota(columns.begin(), columns.end(), std::size_t{0});
    std::stable_sort(columns.begin(), columns.end(), [&](std::size_t a, std::size_t b) {
        return quasi_identifiers[a].domain().size() < quasi_identifiers[b].domain().size();
    });
    const auto groups = key_groups(quasi_identifiers, columns);
    if (groups.empty()) return;
    const std::vector<std::uint64_t> keys = PackedKey(quasi_identifiers, groups.front()).pack();
    parallel_for(0, made.segments.size(), 64, [&](std::size_t first, std::size_t last) {
        for (std::size_t s = first; s < last; ++s)
            std::sort(made.segments[s].begin(), made.segments[s].end(),
                      [&](std::uint32_t a, std::uint32_t b) { return std::pair(keys[a], a) < std::pair(keys[b], b); });
    });
}

}  // namespace

Bucketization by_value(const Table& quasi_identifiers, const Column& sensitive) {
    Cells cells(Strata{}, sensitive);
    Bucketization made;
    for (Code value = 0; value < sensitive.domain().size(); ++value) {
        const auto rows = cells.rows(0, value);
        if (rows.empty()) continue;
        made.signatures.add(std::vector{value});
        made.segments.add(rows);
    }
    sort_segments(quasi_identifiers, made);
    return made;
}

Result<Bucketization> bucketize(const Table& quasi_identifiers, const Column& sensitive, const std::string& name,
                                BuildPlan& plan, deal::Chance& chance) {
    if (sensitive.size() == 0) return input_error("the table has no records");
    Strata strata;
    Cells cells(strata, sensitive);
    const std::vector<std::uint32_t> counts = cells.counts(0);
    if (!deal::is_eligible(counts, plan.m)) return not_eligible(sensitive, name, counts, plan.m);
    std::vector<deal::SignaturePlan> plans;
    if (plan.builder->regions)
        strata = plan.strata > 0 ? make_strata(quasi_identifiers, plan.strata)
                                 : make_strata(quasi_identifiers, default_strata(counts, plan.m), few_values);
    if (strata.count > 1) cells = Cells(strata, sensitive);
    for (std::uint32_t region = 0; region < strata.count; ++region) {
        const std::vector<std::uint32_t> there = cells.counts(region);
        if (!deal::is_eligible(there, plan.m)) return region_not_eligible(sensitive, name, there, strata.count, plan.m);
        plans.push_back(plan.builder->plan(there, plan.m, chance));
    }
    plan.strata = strata.count;
    Bucketization made = deal(cells, plans, counts.size(), chance);
    sort_segments(quasi_identifiers, made);
    return made;
}

}  // namespace scrim::statdb
