// read_tuples() against distinct_tuples() of read(): the same tuples in the same codes, whatever the memory.
#include "adapters/duckdb/files/encoder.h"
#include "kernel/core/random.h"
#include "tests/engine/scratch.h"

#include <atomic>

namespace scrim::testing {
namespace read_tuples_test {

using ::testing::HasSubstr;

::testing::AssertionResult equal(const Tuples& a, const Tuples& b) {
    if (a.table.names() != b.table.names()) return ::testing::AssertionFailure() << "names";
    if (a.weights != b.weights) return ::testing::AssertionFailure() << "weights";
    if (a.total != b.total) return ::testing::AssertionFailure() << "total";
    for (std::size_t c = 0; c < a.table.width(); ++c) {
        const Column &x = a.table[c], &y = b.table[c];
        if (x.domain().kind() != y.domain().kind() || x.domain().has_null() != y.domain().has_null() ||
            x.domain().scale() != y.domain().scale() || x.domain().size() != y.domain().size())
            return ::testing::AssertionFailure() << "domain of " << a.table.name(c);
        for (Code code = 0; code < x.domain().size(); ++code)
            if (x.domain().label(code) != y.domain().label(code))
                return ::testing::AssertionFailure() << "label " << code << " of " << a.table.name(c);
        if (x.size() != y.size() || x.bytes() != y.bytes())
            return ::testing::AssertionFailure() << "size of " << a.table.name(c);
        for (std::size_t t = 0; t < x.size(); ++t)
            if (x[t] != y[t]) return ::testing::AssertionFailure() << "tuple " << t << " of " << a.table.name(c);
    }
    return ::testing::AssertionSuccess();
}

constexpr std::size_t megabyte = 1'000'000;

class ReadTuplesTest : public EngineTest {
protected:
    // The same for all columns and for some, with many and few threads, with and without a limit of memory.
    static void expect_same(TableInput input, std::vector<std::vector<std::string>> choices = {},
                            std::size_t limit = 64 * megabyte) {
        auto source = engine::open_source(input);
        ASSERT_TRUE(source.ok()) << source.error().message;
        choices.push_back((*source)->columns());
        for (const auto& columns : choices) {
            Result<Table> table = (*source)->read(columns, no_progress());
            ASSERT_TRUE(table.ok()) << table.error().message;
            const Tuples expected = distinct_tuples(*std::move(table));
            for (const auto& [threads, memory] : {std::pair<std::size_t, std::size_t>{1, 0}, {3, 0}, {2, limit}}) {
                input.threads = threads;
                source = engine::open_source(input);
                const Result<Tuples> tuples = (*source)->read_tuples(columns, memory, no_progress());
                ASSERT_TRUE(tuples.ok()) << tuples.error().message;
                EXPECT_TRUE(equal(*tuples, expected))
                    << input.path << ", " << threads << " threads, " << memory << " bytes";
            }
        }
    }

    // Numbers that are equal in different writing, dates, texts, NULLs, a column of one value, one of many.
    std::string random_csv(std::size_t rows, std::uint64_t many, std::uint64_t seed) const {
        SeededRandom random(seed);
        const std::vector<std::string> numbers = {"1", "1.0", "1e0", "-2.50", "-2.5", "10", "007", ""};
        const std::vector<std::string> texts = {"x", "y", "", "\"a,b\"", "a text of more than twelve bytes", "čaj"};
        std::string text = "number,text,date,one,many,when\n";
        for (std::size_t r = 0; r < rows; ++r) {
            text += numbers[random.below(numbers.size() - (seed % 2 == 0 ? 2 : 0))] + ",";
            text += texts[random.below(texts.size())] + ",";
            text += "2024-02-" + std::to_string(10 + random.below(19)) + ",one,";
            text += random.below(20) == 0 ? "," : "v" + std::to_string(random.below(r < rows / 2 ? 10 : many)) + ",";
            text += random.below(2) == 0 ? "2024-01-01 10:00\n" : "2024-01-01T10:00:00.5\n";
        }
        return write("t" + std::to_string(seed) + ".csv", text);
    }
};

TEST_F(ReadTuplesTest, SmallTables) {
    for (std::uint64_t seed = 0; seed < 5; ++seed)
        expect_same({.path = random_csv(1 + seed * seed * 50, 20, seed)}, {{"many", "number"}});
    expect_same({.path = write("t.csv", "a\n\"\"\n")});
    expect_same({.path = write("t.csv", "a,b\n,\n,\n")});
}

TEST_F(ReadTuplesTest, ManyChunks) { expect_same({.path = random_csv(150'000, 300, 8)}, {{"one"}, {"many", "text"}}); }

TEST_F(ReadTuplesTest, MostRowsDifferent) { expect_same({.path = random_csv(100'000, 100'000, 9)}); }

TEST_F(ReadTuplesTest, KeysOfSeveralWords) {
    run_sql(
        "COPY (SELECT hash(i % 20000)::VARCHAR AS a, hash(i % 16000) AS b, hash(i % 12000)::DOUBLE AS c, i % 24000 "
        "AS d, hash(i % 28000) % 90000 AS e, 'x' || i % 1000 AS f FROM range(40000) t(i)) TO '" +
        path("t.parquet") + "'");
    expect_same({.path = path("t.parquet")}, {{"f", "e", "d", "c", "b", "a"}}, 200 * megabyte);
}

TEST_F(ReadTuplesTest, TypedColumns) {
    run_sql(
        "CREATE TYPE color AS ENUM ('red', 'green', 'blue'); CREATE TABLE t(id INTEGER, c color, d DATE, x DOUBLE); "
        "INSERT INTO t SELECT i % 7 - 3, CASE WHEN i % 5 = 0 THEN NULL ELSE enum_range(NULL::color)[1 + i % 3] END, "
        "DATE '2020-01-01' + (i % 11)::INTEGER, CASE WHEN i % 2 = 0 THEN 0.5 ELSE -0.0 END FROM range(100000) t(i)",
        path("t.db"));
    expect_same({.path = path("t.db")}, {{"c"}, {"c", "d"}});
}

TEST_F(ReadTuplesTest, CompressedAndJson) {
    for (const std::string name : {"t.csv.gz", "t.json", "t.ndjson.zst"}) {
        run_sql("COPY (SELECT i % 13 AS a, 'v' || i % 17 AS b FROM range(50000) t(i)) TO '" + path(name) + "'");
        expect_same({.path = path(name)});
    }
}

TEST_F(ReadTuplesTest, RefusesWhatDoesNotFit) {
    const auto source = engine::open_source({.path = random_csv(200'000, 200'000, 5)});
    ASSERT_TRUE(source.ok());
    Result<Tuples> tuples = (*source)->read_tuples((*source)->columns(), 4 * megabyte, no_progress());
    ASSERT_FALSE(tuples.ok());
    EXPECT_EQ(tuples.error().field(), "memory");
    const std::string message = worded(tuples.error().message, Wording::command_line);
    EXPECT_EQ(tuples.error().kind, Error::Kind::input);
    EXPECT_THAT(message, ::testing::StartsWith(path("t5.csv") + ": its "));
    EXPECT_THAT(message, HasSubstr(" different rows so far need more than the 4 MB allowed; allow more with --memory"));
    EXPECT_TRUE(is_one_line(message));
    // Fewer columns fit, and the source can be read again.
    const std::vector<std::string> few = {"number", "date"};
    tuples = (*source)->read_tuples(few, 4 * megabyte, no_progress());
    ASSERT_TRUE(tuples.ok()) << tuples.error().message;
    EXPECT_EQ(tuples->total, 200'000u);
}

// Long texts are noticed before the rows that they are in are sorted.
TEST_F(ReadTuplesTest, RefusesLongTextsInTime) {
    run_sql("COPY (SELECT i, repeat('x', 5000) || i AS text FROM range(10000) t(i)) TO '" + path("t.csv") + "'");
    const auto source = engine::open_source({.path = path("t.csv")});
    const Result<Tuples> tuples = (*source)->read_tuples((*source)->columns(), 32 * megabyte, no_progress());
    ASSERT_FALSE(tuples.ok());
    EXPECT_THAT(tuples.error().message, HasSubstr(" different rows so far need more than the 32 MB allowed"));
    EXPECT_THAT(tuples.error().message, ::testing::Not(HasSubstr("its 0 different")));
}

// Each budget gives either the right answer or a refusal, and a larger one than one that sufficed suffices.
TEST_F(ReadTuplesTest, EveryBudget) {
    const TableInput input{.path = random_csv(60'000, 30'000, 6)};
    const Tuples expected = distinct_tuples(*read(input));
    bool sufficed = false;
    for (std::size_t memory = 1; memory < 2'000 * megabyte; memory *= 3) {
        const auto source = engine::open_source(input);
        const Result<Tuples> tuples = (*source)->read_tuples((*source)->columns(), memory, no_progress());
        if (tuples.ok()) {
            EXPECT_TRUE(equal(*tuples, expected)) << memory;
        } else {
            EXPECT_THAT(tuples.error().message, HasSubstr("different rows so far need more than")) << memory;
            EXPECT_FALSE(sufficed) << memory;
        }
        sufficed = sufficed || tuples.ok();
    }
    EXPECT_TRUE(sufficed);
}

TEST_F(ReadTuplesTest, RefusesAsReadDoes) {
    const auto source = engine::open_source({.path = write("t.csv", "a,b\n1,2\n3\n")});
    ASSERT_TRUE(source.ok());
    const auto complaint = [&](std::vector<std::string> columns) {
        const auto tuples = (*source)->read_tuples(columns, 0, no_progress());
        return tuples ? "" : tuples.error().message;
    };
    EXPECT_EQ(complaint({"a", "b"}), path("t.csv") + ": line 3 has 1 cell where the first line has 2");
    EXPECT_EQ(complaint({}), path("t.csv") + ": line 3 has 1 cell where the first line has 2");
    EXPECT_THAT(complaint({"c"}), HasSubstr("there is no column 'c'"));
}

// No column tells nothing but how many records there are, whatever their values.
TEST_F(ReadTuplesTest, OfNoColumnsAreSoManyRecords) {
    const auto source = engine::open_source({.path = write("t.csv", "a,b\n1,2\n,\nx,2\n1,2\n")});
    ASSERT_TRUE(source.ok());
    const auto tuples = (*source)->read_tuples({}, 0, no_progress());
    ASSERT_TRUE(tuples.ok()) << tuples.error().message;
    EXPECT_EQ(tuples->total, 4u);
    EXPECT_EQ(tuples->weights, std::vector<std::uint32_t>{4});
    EXPECT_EQ(tuples->table.width(), 0u);
}

// Stops when asked for the n-th time.
class Impatient : public Progress {
public:
    explicit Impatient(int most_questions) : left_(most_questions) {}
    bool cancelled() const override { return left_-- <= 0; }

private:
    mutable std::atomic<int> left_;
};

TEST_F(ReadTuplesTest, StopsOnRequest) {
    const auto source = engine::open_source({.path = random_csv(200'000, 1'000, 7)});
    ASSERT_TRUE(source.ok());
    for (int questions = 0; questions < 60; questions += 3) {
        Impatient progress(questions);
        const auto tuples = (*source)->read_tuples((*source)->columns(), 0, progress);
        ASSERT_FALSE(tuples.ok());
        EXPECT_EQ(tuples.error().kind, Error::Kind::cancelled);
    }
}

}  // namespace read_tuples_test
}  // namespace scrim::testing
