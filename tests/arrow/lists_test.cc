// Columns of lists: how they lie, what is refused of them, and released texts that become lists again.
#include "scrim/lists.h"
#include "adapters/arrow/arrow_source.h"
#include "adapters/arrow/arrow_writer.h"
#include "adapters/arrow/held_batches.h"
#include "tests/arrow/by_hand.h"
#include "tests/arrow/engine_twin.h"

#include <functional>
#include <limits>

namespace scrim::testing {
namespace lists_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

HandArray numbers() { return hand_numbers<std::int32_t>({1, 2, 3, 4, 5, 6}, "111011"); }

HandColumn column_of(const std::string& format, HandArray lists, const std::string& items = "i") {
    return {"x", format, "", {std::move(lists)}, items};
}

TEST(Lists, InEveryLayout) {
    const auto expected = ElementsAre("[1, 2]", "[]", "[3, NULL]", "NULL", "[5]");
    EXPECT_THAT(labels_of(column_of("+l", hand_lists<std::int32_t>({0, 2, 2, 4, 4, 5}, numbers(), "11101"))), expected);
    EXPECT_THAT(labels_of(column_of("+L", hand_lists<std::int64_t>({0, 2, 2, 4, 4, 5}, numbers(), "11101"))), expected);
    HandArray one_length{3, {bits_of("101")}};
    one_length.items = std::make_shared<HandArray>(numbers());
    EXPECT_THAT(labels_of(column_of("+w:2", one_length)), ElementsAre("[1, 2]", "NULL", "[5, 6]"));
    EXPECT_THAT(labels_of(column_of("+w:0", one_length)), ElementsAre("[]", "NULL", "[]"));
    HandArray views = hand_lists<std::int32_t>({4, 0, 0, 3}, numbers());
    views.buffers.push_back(bytes_of<std::int32_t>({2, 2, 1}));
    EXPECT_THAT(labels_of(column_of("+vl", views)), ElementsAre("[5, 6]", "[1, 2]", "[1]"));
    views = hand_lists<std::int64_t>({4, 0, 0, 3}, numbers());
    views.buffers.push_back(bytes_of<std::int64_t>({2, 2, 0}));
    EXPECT_THAT(labels_of(column_of("+vL", views)), ElementsAre("[5, 6]", "[1, 2]", "[]"));
}

TEST(Lists, SlicesBeginWhereTheySay) {
    HandArray items = numbers();
    items.length = 4;
    items.offset = 2;  // 3, NULL, 5, 6
    HandArray lists = hand_lists<std::int32_t>({0, 1, 2, 4}, items);
    lists.length = 2;
    lists.offset = 1;
    EXPECT_THAT(labels_of(column_of("+l", lists)), ElementsAre("[NULL]", "[5, 6]"));
    HandArray one_length{1, {""}};
    one_length.offset = 1;
    one_length.items = std::make_shared<HandArray>(items);
    EXPECT_THAT(labels_of(column_of("+w:2", one_length)), ElementsAre("[5, 6]"));
}

TEST(Lists, OfCategories) {
    HandArray items = hand_dictionary<std::int8_t>({0, 1, 0}, hand_texts({"flu", "cough, dry"}));
    EXPECT_THAT(labels_of({"x", "+l", "u", {hand_lists<std::int32_t>({0, 2, 3}, items)}, "c"}),
                ElementsAre("[flu, 'cough, dry']", "[flu]"));
}

TEST(Lists, RefuseWhatTheirItemsAre) {
    const auto refusal = [](const std::string& items, HandArray array = hand_numbers<std::int64_t>({1})) {
        return refusal_of({{column_of("+l", hand_lists<std::int32_t>({0, 1}, std::move(array)), items)}});
    };
    EXPECT_EQ(refusal("l"), "");
    EXPECT_THAT(refusal("+l"), HasSubstr("column 'x' holds lists of lists; numbers, dates"));
    EXPECT_THAT(refusal("+w:2"), HasSubstr("column 'x' holds lists of lists"));
    EXPECT_THAT(refusal("+s"), HasSubstr("holds lists of structs, maps or unions"));
    EXPECT_THAT(refusal("z"), HasSubstr("column 'x' holds bytes"));
    EXPECT_THAT(refusal("tsn:", hand_numbers<std::int64_t>({1001})), HasSubstr("no whole number of microseconds"));
    EXPECT_THAT(refusal("u", hand_texts({"\xff"})), HasSubstr("not UTF-8"));
    EXPECT_THAT(refusal_of({{{"x", "+l", "", {hand_lists<std::int32_t>({0, 1}, numbers())}}}}),
                HasSubstr("lists of 0 columns"));
    for (const char* length : {"+w:", "+w:-1", "+w:two", "+w:2x", "+w:99999999999"})
        EXPECT_THAT(refusal_of({{column_of(length, hand_lists<std::int32_t>({0}, numbers()))}}),
                    HasSubstr("lists of a length that cannot be"))
            << length;
}

TEST(Lists, ThatLie) {
    const auto offsets = [](const std::vector<std::int32_t>& offsets) {
        return refusal_of({{column_of("+l", hand_lists(offsets, numbers()))}});
    };
    EXPECT_EQ(offsets({0, 3, 6}), "");
    for (const std::vector<std::int32_t>& wrong :
         std::vector<std::vector<std::int32_t>>{{-1, 3}, {0, 7}, {3, 2}, {7, 7}, {0, std::numeric_limits<int>::min()}})
        EXPECT_THAT(offsets(wrong), HasSubstr("offsets are not ascending"));
    const auto changed = [](const std::string& format, const std::function<void(HandArray&)>& change) {
        HandArray lists = hand_lists<std::int64_t>({0, 2, 4}, numbers());
        if (format.starts_with("+v")) lists.buffers.push_back(bytes_of<std::int64_t>({2, 2}));
        if (format.starts_with("+w")) lists.buffers.pop_back();
        change(lists);
        return refusal_of({{column_of(format, lists)}});
    };
    for (const char* format : {"+L", "+vL", "+w:3"}) {
        EXPECT_EQ(changed(format, [](HandArray&) {}), "") << format;
        EXPECT_THAT(changed(format, [](HandArray& lists) { lists.items = nullptr; }), HasSubstr("no items")) << format;
        EXPECT_THAT(changed(format, [](HandArray& lists) { lists.buffers.push_back(""); }),
                    HasSubstr("buffers instead"));
        EXPECT_THAT(changed(format, [](HandArray& lists) { lists.null_count = 1; }), HasSubstr("does not say which"));
        EXPECT_THAT(changed(format, [](HandArray& lists) { lists.length = -1; }), HasSubstr("length is -1"));
        EXPECT_THAT(changed(format, [](HandArray& lists) { lists.items->offset = -2; }),
                    HasSubstr("in its lists, its length is 6"));
    }
    EXPECT_THAT(changed("+w:4", [](HandArray&) {}), HasSubstr("in its lists, it has 6 cells instead of 8"));
    EXPECT_THAT(changed("+w:1000000000", [](HandArray& lists) { lists.offset = std::int64_t{1} << 50; }),
                HasSubstr("too few items"));
    EXPECT_THAT(changed("+vL",
                        [](HandArray& lists) {
                            lists.buffers[2] = bytes_of<std::int64_t>({2, 7});
                        }),
                HasSubstr("offsets are not ascending"));
}

// A table as a release shows it: every list is a text.
Frame shown(const Frame& original, const std::function<Code(const Domain&, Code)>& changed) {
    arrow::ArrowSource source(original.held(), {});
    const auto read = source.read(source.columns(), no_progress());
    EXPECT_TRUE(read.ok()) << read.error().message;
    Table table;
    for (std::size_t c = 0; c < read->width(); ++c) {
        std::vector<Code> codes;
        for (std::size_t row = read->rows(); row-- > 0;) codes.push_back(changed((*read)[c].domain(), (*read)[c][row]));
        table.add(read->name(c), Column((*read)[c].domain_ptr(), codes));
    }
    ArrowArrayStream stream;
    arrow::write_stream(table, arrow::TextAs::dictionary, &stream);
    return *Frame::from_arrow(&stream);
}

std::vector<Row> rows_of(const Frame& frame, const std::string& sql = "SELECT x::VARCHAR FROM ours") {
    ArrowArrayStream stream;
    EXPECT_TRUE(frame.to_arrow(&stream).ok());
    return rows_by_engine(&stream, sql);
}

TEST(Relisted, TextsAreTheListsAgainThatTheyWere) {
    std::string columns, texts;
    std::size_t lists = 0;
    for (const char* items :
         {"[i % 7, NULL, i % 3]::TINYINT[]", "[i, 5]::UBIGINT[]", "[i / 7, 'nan']::DOUBLE[]", "[i / 7]::FLOAT[]",
          "[i / 7]::DECIMAL(18,4)[]", "[i % 2 = 0, NULL]", "['v' || i % 20, 'a, b', '', NULL]",
          "[DATE '2024-01-01' + CAST(i % 50 AS INTEGER)]", "[TIMESTAMP '2024-01-01' + INTERVAL (i) MINUTE]",
          "[TIME '10:00:00' + INTERVAL (i % 99) SECOND]", "[['x', 'y'][1 + i % 2]]::ENUM('y', 'x')[]", "[NULL, NULL]",
          "[i, 2]::BIGINT[2]::BIGINT[]"}) {
        const std::string name = "x" + std::to_string(lists++);
        columns += "CASE WHEN i % 5 = 0 THEN NULL ELSE " + std::string(items) + " END AS " + name + ", ";
        texts += name + "::VARCHAR, ";
    }
    texts = "SELECT " + texts + "n FROM ours";
    const Frame original = engine_frame("SELECT " + columns + "i AS n FROM range(3000) AS r(i)");
    const Frame released = shown(original, [](const Domain&, Code code) { return code; });
    const auto relisted = with_lists_of(released, original);
    ASSERT_TRUE(relisted.ok()) << relisted.error().message;
    for (std::size_t c = 0; c < lists; ++c) {
        EXPECT_FALSE(released.held()->types()[c].lists) << c;
        EXPECT_TRUE(relisted->held()->types()[c].lists) << c;
    }
    std::vector<Row> expected = rows_of(original, texts);
    std::reverse(expected.begin(), expected.end());
    EXPECT_EQ(rows_of(*relisted, texts), expected);
}

TEST(Relisted, ItemsHaveTheirType) {
    const Frame original = engine_frame("SELECT [1, 2]::SMALLINT[] AS x, [1.5::FLOAT] AS y, ['a'] AS z");
    const auto relisted = with_lists_of(shown(original, [](const Domain&, Code code) { return code; }), original);
    ASSERT_TRUE(relisted.ok());
    EXPECT_THAT(rows_of(*relisted, "SELECT typeof(x), typeof(y), typeof(z) FROM ours"),
                ElementsAre(ElementsAre("SMALLINT[]", "FLOAT[]", "VARCHAR[]")));
}

TEST(Relisted, WhatWasChangedStaysText) {
    const Frame original =
        engine_frame("SELECT [i % 4]::INTEGER[] AS x, [i % 4]::INTEGER[] AS y FROM range(100) AS r(i)");
    ArrowArrayStream stream;
    Table table;
    table.add("x", Column(std::make_shared<Domain>(Domain::of_text({"*", "[1]"})), std::vector<Code>{0, 1}));
    table.add("y", Column(std::make_shared<Domain>(Domain::of_text({"[1]", "[3]"})), std::vector<Code>{1, 0}));
    table.add("z", Column(std::make_shared<Domain>(Domain::of_text({"[1]"})), std::vector<Code>{0, 0}));
    arrow::write_stream(table, arrow::TextAs::dictionary, &stream);
    const auto relisted = with_lists_of(*Frame::from_arrow(&stream), original);
    ASSERT_TRUE(relisted.ok());
    EXPECT_THAT(rows_of(*relisted, "SELECT typeof(x) <> typeof(y), typeof(y), typeof(x) = typeof(z) FROM ours LIMIT 1"),
                ElementsAre(ElementsAre("true", "INTEGER[]", "true")));
    EXPECT_EQ(relisted->rows(), 2u);
}

TEST(Frames, HandListsOnWithoutCopies) {
    int held = 0;
    ArrowArrayStream stream, out;
    HandTable{{column_of("+l", hand_lists<std::int32_t>({0, 2, 5}, numbers()))}}.to_arrow(&stream, &held);
    {
        const auto frame = Frame::from_arrow(&stream);
        ASSERT_TRUE(frame.ok());
        ASSERT_TRUE(frame->to_arrow(&out).ok());
        const auto again = Frame::from_arrow(&out);
        ASSERT_TRUE(again.ok()) << again.error().message;
        const auto items = [](const Frame& of) { return of.held()->batch(0).children[0]->children[0]->buffers[1]; };
        EXPECT_EQ(items(*again), items(*frame));
        arrow::ArrowSource source(again->held(), {});
        EXPECT_EQ(source.read(source.columns(), no_progress())->rows(), 2u);
    }
    EXPECT_EQ(held, 0);
}

}  // namespace lists_test
}  // namespace scrim::testing
