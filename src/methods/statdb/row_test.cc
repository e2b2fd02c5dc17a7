#include "methods/statdb/row_test.h"

#include "methods/statdb/code_test.h"

#include <algorithm>
#include <cstring>

namespace scrim::statdb {
namespace {

constexpr std::uint32_t block_rows = 4096;  // whose masks stay in the nearest cache

}  // namespace

RowTest::RowTest(const StatTable& table, const Condition& condition) : table_(table), condition_(condition) {}

// What can be said of all records whose codes lie in these spans.
RowTest::Verdict RowTest::judge(const Condition& condition, std::span<const Span> zone) {
    if (condition.kind == Condition::Kind::in) {
        const Span here = zone[condition.column];
        Verdict verdict = Verdict::none;
        for (const Span span : condition.spans) {
            if (span.covers(here)) return Verdict::all;
            if (span.overlaps(here)) verdict = Verdict::some;
        }
        return verdict;
    }
    const bool every = condition.kind == Condition::Kind::all_of;
    const Verdict decides = every ? Verdict::none : Verdict::all;
    Verdict verdict = every ? Verdict::all : Verdict::none;
    for (const Condition& part : condition.parts) {
        const Verdict own = judge(part, zone);
        if (own == decides) return decides;
        if (own == Verdict::some) verdict = Verdict::some;
    }
    return verdict;
}

void RowTest::apply(const Condition& condition, std::size_t depth, std::uint32_t begin, std::uint32_t end,
                    std::uint8_t* mask, Scratch& scratch) const {
    const std::size_t count = end - begin;
    if (condition.kind == Condition::Kind::in) {
        std::visit(
            [&](auto codes) {
                Join join = Join::set;
                for (const Span span : condition.spans) {
                    test_codes(codes.data() + begin, count, span, join, mask);
                    join = Join::either;
                }
            },
            table_.column(condition.column));
        if (condition.spans.empty()) std::memset(mask, 0, count);
        return;
    }
    const bool every = condition.kind == Condition::Kind::all_of;
    if (condition.parts.empty()) std::memset(mask, every, count);
    for (std::size_t p = 0; p < condition.parts.size(); ++p) {
        const Condition& part = condition.parts[p];
        const Join join = p == 0 ? Join::set : every ? Join::both : Join::either;
        if (part.kind == Condition::Kind::in && part.spans.size() == 1) {
            std::visit([&](auto codes) { test_codes(codes.data() + begin, count, part.spans.front(), join, mask); },
                       table_.column(part.column));
            continue;
        }
        if (scratch.masks.size() <= depth) scratch.masks.resize(depth + 1);
        scratch.masks[depth].resize(block_rows);
        std::uint8_t* const own = scratch.masks[depth].data();
        apply(part, depth + 1, begin, end, own, scratch);
        join_masks(own, count, join, mask);
    }
}

void RowTest::mask(std::uint32_t begin, std::uint32_t end, std::uint8_t* mask, Scratch& scratch) const {
    for (std::uint32_t row = begin; row < end; row += block_rows)
        apply(condition_, 1, row, std::min(end, row + block_rows), mask + (row - begin), scratch);
    scratch.rows += end - begin;
}

std::uint32_t RowTest::count_rows(std::uint32_t begin, std::uint32_t end, Scratch& scratch) const {
    if (scratch.masks.empty()) scratch.masks.resize(1);
    scratch.masks[0].resize(block_rows);
    std::uint8_t* const own = scratch.masks[0].data();
    apply(condition_, 1, begin, end, own, scratch);
    scratch.rows += end - begin;
    return count_mask(own, end - begin);
}

std::uint32_t RowTest::count_segment(std::size_t segment, Scratch& scratch) const {
    const std::uint32_t end = table_.first_row(segment + 1);
    std::uint32_t sum = 0;
    std::size_t piece = 0;
    for (std::uint32_t row = table_.first_row(segment); row < end; row += StatTable::piece_rows, ++piece) {
        const std::uint32_t stop = std::min(end, row + StatTable::piece_rows);
        const Verdict verdict = judge(condition_, table_.zones(segment, piece));
        if (verdict == Verdict::some) {
            sum += count_rows(row, stop, scratch);
            continue;
        }
        scratch.skipped += stop - row;
        if (verdict == Verdict::all) sum += stop - row;
    }
    return sum;
}

void RowTest::count(std::size_t bucket, std::vector<std::uint32_t>& counts, Scratch& scratch) const {
    const std::uint32_t first = table_.first_segment(bucket), last = table_.last_segment(bucket);
    counts.assign(last - first, 0);
    if (table_.has_zones(first)) {
        for (std::uint32_t s = first; s < last; ++s) counts[s - first] = count_segment(s, scratch);
        return;
    }
    // Short segments: as many as a block holds at once.
    if (scratch.masks.empty()) scratch.masks.resize(1);
    scratch.masks[0].resize(block_rows);
    const std::uint32_t groups = table_.groups(bucket), at_once = block_rows / groups;
    for (std::uint32_t s = first; s < last; s += at_once) {
        const std::uint32_t stop = std::min(last, s + at_once);
        const std::uint32_t begin = table_.first_row(s), end = table_.first_row(stop);
        std::uint8_t* const own = scratch.masks[0].data();
        apply(condition_, 1, begin, end, own, scratch);
        scratch.rows += end - begin;
        for (std::uint32_t own_segment = s; own_segment < stop; ++own_segment)
            counts[own_segment - first] = count_mask(own + (own_segment - s) * groups, groups);
    }
}

}  // namespace scrim::statdb
