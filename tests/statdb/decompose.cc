#include "tests/statdb/decompose.h"

#include <algorithm>
#include <functional>

namespace scrim::testing {
namespace {

Code code_at(const statdb::StatTable& table, std::size_t column, std::uint32_t place) {
    return std::visit([&](auto codes) { return Code{codes[place]}; }, table.column(column));
}

// The places of each value of a bucket.
std::vector<std::vector<std::uint32_t>> places(const statdb::StatTable& table, std::size_t bucket) {
    std::vector<std::vector<std::uint32_t>> made;
    for (std::uint32_t s = table.first_segment(bucket); s < table.last_segment(bucket); ++s) {
        made.emplace_back();
        for (std::uint32_t i = table.first_row(s); i < table.first_row(s + 1); ++i) made.back().push_back(i);
    }
    return made;
}

}  // namespace

std::vector<Group> a_decompose(const statdb::StatTable& table, std::size_t bucket,
                               const std::vector<std::uint8_t>& satisfying) {
    auto left = places(table, bucket);
    std::vector<Group> groups;
    for (std::uint32_t g = 0; g < table.groups(bucket); ++g) {
        groups.emplace_back();
        for (auto& own : left) {
            auto next = std::find_if(own.begin(), own.end(), [&](std::uint32_t place) { return satisfying[place]; });
            if (next == own.end()) next = own.begin();
            groups.back().push_back(*next);
            own.erase(next);
        }
    }
    return groups;
}

statdb::CountInterval interval_by_anatomy(const std::vector<Group>& groups, const std::vector<std::uint8_t>& satisfying,
                                          std::size_t asked) {
    statdb::CountInterval sum;
    for (const Group& group : groups) {
        const auto q = static_cast<std::size_t>(
            std::count_if(group.begin(), group.end(), [&](std::uint32_t place) { return satisfying[place] != 0; }));
        sum.lower += q + asked > group.size() ? q + asked - group.size() : 0;
        sum.upper += std::min(q, asked);
    }
    return sum;
}

std::uint32_t margins_of(const statdb::StatTable& table, std::uint32_t place, const statdb::Rectangle& rectangle) {
    std::uint32_t margins = 0;
    for (std::size_t i = 0; i < rectangle.sides.size(); ++i) {
        const auto [column, side] = rectangle.sides[i];
        const Code code = code_at(table, column, place);
        if (code < side.lo) margins |= 1u << (2 * i);
        if (code >= side.hi) margins |= 1u << (2 * i + 1);
    }
    return margins;
}

InAndOut papers_g_count(const statdb::StatTable& table, std::size_t bucket, const statdb::Rectangle& rectangle,
                        Random& random) {
    auto left = places(table, bucket);
    for (auto& own : left) random.shuffle(std::span(own));
    InAndOut made;
    // The yield of the records with these margins; they are taken away, whichever come first.
    const auto take = [&](auto in) {
        std::uint32_t yield = UINT32_MAX;
        for (const auto& own : left)
            yield = std::min(yield, static_cast<std::uint32_t>(std::count_if(own.begin(), own.end(), in)));
        for (auto& own : left)
            for (std::uint32_t i = 0; i < yield; ++i) own.erase(std::find_if(own.begin(), own.end(), in));
        return yield;
    };
    made.inside = take([&](std::uint32_t place) { return margins_of(table, place, rectangle) == 0; });
    for (std::size_t margin = 0; margin < 2 * rectangle.sides.size(); ++margin)
        made.outside += take([&](std::uint32_t place) { return margins_of(table, place, rectangle) >> margin & 1; });
    return made;
}

std::optional<std::vector<Group>> g_decompose(const statdb::StatTable& table, std::size_t bucket,
                                              const statdb::Rectangle& rectangle, std::uint32_t inside,
                                              const std::vector<std::uint32_t>& per_margin) {
    // The kind of each group: inside, one of the margins, or anything.
    std::vector<int> kinds(inside, -1);
    for (std::size_t margin = 0; margin < per_margin.size(); ++margin)
        kinds.insert(kinds.end(), per_margin[margin], static_cast<int>(margin));
    if (kinds.size() > table.groups(bucket)) return std::nullopt;
    std::vector<Group> groups(table.groups(bucket));
    for (const auto& own : places(table, bucket)) {
        // Match the value's records with the groups, by augmenting paths.
        std::vector<int> group_of_record(own.size(), -1), record_of_group(kinds.size(), -1);
        const auto fits = [&](std::size_t record, std::size_t group) {
            const std::uint32_t margins = margins_of(table, own[record], rectangle);
            return kinds[group] < 0 ? margins == 0 : (margins >> kinds[group] & 1) != 0;
        };
        for (std::size_t group = 0; group < kinds.size(); ++group) {
            std::vector<char> seen(own.size(), 0);
            const std::function<bool(std::size_t)> match = [&](std::size_t g) {
                for (std::size_t record = 0; record < own.size(); ++record) {
                    if (seen[record] || !fits(record, g)) continue;
                    seen[record] = 1;
                    if (group_of_record[record] < 0 || match(static_cast<std::size_t>(group_of_record[record]))) {
                        group_of_record[record] = static_cast<int>(g);
                        record_of_group[g] = static_cast<int>(record);
                        return true;
                    }
                }
                return false;
            };
            if (!match(group)) return std::nullopt;
        }
        std::size_t rest = kinds.size();
        for (std::size_t record = 0; record < own.size(); ++record) {
            const int group = group_of_record[record];
            groups[group >= 0 ? static_cast<std::size_t>(group) : rest++].push_back(own[record]);
        }
    }
    return groups;
}

statdb::CountInterval interval_by_generalization(const statdb::StatTable& table, const std::vector<Group>& groups,
                                                 const statdb::Rectangle& rectangle, std::size_t asked) {
    statdb::CountInterval sum;
    for (const Group& group : groups) {
        bool inside = true, meets = true;
        for (const auto& [column, side] : rectangle.sides) {
            Span hull_of_group;
            for (const std::uint32_t place : group)
                hull_of_group = hull(hull_of_group, Span::of(code_at(table, column, place)));
            inside = inside && side.covers(hull_of_group);
            meets = meets && side.overlaps(hull_of_group);
        }
        if (inside) sum.lower += asked;
        if (meets) sum.upper += asked;
    }
    return sum;
}

}  // namespace scrim::testing
