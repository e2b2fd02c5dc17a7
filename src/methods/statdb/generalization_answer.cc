#include "methods/statdb/generalization_answer.h"

#include "kernel/core/text.h"
#include "methods/statdb/margins.h"
#include "methods/statdb/visit.h"

#include <algorithm>

namespace scrim::statdb {
namespace {

constexpr std::size_t most_sides = 7;  // 2^14 patterns of margins

Error no_rectangle(const std::string& why) {
    return input_error(
        "generalization answers questions whose condition on quasi-identifiers is a range of each, joined by AND: " +
        why + "; ask by anatomy, or in several questions");
}

}  // namespace

Result<Rectangle> rectangle_of(const Condition& rows, const StatSchema& schema) {
    Rectangle rectangle;
    const auto add = [&](const Condition& part) -> Result<void> {
        if (part.kind == Condition::Kind::any_of && part.parts.empty()) {
            rectangle.sides.emplace_back(0, Span{});  // never
            return {};
        }
        if (part.kind != Condition::Kind::in) return no_rectangle("this one has OR");
        const std::string& name = schema.quasi_identifiers[part.column].name;
        if (part.spans.size() > 1) return no_rectangle(format("{} is not one range here", quoted(name)));
        rectangle.sides.emplace_back(part.column, part.spans.empty() ? Span{} : part.spans.front());
        return {};
    };
    if (rows.kind == Condition::Kind::all_of) {
        for (const Condition& part : rows.parts) SCRIM_CHECK(add(part));
    } else {
        SCRIM_CHECK(add(rows));
    }
    if (rectangle.sides.size() > most_sides)
        return no_rectangle(format("it restricts {} of them, and {} are possible", rectangle.sides.size(), most_sides));
    return rectangle;
}

std::vector<std::vector<std::uint32_t>> margin_counts(const StatTable& table, std::size_t bucket,
                                                      const Rectangle& rectangle) {
    const std::uint32_t first = table.first_segment(bucket), last = table.last_segment(bucket);
    const std::uint32_t begin = table.first_row(first), groups = table.groups(bucket);
    std::vector<std::uint16_t> patterns(table.first_row(last) - begin, 0);
    for (std::size_t i = 0; i < rectangle.sides.size(); ++i) {
        const auto [column, span] = rectangle.sides[i];
        std::visit(
            [&, side = span](auto codes) {
                for (std::size_t row = 0; row < patterns.size(); ++row) {
                    const Code code = codes[begin + row];
                    const auto margin = static_cast<unsigned>(code < side.lo) | static_cast<unsigned>(code >= side.hi)
                                                                                    << 1;
                    patterns[row] = static_cast<std::uint16_t>(patterns[row] | margin << (2 * i));
                }
            },
            table.column(column));
    }
    std::vector<std::vector<std::uint32_t>> counts(last - first);
    for (std::size_t v = 0; v < counts.size(); ++v) {
        counts[v].assign(std::size_t{1} << (2 * rectangle.sides.size()), 0);
        for (std::uint32_t row = 0; row < groups; ++row) ++counts[v][patterns[v * groups + row]];
    }
    return counts;
}

GeneralizedCount count_by_generalization(const StatTable& table, const Rectangle& rectangle,
                                         std::span<const Span> values) {
    GeneralizedCount made;
    for (const auto& [column, side] : rectangle.sides)
        if (side.empty()) {
            made.effort.passed = table.buckets();
            return made;
        }
    const Visit visit(table, values);
    made.effort = {visit.buckets().size(), visit.passed(), 0, 0};
    for (const std::uint32_t bucket : visit.buckets()) {
        const std::uint64_t asked = visit.asked(bucket);
        made.effort.rows += table.groups(bucket) * table.signature(bucket).size();
        const auto counts = margin_counts(table, bucket, rectangle);
        std::uint32_t inside = UINT32_MAX;
        for (const auto& own : counts) inside = std::min(inside, own[0]);
        const OutsideGroups outside = groups_outside(counts, static_cast<unsigned>(2 * rectangle.sides.size()));
        made.interval.lower += asked * inside;
        made.interval.upper += asked * (table.groups(bucket) - outside.found);
    }
    return made;
}

}  // namespace scrim::statdb
