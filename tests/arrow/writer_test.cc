// Tables of ours as Arrow: read back by us, and by the engine.
#include "adapters/arrow/arrow_source.h"
#include "adapters/arrow/arrow_writer.h"
#include "kernel/core/random.h"
#include "tests/arrow/engine_twin.h"

#include <algorithm>
#include <deque>

namespace scrim::testing {
namespace writer_test {

using ::testing::ElementsAre;

// A column of random codes over a domain.
Column random_column(Domain domain, std::size_t rows, Random& random) {
    std::vector<Code> codes(rows);
    for (Code& code : codes) code = static_cast<Code>(random.below(domain.size()));
    return Column(std::make_shared<Domain>(std::move(domain)), codes);
}

// Every kind of column, with NULL and without; every value of a domain is met.
Table random_table(std::size_t rows, std::uint64_t seed) {
    SeededRandom random(seed);
    using Kind = Domain::Kind;
    const Int128 wide = Int128{1} << 70;
    Table table;
    table.add("integer",
              random_column(Domain::of_numbers({-5, 0, 7, Int128{1} << 62}, 0, Kind::number, true), rows, random));
    table.add("decimal", random_column(Domain::of_numbers({-125, 0, 1, 99}, 2), rows, random));
    table.add("wide", random_column(Domain::of_numbers({-wide, 3, wide}, 0, Kind::number, true), rows, random));
    table.add("date", random_column(Domain::of_numbers({-1, 0, 19782}, 0, Kind::date, true), rows, random));
    table.add("time",
              random_column(Domain::of_numbers({-1, 0, 1'700'000'000'000'001}, 0, Kind::timestamp), rows, random));
    table.add("text", random_column(Domain::of_text({"", "[10, 20)", "a text of more than twelve bytes", "čaj"}, true),
                                    rows, random));
    table.add("one", random_column(Domain::of_text({"*"}), rows, random));
    return table;
}

Frame frame_of(const Table& table, arrow::TextAs text) {
    ArrowArrayStream stream;
    arrow::write_stream(table, text, &stream);
    const auto frame = Frame::from_arrow(&stream);
    EXPECT_TRUE(frame.ok()) << frame.error().message;
    return *frame;
}

TEST(ArrowWriter, IsReadBackAsItWas) {
    for (const auto text : {arrow::TextAs::dictionary, arrow::TextAs::plain}) {
        const Table table = random_table(150'000, 1);
        const Frame frame = frame_of(table, text);
        EXPECT_EQ(frame.rows(), table.rows());
        ASSERT_EQ(frame.held()->batches(), 3u);
        EXPECT_EQ(frame.held()->batch(0).length, 65'536);
        arrow::ArrowSource source(frame.held(), {});
        const auto read = source.read(table.names(), no_progress());
        ASSERT_TRUE(read.ok()) << read.error().message;
        EXPECT_TRUE(same_table(*read, table));
    }
}

TEST(ArrowWriter, IsReadByTheEngine) {
    for (const auto text : {arrow::TextAs::dictionary, arrow::TextAs::plain}) {
        const Table table = random_table(70'000, 2);
        ArrowArrayStream stream;
        arrow::write_stream(table, text, &stream);
        const std::vector<Row> rows = rows_by_engine(&stream, "SELECT * FROM ours");
        ASSERT_EQ(rows.size(), table.rows());
        std::size_t wrong = 0;
        for (std::size_t row = 0; row < rows.size(); ++row)
            for (std::size_t c = 0; c < table.width(); ++c) {
                std::string expected = table[c].domain().label(table[c][row]);
                if (table.name(c) == "decimal" && expected == "0") expected = "0.00";
                wrong += rows[row][c] != expected && rows[row][c] != expected + "0";
            }
        EXPECT_EQ(wrong, 0u);
    }
}

TEST(ArrowWriter, TuplesAreRowsAsOftenAsTheyOccur) {
    Tuples tuples;
    const std::vector<Code> codes = {0, 1, 2};
    tuples.table.add("x", Column(std::make_shared<Domain>(Domain::of_text({"a", "b"}, true)), codes));
    tuples.weights = {70'000, 1, 2};
    tuples.total = 70'003;
    ArrowArrayStream stream;
    arrow::write_stream(tuples, arrow::TextAs::dictionary, &stream);
    EXPECT_THAT(rows_by_engine(&stream, "SELECT x, count(*) FROM ours GROUP BY x ORDER BY x"),
                ElementsAre(Row{"a", "70000"}, Row{"b", "1"}, Row{"NULL", "2"}));
}

// A stream may go before its batches, batches before their columns, and in any order.
TEST(ArrowWriter, PartsOutliveWhatTheyArePartOf) {
    SeededRandom random(3);
    for (int round = 0; round < 20; ++round) {
        ArrowArrayStream stream;
        arrow::write_stream(random_table(100'000, 3), round % 2 ? arrow::TextAs::dictionary : arrow::TextAs::plain,
                            &stream);
        std::deque<arrow::OwnedArray> parts;
        arrow::OwnedSchema schema;
        ASSERT_EQ(stream.get_schema(&stream, &schema.raw), 0);
        for (;;) {
            arrow::OwnedArray batch;
            ASSERT_EQ(stream.get_next(&stream, &batch.raw), 0);
            if (!batch.raw.release) break;
            for (int child = 0; child < 2; ++child) {
                ArrowArray& moved = *batch.raw.children[random.below(7)];
                if (!moved.release) continue;
                arrow::OwnedArray column;
                std::swap(column.raw, moved);
                parts.push_back(std::move(column));
            }
            parts.push_back(std::move(batch));
        }
        stream.release(&stream);
        std::uint64_t sum = 0;
        while (!parts.empty()) {
            const std::size_t last = random.below(parts.size());
            std::swap(parts[last], parts.back());
            const ArrowArray& array = parts.back().raw;
            if (array.n_buffers > 1) sum += static_cast<const unsigned char*>(array.buffers[1])[array.length];
            parts.pop_back();
        }
        EXPECT_STREQ(schema.raw.children[1]->format, "d:18,2");
        (void)sum;
    }
}

TEST(ArrowWriter, AStreamEndsAndStaysEnded) {
    ArrowArrayStream stream;
    arrow::write_stream(random_table(1, 4), arrow::TextAs::plain, &stream);
    for (const bool there : {true, false, false}) {
        arrow::OwnedArray batch;
        ASSERT_EQ(stream.get_next(&stream, &batch.raw), 0);
        EXPECT_EQ(batch.raw.release != nullptr, there);
    }
    EXPECT_EQ(stream.get_last_error(&stream), nullptr);
    stream.release(&stream);
}

}  // namespace writer_test
}  // namespace scrim::testing
