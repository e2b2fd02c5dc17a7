// The encoder against a slow, obvious twin, on tables of many chunks; and how it stops.
#include "adapters/duckdb/files/sink.h"
#include "kernel/core/random.h"
#include "tests/engine/scratch.h"

#include <atomic>
#include <map>

namespace scrim::testing {
namespace encoder_test {

class EncoderTest : public EngineTest {};

// The twin: cells as text, one map from text to code per column.
struct Oracle {
    std::vector<std::string> labels;
    std::vector<Code> codes;

    explicit Oracle(const std::vector<std::string>& cells) {
        std::map<std::string, Code> order;
        for (const std::string& cell : cells) order[cell] = 0;
        for (auto& [label, code] : order) {
            code = static_cast<Code>(labels.size());
            labels.push_back(label);
        }
        for (const std::string& cell : cells) codes.push_back(order[cell]);
    }
};

TEST_F(EncoderTest, AgreesWithTheOracleForEveryWidthOfCodes) {
    constexpr std::size_t rows = 320'000;
    SeededRandom random(1);
    std::vector<std::vector<std::string>> columns;
    std::string text = "few,many,most,long\n";
    const auto draw = [&](std::uint64_t distinct) { return "v" + std::to_string(random.below(distinct)); };
    columns.resize(4);
    for (std::size_t r = 0; r < rows; ++r) {
        // The distinct values appear late, so that early chunks have narrower codes than late ones.
        const std::uint64_t most = r < rows / 2 ? 100 : 200'000;
        columns[0].push_back(draw(200));
        columns[1].push_back(draw(5'000));
        columns[2].push_back(draw(most));
        columns[3].push_back("a text of more than twelve bytes " + draw(300));
        for (std::size_t c = 0; c < 4; ++c) text += columns[c].back() + (c < 3 ? "," : "\n");
    }
    const Result<Table> table = read({.path = write("t.csv", text)});
    ASSERT_TRUE(table.ok()) << table.error().message;
    ASSERT_EQ(table->rows(), rows);
    for (std::size_t c = 0; c < 4; ++c) {
        const Oracle oracle(columns[c]);
        const Column& column = (*table)[c];
        ASSERT_EQ(column.domain().size(), oracle.labels.size());
        for (Code code = 0; code < column.domain().size(); ++code)
            ASSERT_EQ(column.domain().label(code), oracle.labels[code]);
        std::size_t wrong = 0;
        for (std::size_t r = 0; r < rows; ++r) wrong += column[r] != oracle.codes[r];
        EXPECT_EQ(wrong, 0u) << "column " << c;
    }
    EXPECT_EQ((*table)[0].bytes(), rows);
    EXPECT_EQ((*table)[1].bytes(), 2 * rows);
    EXPECT_GT((*table)[2].domain().size(), 65'536u);
}

TEST_F(EncoderTest, KeepsTheOrderOfRowsInEveryFormat) {
    constexpr std::size_t rows = 350'000;
    std::vector<Int128> units;
    std::vector<Code> codes;
    for (std::size_t r = 0; r < rows; ++r) {
        units.push_back(static_cast<Int128>(r));
        codes.push_back(static_cast<Code>(r * 7919 % rows));
    }
    Table table;
    table.add("n", Column(std::make_shared<Domain>(Domain::of_numbers(units, 0)), codes));
    for (const char* name : {"t.csv", "t.csv.gz", "t.parquet", "t.json"}) {
        ASSERT_TRUE(engine::write_table(table, path(name)).ok());
        const Result<Table> back = read({.path = path(name)});
        ASSERT_TRUE(back.ok()) << back.error().message;
        ASSERT_EQ(back->rows(), rows);
        std::size_t wrong = 0;
        for (std::size_t r = 0; r < rows; ++r) wrong += (*back)[0][r] != codes[r];
        EXPECT_EQ(wrong, 0u) << name;
    }
}

TEST_F(EncoderTest, OneThreadReadsTheSame) {
    run_sql("COPY (SELECT i % 1000 AS a, i AS b FROM range(100000) t(i)) TO '" + path("t.csv") + "'");
    EXPECT_TRUE(rows_of({.path = path("t.csv"), .threads = 1}) == rows_of({.path = path("t.csv"), .threads = 3}));
}

// Counts what it is told and cancels after so many rows.
class Watcher : public Progress {
public:
    explicit Watcher(std::uint64_t stop_after) : stop_after_(stop_after) {}
    void stage(std::string_view name, std::uint64_t total) override {
        name_ = name;
        total_ = total;
    }
    void advance(std::uint64_t amount) override { done_ += amount; }
    bool cancelled() const override { return done_ >= stop_after_; }

    std::string name_;
    std::uint64_t total_ = 0;
    std::atomic<std::uint64_t> done_ = 0;

private:
    std::uint64_t stop_after_;
};

TEST_F(EncoderTest, TellsItsProgress) {
    run_sql("COPY (SELECT i FROM range(300000) t(i)) TO '" + path("t.parquet") + "'");
    Watcher watcher(1'000'000);
    ASSERT_TRUE(read({.path = path("t.parquet")}, {}, watcher).ok());
    EXPECT_EQ(watcher.name_, "reading " + path("t.parquet"));
    EXPECT_EQ(watcher.total_, 300'000u);
    EXPECT_EQ(watcher.done_, 300'000u);
}

TEST_F(EncoderTest, StopsOnRequestAndCanReadAgain) {
    run_sql("COPY (SELECT i, 'x' AS x FROM range(2000000) t(i)) TO '" + path("t.csv.gz") + "'");
    const auto source = engine::open_source({.path = path("t.csv.gz")});
    ASSERT_TRUE(source.ok());
    for (const std::uint64_t after : {0, 1, 100'000}) {
        Watcher watcher(after);
        const Result<Table> table = (*source)->read((*source)->columns(), watcher);
        ASSERT_FALSE(table.ok());
        EXPECT_EQ(table.error().kind, Error::Kind::cancelled);
        EXPECT_EQ(table.error().message, cancelled_error().message);
        EXPECT_LT(watcher.done_, 200'000u);
    }
    const std::vector<std::string> columns = {"x"};
    EXPECT_EQ((*source)->read(columns, no_progress())->rows(), 2'000'000u);
}

}  // namespace encoder_test
}  // namespace scrim::testing
