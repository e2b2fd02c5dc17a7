// Clusters that a release prints, against the original: every pairing of a few records is tried, in whole numbers.
#include "kernel/core/text.h"
#include "methods/verify/cluster_claims.h"
#include "tests/rounds.h"

#include "kernel/core/random.h"
#include "kernel/hierarchy/hierarchy_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>

namespace scrim::clusters_test {
namespace {

using namespace verifier;
using Outcome = VerifyClaim::Outcome;

struct Record {
    int other = 0, x = 0, y = 0;
    friend auto operator<=>(const Record&, const Record&) = default;
};
struct Printed {
    Record record;             // with the center's x and y
    int size = 0, radius = 0;  // in tenths
};

Column numbers(const std::vector<Int128>& units, int scale = 0) {
    std::vector<Int128> different = units;
    std::sort(different.begin(), different.end());
    different.erase(std::unique(different.begin(), different.end()), different.end());
    const auto domain = std::make_shared<Domain>(Domain::of_numbers(different, scale));
    std::vector<Code> codes;
    for (const Int128 unit : units) codes.push_back(domain->lower_bound(unit));
    return {domain, codes};
}

template <class T, class F>
std::vector<Int128> each(const std::vector<T>& rows, F f) {
    std::vector<Int128> units;
    for (const T& row : rows) units.push_back(f(row));
    return units;
}

Tuples original_of(const std::vector<Record>& records) {
    Table table;
    table.add("other", numbers(each(records, [](const Record& r) { return r.other; })));
    table.add("x", numbers(each(records, [](const Record& r) { return r.x; })));
    table.add("y", numbers(each(records, [](const Record& r) { return r.y; })));
    return distinct_tuples(std::move(table));
}

Tuples released_of(const std::vector<Printed>& rows) {
    Table table;
    table.add("other", numbers(each(rows, [](const Printed& p) { return p.record.other; })));
    table.add("x", numbers(each(rows, [](const Printed& p) { return p.record.x; })));
    table.add("y", numbers(each(rows, [](const Printed& p) { return p.record.y; })));
    table.add("size", numbers(each(rows, [](const Printed& p) { return p.size; })));
    table.add("radius", numbers(each(rows, [](const Printed& p) { return p.radius; }), 1));
    return distinct_tuples(std::move(table));
}

ClaimedRelease claim(std::uint64_t original, std::uint64_t released, std::uint64_t least, const Ratio& left_out) {
    ClaimedRelease claimed;
    claimed.original = original;
    claimed.released = released;
    claimed.perturbation.emplace().clusters = {{"x", "y"}, {}, "size", "radius", least, left_out};
    return claimed;
}

std::map<std::string, Outcome> outcomes(const ClaimedRelease& claimed, const Tuples& released, const Tuples* original,
                                        const std::optional<hierarchy::Hierarchies>& hierarchies = {}) {
    Ledger ledger;
    EXPECT_TRUE(check_clusters(claimed, released, original, hierarchies, 1 << 20, ledger, no_progress()));
    std::map<std::string, Outcome> found;
    for (const VerifyClaim& one : ledger.take()) found[one.what] = one.outcome;
    return found;
}

const std::string left_out = "records in no cluster", sizes = "sizes of clusters",
                  centers = "the center of each cluster is one of its records",
                  radii = "no record is farther from its center than the radius";

// n sum of squares - square of the sum: the variance times n (n - 1).
long long spread(const std::vector<Record>& records, int Record::*column) {
    long long sum = 0, squares = 0;
    for (const Record& record : records) sum += record.*column, squares += record.*column * record.*column;
    return static_cast<long long>(records.size()) * squares - sum * sum;
}

// Can the printed rows be paired with different records, each near enough? By trying all pairings.
bool paired(const std::vector<Record>& records, const std::vector<Printed>& rows) {
    const auto n = static_cast<long long>(records.size());
    const long long of_x = spread(records, &Record::x), of_y = spread(records, &Record::y);
    const auto fits = [&](const Record& record, const Printed& row) {
        const long long dx = record.x - row.record.x, dy = record.y - row.record.y;
        // (dx² / (of_x / pairs) + dy² / (of_y / pairs)) <= (radius / 10)², over the common denominator.
        const long long left_x = dx == 0 ? 0 : dx * dx * (of_y == 0 ? 1 : of_y);
        const long long left_y = dy == 0 ? 0 : dy * dy * (of_x == 0 ? 1 : of_x);
        const long long below = (of_x == 0 ? 1 : of_x) * (of_y == 0 ? 1 : of_y);
        return record.other == row.record.other &&
               100 * n * (n - 1) * (left_x + left_y) <= static_cast<long long>(row.radius) * row.radius * below;
    };
    std::vector<std::size_t> order(records.size());
    std::iota(order.begin(), order.end(), 0u);
    do {
        std::size_t i = 0;
        while (i < rows.size() && fits(records[order[i]], rows[i])) ++i;
        if (i == rows.size()) return true;
    } while (std::next_permutation(order.begin(), order.end()));
    return false;
}

// Is there, for each printed center, a record with its values that agrees with one of the rows in the rest?
bool centered(const std::vector<Record>& records, const std::vector<Printed>& rows) {
    std::map<std::array<int, 4>, bool> found;
    for (const Printed& row : rows)
        found[{row.record.x, row.record.y, row.size, row.radius}] |=
            std::find(records.begin(), records.end(), row.record) != records.end();
    return std::all_of(found.begin(), found.end(), [](const auto& cluster) { return cluster.second; });
}

TEST(Clusters, EveryPairingIsTried) {
    SeededRandom random(1);
    int held = 0, failed = 0, without_center = 0;
    for (int round = 0; round < rounds(300); ++round) {
        std::vector<Record> records(6);
        const int values = 2 + static_cast<int>(random.below(8));
        for (Record& record : records)
            record = {static_cast<int>(random.below(2)), static_cast<int>(random.below(values)),
                      static_cast<int>(random.below(3))};
        const bool one_out = random.below(3) == 0;
        std::vector<Printed> rows;
        for (int cluster = 0; cluster < 2; ++cluster) {
            const Record center = records[3 * cluster + (random.below(12) == 0 ? (3 - 6 * cluster) : random.below(3))];
            const int radius = static_cast<int>(random.below(30));
            for (int i = 0; i < 3 - (one_out ? cluster : 0); ++i)
                rows.push_back(
                    {{records[3 * cluster + i].other, center.x, center.y}, 3 - (one_out ? cluster : 0), radius});
        }
        const Tuples original = original_of(records);
        const auto claimed = claim(6, rows.size(), 2, one_out ? Ratio(1, 6) : Ratio(0));
        auto found = outcomes(claimed, released_of(rows), &original);
        EXPECT_EQ(found[left_out], Outcome::holds);
        EXPECT_EQ(found[sizes], Outcome::holds);
        const bool near = paired(records, rows);
        EXPECT_EQ(found[radii] == Outcome::fails, !near);
        held += found[radii] == Outcome::holds;
        failed += found[radii] == Outcome::fails;
        if (!near) continue;
        EXPECT_EQ(found[centers] == Outcome::holds, centered(records, rows));
        without_center += found[centers] == Outcome::fails;
    }
    EXPECT_GT(held, 30);
    EXPECT_GT(failed, 30);
    EXPECT_GT(without_center, 1);
}

TEST(Clusters, ARadiusIsComparedExactly) {
    // The variance of 0, 1, 2 is 1; y does not vary.
    const std::vector<Record> records{{0, 0, 5}, {0, 1, 5}, {0, 2, 5}};
    const Tuples original = original_of(records);
    const auto printed = [](int center, int radius) {
        return released_of(std::vector<Printed>(3, {{0, center, 5}, 3, radius}));
    };
    const ClaimedRelease claimed = claim(3, 3, 3, 0);
    EXPECT_EQ(outcomes(claimed, printed(1, 10), &original)[radii], Outcome::holds);
    EXPECT_EQ(outcomes(claimed, printed(1, 9), &original)[radii], Outcome::fails);
    EXPECT_EQ(outcomes(claimed, printed(0, 20), &original)[radii], Outcome::holds);
    EXPECT_EQ(outcomes(claimed, printed(0, 19), &original)[radii], Outcome::fails);
    EXPECT_EQ(outcomes(claimed, printed(3, 90), &original)[centers], Outcome::fails);
}

TEST(Clusters, SizesAreCounted) {
    const std::vector<Record> records{{0, 0, 5}, {0, 1, 5}, {0, 2, 5}, {0, 2, 6}};
    const auto with_size = [](int size) { return released_of(std::vector<Printed>(4, {{0, 1, 5}, size, 30})); };
    EXPECT_EQ(outcomes(claim(4, 4, 2, 0), with_size(4), nullptr)[sizes], Outcome::holds);
    EXPECT_EQ(outcomes(claim(4, 4, 2, 0), with_size(2), nullptr)[sizes], Outcome::holds);  // two that print the same
    EXPECT_EQ(outcomes(claim(4, 4, 3, 0), with_size(2), nullptr)[sizes], Outcome::fails);
    EXPECT_EQ(outcomes(claim(4, 4, 2, 0), with_size(3), nullptr)[sizes], Outcome::fails);
    EXPECT_EQ(outcomes(claim(4, 4, 1, 0), with_size(0), nullptr)[sizes], Outcome::fails);
    EXPECT_EQ(outcomes(claim(4, 4, 1, 0), with_size(-4), nullptr)[sizes], Outcome::fails);
    EXPECT_EQ(outcomes(claim(4, 4, 2, 0), with_size(4), nullptr)[radii], Outcome::unchecked);
    const Tuples original = original_of(records);
    EXPECT_EQ(outcomes(claim(4, 4, 4, 0), with_size(4), &original)[radii], Outcome::holds);
}

TEST(Clusters, WhatIsLeftOutIsCounted) {
    const Tuples released = released_of(std::vector<Printed>(4, {{0, 1, 5}, 4, 30}));
    EXPECT_EQ(outcomes(claim(5, 4, 2, Ratio(1, 5)), released, nullptr)[left_out], Outcome::holds);
    EXPECT_EQ(outcomes(claim(5, 4, 2, Ratio(1, 6)), released, nullptr)[left_out], Outcome::fails);
    EXPECT_EQ(outcomes(claim(3, 4, 2, Ratio(1, 2)), released, nullptr)[left_out], Outcome::fails);
}

// a and b lie together below ab, two steps from each other and four from c; among a, b, c, c the variance is
// (3 + 3 + 4 + 4 + 4) / 12 = 3/2 by nodes a, b, c, ab and the one above c.
TEST(Clusters, CategoriesAreAsFarApartAsTheirHierarchySays) {
    const auto tree =
        std::make_shared<hierarchy::Hierarchy>(*hierarchy::parse_hierarchy("a;ab;*\nb;ab;*\nc;cd;*\nd;cd;*\n", "city"));
    const auto cities = std::make_shared<Domain>(Domain::of_text({"a", "b", "c"}));
    Table table;
    table.add("city", Column(cities, std::vector<Code>{0, 1, 2, 2}));
    const Tuples original = distinct_tuples(std::move(table));
    const auto printed = [&](Int128 radius, int scale) {
        Table rows;
        rows.add("city", Column(cities, std::vector<Code>(4, 0)));
        rows.add("size", numbers(std::vector<Int128>(4, 4)));
        rows.add("radius", numbers(std::vector<Int128>(4, radius), scale));
        return distinct_tuples(std::move(rows));
    };
    ClaimedRelease claimed = claim(4, 4, 4, 0);
    claimed.perturbation->clusters->columns = claimed.perturbation->clusters->by_hierarchy = {"city"};
    const hierarchy::Hierarchies known{{"city", tree}};
    // 4 / (3/2) = 8/3 is the square of 1.63299…
    EXPECT_EQ(outcomes(claimed, printed(1633, 3), &original, known)[radii], Outcome::holds);
    EXPECT_EQ(outcomes(claimed, printed(1632, 3), &original, known)[radii], Outcome::fails);
    EXPECT_EQ(outcomes(claimed, printed(1633, 3), &original)[radii], Outcome::unchecked);
    // Without it: 2 / ((3 + 3 + 4) / 12) = 12/5, the square of 1.549…
    claimed.perturbation->clusters->by_hierarchy.clear();
    EXPECT_EQ(outcomes(claimed, printed(1550, 3), &original)[radii], Outcome::holds);
    EXPECT_EQ(outcomes(claimed, printed(1549, 3), &original)[radii], Outcome::fails);
}

TEST(Clusters, RecordsThatMissAColumnAreMeasuredAmongThemselves) {
    // x is missing twice: those have y alone, whose variance among them is 2.
    const auto xs = std::make_shared<Domain>(Domain::of_numbers({0, 1, 9}, 0, Domain::Kind::number, true));
    const auto ys = std::make_shared<Domain>(Domain::of_numbers({0, 2, 70}, 0));
    const auto table_of = [&](const std::vector<Code>& x, const std::vector<Code>& y) {
        Table table;
        table.add("x", Column(xs, x));
        table.add("y", Column(ys, y));
        return table;
    };
    const Tuples original = distinct_tuples(table_of({0, 1, 3, 3}, {2, 2, 0, 1}));
    const auto printed = [&](const std::vector<Code>& x, Int128 radius) {
        Table rows = table_of(x, {2, 2, 0, 0});
        rows.add("size", numbers(std::vector<Int128>(4, 2)));
        rows.add("radius", numbers({1415, 1415, radius, radius}, 3));
        return distinct_tuples(std::move(rows));
    };
    EXPECT_EQ(outcomes(claim(4, 4, 2, 0), printed({0, 0, 3, 3}, 1415), &original)[radii], Outcome::holds);
    EXPECT_EQ(outcomes(claim(4, 4, 2, 0), printed({0, 0, 3, 3}, 1414), &original)[radii], Outcome::fails);
    // A center with a value that they miss is not theirs, however wide its radius.
    EXPECT_EQ(outcomes(claim(4, 4, 2, 0), printed({0, 0, 1, 1}, 900000), &original)[radii], Outcome::fails);
}

}  // namespace
}  // namespace scrim::clusters_test
