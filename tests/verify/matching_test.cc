// Pairing records with originals against slow, obvious twins.
#include "methods/verify/box_tree.h"
#include "methods/verify/flow.h"
#include "methods/verify/truth.h"

#include <gtest/gtest.h>

#include <functional>
#include <random>

namespace scrim::testing {
namespace matching_test {

using Random = std::mt19937;

std::uint32_t below(Random& random, std::uint32_t bound) { return static_cast<std::uint32_t>(random() % bound); }

TEST(BoxTree, FindsWhatAPassFinds) {
    Random random(1);
    for (int round = 0; round < 200; ++round) {
        const std::size_t dimensions = 1 + below(random, 4), boxes = below(random, 60);
        const Code size = 1 + below(random, 12);
        std::vector<Span> spans;
        for (std::size_t i = 0; i < boxes * dimensions; ++i) {
            const Code lo = below(random, size), width = below(random, 3) == 0 ? size : 1 + below(random, 4);
            spans.push_back({lo, std::min(size, lo + width)});
        }
        const verifier::BoxTree tree(spans, dimensions);
        for (int query = 0; query < 50; ++query) {
            std::vector<Code> point;
            for (std::size_t d = 0; d < dimensions; ++d) point.push_back(below(random, size));
            std::vector<std::uint32_t> expected, found;
            for (std::uint32_t b = 0; b < boxes; ++b) {
                bool inside = true;
                for (std::size_t d = 0; d < dimensions; ++d) inside &= spans[b * dimensions + d].contains(point[d]);
                if (inside) expected.push_back(b);
            }
            tree.find(point, found);
            ASSERT_EQ(found, expected);
        }
    }
}

// The smallest cut, over all ways to put nodes on the source's side.
std::uint64_t smallest_cut(const std::vector<std::vector<std::uint32_t>>& capacity) {
    const std::size_t nodes = capacity.size();
    std::uint64_t least = UINT64_MAX;
    for (std::uint32_t side = 0; side < (1u << nodes); ++side) {
        if (!(side & 1) || (side >> (nodes - 1) & 1)) continue;
        std::uint64_t cut = 0;
        for (std::size_t a = 0; a < nodes; ++a)
            for (std::size_t b = 0; b < nodes; ++b)
                if ((side >> a & 1) && !(side >> b & 1)) cut += capacity[a][b];
        least = std::min(least, cut);
    }
    return least;
}

TEST(Flow, IsTheSmallestCut) {
    Random random(2);
    verifier::Flow flow;
    for (int round = 0; round < 500; ++round) {
        const std::uint32_t nodes = 2 + below(random, 7);
        std::vector<std::vector<std::uint32_t>> capacity(nodes, std::vector<std::uint32_t>(nodes, 0));
        flow.reset(nodes);
        for (std::uint32_t e = below(random, 3 * nodes); e > 0; --e) {
            const std::uint32_t a = below(random, nodes), b = below(random, nodes), c = below(random, 6);
            if (a == b) continue;
            capacity[a][b] += c;
            flow.add(a, b, c);
        }
        ASSERT_EQ(flow.run(0, nodes - 1), smallest_cut(capacity));
    }
}

DomainPtr numbers(Code size) {
    std::vector<Int128> units;
    for (Code code = 0; code < size; ++code) units.push_back(code);
    return std::make_shared<Domain>(Domain::of_numbers(units, 0));
}

// A tiny release and its original: one other column, two quasi-identifiers whose printed values are random spans.
struct Tiny {
    static constexpr Code values = 4;
    DomainPtr domain = numbers(values), kinds = numbers(2);
    std::vector<verifier::PrintedColumn> printed;
    std::vector<std::vector<Code>> released, original;  // kind, then printed codes or values

    explicit Tiny(Random& random) {
        for (const char* name : {"x", "y"}) {
            verifier::PrintedColumn column{hierarchy::Attribute::flat(name, domain), {}};
            for (int i = 0; i < 5; ++i) {
                const Code lo = below(random, values);
                column.spans.push_back({lo, lo + 1 + below(random, values - lo)});
            }
            printed.push_back(std::move(column));
        }
        for (std::uint32_t i = 1 + below(random, 7); i > 0; --i)
            original.push_back({below(random, 2), below(random, values), below(random, values)});
        for (std::uint32_t i = 1 + below(random, static_cast<std::uint32_t>(original.size())); i > 0; --i)
            released.push_back({below(random, 2), below(random, 5), below(random, 5)});
    }

    static Tuples tuples(const std::vector<std::vector<Code>>& rows, const DomainPtr& kind, const DomainPtr& others) {
        Table table;
        const char* names[] = {"kind", "x", "y"};
        for (std::size_t c = 0; c < 3; ++c) {
            std::vector<Code> codes;
            for (const auto& row : rows) codes.push_back(row[c]);
            table.add(names[c], Column(c == 0 ? kind : others, codes));
        }
        return distinct_tuples(std::move(table));
    }

    bool fits(const std::vector<Code>& record, const std::vector<Code>& real) const {
        return record[0] == real[0] && printed[0].spans[record[1]].contains(real[1]) &&
               printed[1].spans[record[2]].contains(real[2]);
    }
    // Every way to give each record another original.
    bool can_pair() const {
        std::vector<bool> used(original.size(), false);
        const std::function<bool(std::size_t)> pair = [&](std::size_t at) {
            if (at == released.size()) return true;
            for (std::size_t o = 0; o < original.size(); ++o) {
                if (used[o] || !fits(released[at], original[o])) continue;
                used[o] = true;
                if (pair(at + 1)) return true;
                used[o] = false;
            }
            return false;
        };
        return pair(0);
    }
};

TEST(Truth, IsWhatTryingEverythingFinds) {
    Random random(3);
    int held = 0;
    for (int round = 0; round < 3000; ++round) {
        Tiny tiny(random);
        const auto truth = verifier::check_generalized(Tiny::tuples(tiny.released, tiny.kinds, numbers(5)),
                                                       Tiny::tuples(tiny.original, tiny.kinds, tiny.domain),
                                                       tiny.printed, 1000, no_progress());
        ASSERT_TRUE(truth.ok());
        const bool expected = tiny.can_pair();
        ASSERT_EQ(truth->outcome, expected ? verifier::Truth::Outcome::holds : verifier::Truth::Outcome::fails)
            << truth->detail;
        held += expected ? 1 : 0;
    }
    EXPECT_GT(held, 200);
}

TEST(Truth, SaysWhenItTakesTooMuchMemory) {
    Random random(4);
    Tiny tiny(random);
    const auto truth = verifier::check_generalized(
        Tiny::tuples({{0, 0, 0}}, tiny.kinds, numbers(5)),
        Tiny::tuples({{0, tiny.printed[0].spans[0].lo, tiny.printed[1].spans[0].lo}}, tiny.kinds, tiny.domain),
        tiny.printed, 0, no_progress());
    ASSERT_TRUE(truth.ok());
    EXPECT_EQ(truth->outcome, verifier::Truth::Outcome::undecided);
}

// Rows with a group each, and the values of the groups, against an original of (row, value).
struct TinyGroups {
    using Pair = std::pair<Code, Code>;
    std::vector<Pair> original, rows, values;  // (row, value), (row, group), (group, value)

    explicit TinyGroups(Random& random) {
        // Equal rows stand in one group, so that the answer is exact.
        const Code group_of_row[] = {below(random, 2), below(random, 2), below(random, 2), below(random, 2)};
        for (std::uint32_t i = 1 + below(random, 6); i > 0; --i) {
            original.push_back({below(random, 4), below(random, 3)});
            const auto& [row, value] = original.back();
            if (i > 1 && below(random, 3) == 0) continue;  // suppressed
            rows.push_back({row, group_of_row[row]});
            values.push_back({group_of_row[row], below(random, 4) == 0 ? below(random, 3) : value});
        }
    }

    static Tuples tuples(const std::vector<Pair>& pairs, Code first, Code second) {
        std::vector<Code> a, b;
        for (const Pair& pair : pairs) {
            a.push_back(pair.first);
            b.push_back(pair.second);
        }
        Table table;
        table.add("a", Column(numbers(first), a));
        table.add("b", Column(numbers(second), b));
        return distinct_tuples(std::move(table));
    }

    // Every way to give each row another original and one of its group's values, the same.
    bool can_deal() const {
        std::vector<bool> used(original.size(), false), dealt(values.size(), false);
        const std::function<bool(std::size_t)> deal = [&](std::size_t at) {
            if (at == rows.size()) return true;
            for (std::size_t o = 0; o < original.size(); ++o) {
                if (used[o] || original[o].first != rows[at].first) continue;
                for (std::size_t v = 0; v < values.size(); ++v) {
                    if (dealt[v] || values[v] != Pair{rows[at].second, original[o].second}) continue;
                    used[o] = dealt[v] = true;
                    if (deal(at + 1)) return true;
                    used[o] = dealt[v] = false;
                }
            }
            return false;
        };
        return deal(0);
    }
};

TEST(GroupTruth, IsWhatTryingEverythingFinds) {
    Random random(5);
    int held = 0;
    for (int round = 0; round < 3000; ++round) {
        const TinyGroups tiny(random);
        const auto truth =
            verifier::check_grouped(TinyGroups::tuples(tiny.rows, 4, 2), TinyGroups::tuples(tiny.values, 2, 3),
                                    TinyGroups::tuples(tiny.original, 4, 3), no_progress());
        ASSERT_TRUE(truth.ok());
        const bool expected = tiny.can_deal();
        ASSERT_EQ(truth->outcome, expected ? verifier::Truth::Outcome::holds : verifier::Truth::Outcome::fails)
            << truth->detail;
        held += expected ? 1 : 0;
    }
    EXPECT_GT(held, 300);
    EXPECT_LT(held, 2700);
}

}  // namespace matching_test
}  // namespace scrim::testing
