// Runs of packed tuples against a map from tuples to counts. No DuckDB here.
#include "adapters/duckdb/files/tuple_run.h"
#include "adapters/duckdb/files/tuple_store.h"

#include "kernel/core/random.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace scrim::testing {
namespace tuple_run_test {

using Tuple = std::vector<Code>;
using Counts = std::map<Tuple, std::uint32_t>;

struct Rows {
    std::vector<std::uint64_t> keys;
    std::vector<std::uint32_t> weights;
    Counts counts;
};

// Rows whose codes fit the layout; a weight of 1 each, or random ones.
Rows random_rows(const engine::KeyLayout& layout, std::size_t rows, std::uint64_t distinct, bool weighted,
                 Random& random) {
    Rows result;
    result.keys.resize(rows * layout.words(), 0);
    for (std::size_t i = 0; i < rows; ++i) {
        Tuple tuple;
        for (std::size_t c = 0; c < layout.columns(); ++c) {
            tuple.push_back(static_cast<Code>(random.below(distinct) & ((std::uint64_t{1} << layout.bits(c)) - 1)));
            layout.put(&result.keys[i * layout.words()], c, tuple.back());
        }
        if (weighted) result.weights.push_back(static_cast<std::uint32_t>(1 + random.below(9)));
        result.counts[tuple] += weighted ? result.weights.back() : 1;
    }
    return result;
}

// The run as a map; its tuples must ascend.
Counts counts_of(const engine::TupleRun& run) {
    Counts counts;
    Tuple last;
    for (const engine::TupleRun::Block& block : run.blocks())
        for (std::size_t i = 0; i < block.weights.size(); ++i) {
            Tuple tuple;
            for (std::size_t c = 0; c < run.layout().columns(); ++c)
                tuple.push_back(run.layout().get(&block.keys[i * run.layout().words()], c));
            EXPECT_TRUE(last < tuple || counts.empty());
            counts[tuple] = block.weights[i];
            last = std::move(tuple);
        }
    EXPECT_EQ(run.size(), counts.size());
    return counts;
}

void add_to(Counts& counts, const Counts& more) {
    for (const auto& [tuple, count] : more) counts[tuple] += count;
}

const std::vector<std::vector<unsigned>> shapes = {{0},
                                                   {5},
                                                   {32},
                                                   {3, 0, 9, 1},
                                                   {32, 32},
                                                   {32, 32, 0},
                                                   {32, 32, 1},
                                                   {0, 31, 30, 29, 0, 28},
                                                   {17, 17, 17, 17, 17, 17, 17}};

TEST(KeyLayout, HoldsWhatIsPut) {
    SeededRandom random(1);
    for (const auto& bits : shapes) {
        const engine::KeyLayout layout(bits);
        for (int round = 0; round < 100; ++round) {
            std::vector<std::uint64_t> key(layout.words(), 0);
            Tuple tuple;
            for (std::size_t c = 0; c < bits.size(); ++c) {
                tuple.push_back(static_cast<Code>(random.next() & ((std::uint64_t{1} << bits[c]) - 1)));
                layout.put(key.data(), c, tuple.back());
            }
            for (std::size_t c = 0; c < bits.size(); ++c) ASSERT_EQ(layout.get(key.data(), c), tuple[c]);
        }
    }
    EXPECT_EQ(engine::KeyLayout(shapes[4]).words(), 1u);
    EXPECT_EQ(engine::KeyLayout(shapes[6]).words(), 2u);
}

TEST(TupleRun, SortsAndCounts) {
    SeededRandom random(2);
    for (const auto& bits : shapes)
        for (const std::size_t rows : {0, 1, 2, 1000, 6'000})
            for (const bool weighted : {false, true}) {
                Rows made = random_rows(engine::KeyLayout(bits), rows, rows < 2000 ? 8 : 300, weighted, random);
                const engine::TupleRun run =
                    engine::TupleRun::of_rows(engine::KeyLayout(bits), std::move(made.keys), std::move(made.weights));
                ASSERT_TRUE(counts_of(run) == made.counts);
            }
}

TEST(TupleRun, MergesAcrossLayouts) {
    SeededRandom random(3);
    for (const auto& bits : shapes)
        for (const std::size_t rows : {0, 1, 500, 4'000}) {
            std::vector<unsigned> other = bits;
            for (unsigned& wide : other) wide = static_cast<unsigned>(random.below(33));
            Rows a = random_rows(engine::KeyLayout(bits), rows, 1000, true, random);
            Rows b = random_rows(engine::KeyLayout(other), 3'000, 1000, false, random);
            Counts expected = a.counts;
            add_to(expected, b.counts);
            engine::TupleRun first =
                engine::TupleRun::of_rows(engine::KeyLayout(bits), std::move(a.keys), std::move(a.weights));
            engine::TupleRun second = engine::TupleRun::of_rows(engine::KeyLayout(other), std::move(b.keys));
            const engine::TupleRun merged = engine::TupleRun::merge(std::move(first), std::move(second));
            ASSERT_TRUE(counts_of(merged) == expected);
        }
}

// Runs of many blocks, one of every second and one of every third number.
TEST(TupleRun, MergesManyBlocks) {
    constexpr std::uint64_t numbers = 1'300'000;
    const std::vector<unsigned> wide = {30};
    const auto multiples = [&](std::uint64_t step) {
        std::vector<std::uint64_t> keys;
        for (std::uint64_t n = 0; n < numbers; n += step) keys.push_back(n);
        return engine::TupleRun::of_rows(engine::KeyLayout(wide), std::move(keys));
    };
    engine::TupleRun merged = engine::TupleRun::merge(multiples(2), multiples(3));
    std::uint64_t expected = 0, wrong = 0;
    for (const engine::TupleRun::Block& block : merged.blocks())
        for (std::size_t i = 0; i < block.weights.size(); ++i, ++expected) {
            while (expected % 2 != 0 && expected % 3 != 0) ++expected;
            wrong += block.keys[i] != expected || block.weights[i] != (expected % 6 == 0 ? 2u : 1u);
        }
    EXPECT_EQ(wrong, 0u);
    EXPECT_GE(expected, numbers - 1);
    EXPECT_GT(merged.blocks().size(), 3u);
}

TEST(TupleStore, HoldsEachTupleOnce) {
    SeededRandom random(4);
    const engine::KeyLayout layout(shapes[3]);
    engine::TupleStore store(0);
    Counts expected;
    for (int i = 0; i < 80; ++i) {
        Rows rows = random_rows(layout, random.below(3'000), 700, false, random);
        add_to(expected, rows.counts);
        store.add(engine::TupleRun::of_rows(layout, std::move(rows.keys)));
    }
    EXPECT_FALSE(store.full());
    EXPECT_TRUE(counts_of(store.all()) == expected);
}

// A key of one word, a weight, four codes of which one has 9 bits, and a weight again.
constexpr std::size_t tuple_bytes = 8 + 4 + 5 + 4;

TEST(TupleStore, IsFullWhenTheDifferentTuplesExceedTheLimit) {
    const engine::KeyLayout layout(shapes[3]);
    for (const std::size_t limit : {1'000 * tuple_bytes - 1, 1'000 * tuple_bytes}) {
        engine::TupleStore store(limit);
        for (int again = 0; again < 50; ++again) {  // the same ones
            std::vector<std::uint64_t> keys;
            for (std::uint64_t i = 0; i < 1'000; ++i) keys.push_back(i * 7 % 1'000);
            store.add(engine::TupleRun::of_rows(layout, std::move(keys)));
        }
        EXPECT_EQ(store.full(), limit < 1'000 * tuple_bytes);
        EXPECT_EQ(store.all().size(), 1'000u);
    }
}

TEST(TupleStore, CountsWhatElseGrows) {
    const engine::KeyLayout layout(shapes[3]);
    engine::TupleStore store(10 * tuple_bytes);
    store.add(engine::TupleRun::of_rows(layout, {1, 2, 3}));
    store.more_bytes(6 * tuple_bytes);
    store.add(engine::TupleRun::of_rows(layout, {1, 2, 3, 4}));
    EXPECT_FALSE(store.full());
    store.more_bytes(1);
    store.add(engine::TupleRun::of_rows(layout, {1}));
    EXPECT_TRUE(store.full());

    engine::TupleStore other(100);
    other.more_bytes(101);
    EXPECT_TRUE(other.full());
}

}  // namespace tuple_run_test
}  // namespace scrim::testing
