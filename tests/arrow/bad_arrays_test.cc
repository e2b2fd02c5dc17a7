// Streams that lie, as far as the interface lets us see it; streams that fail; and that nothing is kept.
#include "tests/arrow/by_hand.h"

#include "adapters/arrow/held_batches.h"

#include <cerrno>
#include <functional>
#include <limits>

namespace scrim::testing {
namespace bad_arrays_test {

using ::testing::HasSubstr;

HandTable table_of(HandArray array, const std::string& format, const std::string& dictionary_format = "") {
    return {{{"age", format, dictionary_format, {std::move(array)}}}};
}

TEST(BadArrays, CountsAndLengths) {
    const auto numbers = [](auto change) {
        HandArray array = hand_numbers<std::int32_t>({1, 2, 3});
        change(array);
        return refusal_of(table_of(std::move(array), "i"));
    };
    EXPECT_EQ(numbers([](HandArray&) {}), "");
    EXPECT_THAT(numbers([](HandArray& array) { array.length = -1; }), HasSubstr("length is -1"));
    EXPECT_THAT(numbers([](HandArray& array) { array.offset = -1; }), HasSubstr("offset -1"));
    EXPECT_THAT(numbers([](HandArray& array) { array.offset = std::numeric_limits<std::int64_t>::max(); }),
                HasSubstr("column 'age' is no valid Arrow array after 0 rows: its length is 3 and its offset"));
    EXPECT_THAT(numbers([](HandArray& array) { array.null_count = 4; }), HasSubstr("4 of its 3 cells are NULL"));
    EXPECT_THAT(numbers([](HandArray& array) { array.null_count = 1; }), HasSubstr("does not say which"));
    EXPECT_THAT(numbers([](HandArray& array) { array.buffers.pop_back(); }), HasSubstr("1 buffers instead of 2"));
    EXPECT_THAT(numbers([](HandArray& array) { array.buffers.push_back("x"); }), HasSubstr("3 buffers instead of 2"));
}

TEST(BadArrays, NoColumns) { EXPECT_THAT(refusal_of(HandTable{}), HasSubstr("the table has no columns")); }

TEST(BadArrays, OffsetsOfText) {
    const auto texts = [](const std::vector<std::int32_t>& offsets) {
        return refusal_of(
            table_of({static_cast<std::int64_t>(offsets.size()) - 1, {"", bytes_of(offsets), "abcdef"}}, "u"));
    };
    EXPECT_EQ(texts({0, 3, 6}), "");
    EXPECT_EQ(texts({1, 1, 4}), "");
    EXPECT_THAT(texts({-1, 3, 6}), HasSubstr("offsets are not ascending"));
    EXPECT_THAT(texts({4, 3, 2}), HasSubstr("offsets are not ascending"));
    EXPECT_THAT(texts({0, 5, 3, 6}), HasSubstr("offsets are not ascending"));
}

TEST(BadArrays, Views) {
    const auto changed = [](const std::function<void(HandArray&)>& change) {
        HandArray array = hand_views({"a text of more than twelve bytes", "x"});
        change(array);
        return refusal_of(table_of(std::move(array), "vu"));
    };
    const auto with = [&](std::size_t place, std::int32_t number) {
        return changed([&](HandArray& array) { std::memcpy(array.buffers[1].data() + place, &number, sizeof number); });
    };
    EXPECT_EQ(changed([](HandArray&) {}), "");
    EXPECT_THAT(with(0, -5), HasSubstr("no valid Arrow array"));   // length
    EXPECT_THAT(with(0, 33), HasSubstr("no valid Arrow array"));   // one byte beyond the buffer
    EXPECT_THAT(with(8, 2), HasSubstr("no valid Arrow array"));    // buffer
    EXPECT_THAT(with(8, -1), HasSubstr("no valid Arrow array"));   // buffer
    EXPECT_THAT(with(12, -1), HasSubstr("no valid Arrow array"));  // place
    EXPECT_THAT(with(12, 1), HasSubstr("no valid Arrow array"));   // place
    EXPECT_THAT(changed([](HandArray& array) { array.buffers.resize(2); }), HasSubstr("2 buffers instead of 3"));
    EXPECT_THAT(changed([](HandArray& array) {
                    array.buffers.back() = bytes_of<std::int64_t>({-1, 0});
                }),
                HasSubstr("no text"));
}

TEST(BadArrays, Dictionaries) {
    const auto refusal = [](std::vector<std::int8_t> indexes, HandArray values) {
        return refusal_of(table_of(hand_dictionary(indexes, std::move(values)), "c", "u"));
    };
    EXPECT_EQ(refusal({0, 1}, hand_texts({"a", "b"})), "");
    EXPECT_THAT(refusal({0, 2}, hand_texts({"a", "b"})), HasSubstr("an index is outside its dictionary"));
    EXPECT_THAT(refusal({0, -1}, hand_texts({"a", "b"})), HasSubstr("an index is outside its dictionary"));
    EXPECT_THAT(refusal({0}, {}), HasSubstr("0 buffers"));
    EXPECT_THAT(refusal_of(table_of(hand_numbers<std::int8_t>({0}), "c", "u")), HasSubstr("has no dictionary"));
    HandArray nested = hand_texts({"a"});
    nested.offset = -1;
    EXPECT_THAT(refusal({0}, nested), HasSubstr("in its dictionary, its length"));
    // What is NULL asks its dictionary nothing.
    HandArray unused = hand_dictionary<std::int8_t>({0, 100}, hand_texts({"a"}), "10");
    EXPECT_EQ(refusal_of(table_of(unused, "c", "u")), "");
}

TEST(BadArrays, TablesThatCannotBe) {
    const HandArray one = hand_numbers<std::int32_t>({1});
    EXPECT_THAT(refusal_of({{{"a", "i", "", {one}}, {"a", "i", "", {one}}}}), HasSubstr("two columns are named 'a'"));
    EXPECT_THAT(refusal_of({{{"a\xff", "i", "", {one}}}}), HasSubstr("the name of column 1 is not UTF-8"));
    EXPECT_THAT(refusal_of({{{"a", "i", "", {hand_numbers<std::int32_t>({1, 2})}}, {"b", "i", "", {one}}}}),
                HasSubstr("column 'b' is no valid Arrow array after 0 rows: it has 1 cells instead of 2"));
    EXPECT_EQ(refusal_of({{{"a", "i", "", {}}}}), "the table in memory: there are no rows; at least one is expected");
    EXPECT_EQ(refusal_of({{{"a", "i", "", {hand_numbers<std::int32_t>({}), hand_numbers<std::int32_t>({})}}}}),
              "the table in memory: there are no rows; at least one is expected");
    EXPECT_THAT(refusal_of({}), HasSubstr("the table has no columns"));
}

TEST(BadArrays, AStreamThatFailsHalfWay) {
    const HandArray one = hand_numbers<std::int32_t>({1});
    EXPECT_EQ(refusal_of({{{"a", "i", "", {one, one, one}}}, 2}),
              "the Arrow stream failed after 2 rows: the disk is full");
    EXPECT_EQ(refusal_of({{{"a", "i", "", {one}}}, 0}), "the Arrow stream failed after 0 rows: the disk is full");
}

TEST(BadArrays, AStreamIsReadOnce) {
    ArrowArrayStream stream;
    HandTable{{{"a", "i", "", {hand_numbers<std::int32_t>({1})}}}}.to_arrow(&stream);
    EXPECT_TRUE(Frame::from_arrow(&stream).ok());
    EXPECT_THAT(Frame::from_arrow(&stream).error().message, HasSubstr("released already"));
    EXPECT_FALSE(Frame::from_arrow(nullptr).ok());
    EXPECT_FALSE(Frame().to_arrow(&stream).ok());
}

// A stream whose functions are these.
ArrowArrayStream stream_of(int (*schema)(ArrowArrayStream*, ArrowSchema*),
                           int (*next)(ArrowArrayStream*, ArrowArray*)) {
    return {schema, next, nullptr, [](ArrowArrayStream* stream) { stream->release = nullptr; }, nullptr};
}

TEST(BadArrays, StreamsOfSomethingElse) {
    const auto refusal = [](ArrowArrayStream stream) {
        const auto frame = Frame::from_arrow(&stream);
        EXPECT_EQ(stream.release, nullptr);
        return frame ? "" : frame.error().message;
    };
    const auto no_batch = [](ArrowArrayStream*, ArrowArray* array) { return *array = ArrowArray{}, 0; };
    EXPECT_THAT(refusal(stream_of(nullptr, nullptr)), HasSubstr("lacks its functions"));
    EXPECT_THAT(refusal(stream_of([](ArrowArrayStream*, ArrowSchema*) { return ENOMEM; }, no_batch)),
                HasSubstr("has no schema: Cannot allocate memory"));
    EXPECT_THAT(
        refusal(stream_of([](ArrowArrayStream*, ArrowSchema* schema) { return *schema = ArrowSchema{}, 0; }, no_batch)),
        HasSubstr("has no schema"));
    EXPECT_THAT(refusal(stream_of(
                    [](ArrowArrayStream*, ArrowSchema* schema) {
                        arrow::export_schema({"l"}).move_to(schema);
                        return 0;
                    },
                    no_batch)),
                HasSubstr("holds values of the type 'l'; a table is expected"));
}

// Rows that are NULL as a whole, in a batch that says so.
TEST(BadArrays, WholeRowsAreNeverNull) {
    static int left;
    left = 1;
    ArrowArrayStream stream = stream_of(
        [](ArrowArrayStream*, ArrowSchema* schema) {
            arrow::SchemaParts parts{"+s"};
            parts.children.push_back(arrow::export_schema({"n", "a"}));
            arrow::export_schema(std::move(parts)).move_to(schema);
            return 0;
        },
        [](ArrowArrayStream*, ArrowArray* array) {
            *array = ArrowArray{};
            if (left-- == 0) return 0;
            static const std::uint8_t bits = 1;
            arrow::ArrayParts parts{2, 1, 0, {&bits}};
            parts.children.push_back(arrow::export_array({2}));
            arrow::export_array(std::move(parts)).move_to(array);
            return 0;
        });
    const auto frame = Frame::from_arrow(&stream);
    ASSERT_FALSE(frame.ok());
    EXPECT_THAT(frame.error().message, HasSubstr("whole rows of it are NULL"));
}

// Copies of a frame, its streams and their parts may go in any order.
TEST(Frames, HoldTheirArraysAsLongAsAnybodyUsesThem) {
    int held = 0;
    ArrowArrayStream stream;
    HandTable{{{"a", "i", "", {hand_numbers<std::int32_t>({1, 2})}},
               {"b", "c", "u", {hand_dictionary<std::int8_t>({0, 1}, hand_texts({"x", "y"}))}}}}
        .to_arrow(&stream, &held);
    ArrowArray batch, column;
    ArrowSchema schema;
    {
        Result<Frame> frame = Frame::from_arrow(&stream);
        ASSERT_TRUE(frame.ok());
        EXPECT_EQ(held, 3);
        const Frame copy = *frame;
        *frame = Frame();
        EXPECT_EQ(copy.rows(), 2u);
        EXPECT_THAT(copy.columns(), ::testing::ElementsAre("a", "b"));
        ArrowArrayStream out;
        ASSERT_TRUE(copy.to_arrow(&out).ok());
        ASSERT_EQ(out.get_schema(&out, &schema), 0);
        ASSERT_EQ(out.get_next(&out, &batch), 0);
        ArrowArray end;
        ASSERT_EQ(out.get_next(&out, &end), 0);
        EXPECT_EQ(end.release, nullptr);
        // Nothing was copied.
        EXPECT_EQ(batch.children[0]->buffers[1], copy.held()->batch(0).children[0]->buffers[1]);
        out.release(&out);
        EXPECT_EQ(out.release, nullptr);
    }
    column = *batch.children[1];  // moved out, as the interface allows
    batch.children[1]->release = nullptr;
    batch.release(&batch);
    EXPECT_EQ(held, 3);
    EXPECT_EQ(static_cast<const std::int8_t*>(column.buffers[1])[1], 1);
    EXPECT_STREQ(schema.children[1]->dictionary->format, "u");
    EXPECT_STREQ(schema.children[0]->name, "a");
    column.release(&column);
    EXPECT_EQ(held, 3);  // the schema holds the frame, too
    schema.release(&schema);
    EXPECT_EQ(held, 0);
}

}  // namespace bad_arrays_test
}  // namespace scrim::testing
