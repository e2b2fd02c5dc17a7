// What COPY sends, cut anywhere, and sent wrongly. The rows are written here by hand, from the protocol's description.
#include "adapters/libpq/cells/copy_rows.h"

#include "adapters/libpq/cells/cell_codes.h"
#include "adapters/libpq/cells/numeric.h"
#include "adapters/libpq/cells/table_text.h"
#include "kernel/core/number_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <optional>
#include <random>

namespace scrim::testing {
namespace copy_rows_test {

using libpq::CopyRows;
using libpq::Field;

template <class T>
std::string big_endian(T value) {
    std::string bytes;
    for (int shift = 8 * static_cast<int>(sizeof value) - 8; shift >= 0; shift -= 8)
        bytes += static_cast<char>(static_cast<std::uint64_t>(value) >> shift);
    return bytes;
}

using Row = std::vector<std::optional<std::string>>;

std::string copied(const std::vector<Row>& rows) {
    std::string bytes("PGCOPY\n\377\r\n\0\0\0\0\0\0\0\0\0", 19);
    for (const Row& row : rows) {
        bytes += big_endian(static_cast<std::int16_t>(row.size()));
        for (const auto& cell : row)
            bytes += cell ? big_endian(static_cast<std::int32_t>(cell->size())) + *cell : big_endian(std::int32_t{-1});
    }
    return bytes + big_endian(std::int16_t{-1});
}

// The rows that come of pieces, or what is wrong.
Result<std::vector<Row>> read(const std::vector<std::string>& pieces, std::size_t columns) {
    CopyRows rows(columns);
    std::vector<Row> found;
    for (const std::string& piece : pieces)
        SCRIM_CHECK(rows.add(piece, [&](std::span<const Field> fields) -> Result<void> {
            Row& row = found.emplace_back();
            for (const Field& field : fields)
                row.push_back(field.null ? std::nullopt : std::optional(std::string(field.bytes)));
            return {};
        }));
    SCRIM_CHECK(rows.end());
    return found;
}

const std::vector<Row> sample = {{"ab", std::nullopt}, {"", "xyz"}, {std::string("\0\xff", 2), "q"}};

TEST(CopyRows, CutAnywhere) {
    const std::string bytes = copied(sample);
    EXPECT_EQ(*read({bytes}, 2), sample);
    for (std::size_t a = 0; a <= bytes.size(); ++a)
        for (std::size_t b = a; b <= bytes.size(); ++b)
            ASSERT_EQ(*read({bytes.substr(0, a), bytes.substr(a, b - a), bytes.substr(b)}, 2), sample) << a << " " << b;
    std::vector<std::string> single;
    for (const char c : bytes) single.emplace_back(1, c);
    EXPECT_EQ(*read(single, 2), sample);
    EXPECT_EQ(read({copied({})}, 3)->size(), 0u);
}

TEST(CopyRows, BrokenOffAnywhere) {
    const std::string bytes = copied(sample);
    for (std::size_t end = 0; end < bytes.size(); ++end)
        EXPECT_FALSE(read({bytes.substr(0, end)}, 2).ok()) << "of " << bytes.size() << ": " << end;
}

TEST(CopyRows, NotTheProtocol) {
    const std::string bytes = copied(sample), header = bytes.substr(0, 19);
    EXPECT_FALSE(read({bytes}, 3).ok());        // other columns
    EXPECT_FALSE(read({bytes + "x"}, 2).ok());  // more after the end
    EXPECT_FALSE(read({"PGCOPX" + bytes.substr(6)}, 2).ok());
    EXPECT_FALSE(read({bytes.substr(0, 11) + std::string(3, '\0') + '\1' + bytes.substr(15)}, 2).ok());  // flags
    EXPECT_FALSE(read({header + big_endian(std::int16_t{1}) + big_endian(std::int32_t{-2})}, 1).ok());
    EXPECT_FALSE(read({header + big_endian(std::int16_t{-2})}, 1).ok());
    EXPECT_FALSE(read({header + big_endian(std::int16_t{1}) + big_endian(std::int32_t{0x7fffffff}) + "a"}, 1).ok());
}

// Digits to the base of 10,000, as PostgreSQL makes them of a text: the slow and obvious way back.
std::string numeric(const std::string& text) {
    std::string digits = text.substr(text.starts_with('-') ? 1 : 0);
    const std::size_t point = std::min(digits.find('.'), digits.size());
    const std::size_t scale = point == digits.size() ? 0 : digits.size() - point - 1;
    std::string whole = digits.substr(0, point), fraction = scale ? digits.substr(point + 1) : "";
    while (whole.size() % 4) whole.insert(0, "0");
    while (fraction.size() % 4) fraction += "0";
    const std::string all = whole + fraction;
    std::vector<std::int16_t> groups;
    for (std::size_t i = 0; i < all.size(); i += 4)
        groups.push_back(static_cast<std::int16_t>(std::stoi(all.substr(i, 4))));
    int weight = static_cast<int>(whole.size() / 4) - 1;
    while (!groups.empty() && groups.front() == 0) groups.erase(groups.begin()), --weight;
    while (!groups.empty() && groups.back() == 0) groups.pop_back();
    if (groups.empty()) weight = 0;
    std::string bytes = big_endian(static_cast<std::int16_t>(groups.size())) +
                        big_endian(static_cast<std::int16_t>(weight)) +
                        big_endian(static_cast<std::uint16_t>(text.starts_with('-') ? 0x4000 : 0)) +
                        big_endian(static_cast<std::int16_t>(scale));
    for (const std::int16_t group : groups) bytes += big_endian(group);
    return bytes;
}

TEST(Numeric, EveryShape) {
    for (const std::string text :
         {"0", "1", "-1", "9999", "10000", "100000000", "12345678901234567890", "0.5", "0.0001", "0.00001", "12.50",
          "-10000.0001", "10000.10", "0.00", "99999999.99999999", "120000.000000000000000001"})
        EXPECT_EQ(libpq::numeric_text(numeric(text)), text);
    std::mt19937 random(7);
    for (int round = 0; round < 2'000; ++round) {
        std::string text = random() % 2 ? "-" : "";
        text += std::to_string(1 + random() % 9);
        for (unsigned i = random() % 20; i > 0; --i)
            text += random() % 3 ? '0' : static_cast<char>('0' + random() % 10);
        const unsigned scale = random() % 12;
        if (scale > 0) text += '.';
        for (unsigned i = 0; i < scale; ++i) text += random() % 3 ? '0' : static_cast<char>('0' + random() % 10);
        EXPECT_EQ(libpq::numeric_text(numeric(text)), text);
    }
}

TEST(Numeric, WhatIsNone) {
    EXPECT_EQ(libpq::numeric_text(std::string("\0\0\0\0\xC0\0\0\0", 8)), "NaN");
    EXPECT_EQ(libpq::numeric_text(std::string("\0\0\0\0\xD0\0\0\0", 8)), "Infinity");
    EXPECT_EQ(libpq::numeric_text(std::string("\0\0\0\0\xF0\0\0\0", 8)), "-Infinity");
    const std::string good = numeric("12.5");
    for (std::size_t end = 0; end < good.size(); ++end) EXPECT_FALSE(libpq::numeric_text(good.substr(0, end)));
    EXPECT_FALSE(libpq::numeric_text(good + "x"));
    EXPECT_FALSE(libpq::numeric_text(std::string("\0\1\0\0\0\0\0\0\x27\x10", 10)));  // a group of 10,000
    EXPECT_FALSE(libpq::numeric_text(std::string("\0\0\0\0\x12\0\0\0", 8)));         // a sign of its own
}

std::optional<Code> look_up(libpq::CellCodes& cells, const std::string& bytes) { return cells.look_up({bytes, false}); }

TEST(CellCodes, EqualDecimalsAreOneValue) {
    libpq::CellCodes cells(*libpq::cell_type(1700));
    for (const char* text : {"1.0", "1.00", "2", "1"}) ASSERT_TRUE(look_up(cells, numeric(text)));
    ASSERT_TRUE(cells.look_up({{}, true}));
    const auto built = cells.build("x", {});
    ASSERT_TRUE(built.ok());
    EXPECT_EQ(built->domain->values(), 2u);
    EXPECT_EQ(built->final_codes[0], (std::vector<Code>{2, 0, 0, 1, 0}));
    // Read as text, all have the digits of the longest.
    libpq::CellCodes again(*libpq::cell_type(1700));
    for (const char* text : {"1.0", "1.00"}) look_up(again, numeric(text));
    EXPECT_EQ(again.build("x", {ColumnType::category})->domain->label(0), "1.00");
}

TEST(CellCodes, BytesOfAnotherLengthAreRefused) {
    for (const std::uint32_t type : {16u, 20u, 21u, 23u, 700u, 701u, 1082u, 1114u, 1700u, 2950u}) {
        libpq::CellCodes cells(*libpq::cell_type(type));
        EXPECT_FALSE(look_up(cells, "abc")) << type;
        EXPECT_FALSE(look_up(cells, "")) << type;
    }
}

TEST(CellCodes, BytesThatAreNoText) {
    libpq::CellCodes cells(*libpq::cell_type(25));
    look_up(cells, "\xff");
    EXPECT_THAT(cells.build("x", {}).error().message, ::testing::HasSubstr("not UTF-8"));
}

TEST(CellCodes, DatesCountFrom2000) {
    libpq::CellCodes days(*libpq::cell_type(1082)), moments(*libpq::cell_type(1184));
    look_up(days, big_endian(std::int32_t{-10957}));
    look_up(moments, big_endian(std::int64_t{-1}));
    EXPECT_EQ(days.build("x", {})->domain->label(0), "1970-01-01");
    EXPECT_EQ(moments.build("x", {})->domain->label(0), "1999-12-31 23:59:59.999999");
}

TEST(TableText, EscapesAndRepeats) {
    Table table;
    auto domain = std::make_shared<Domain>(Domain::of_text({"a\tb", "c\\N\n", "d"}, true));
    table.add("x", Column(domain, std::vector<Code>{0, 1, 2, 3}));
    Tuples rows{std::move(table), {1, 2, 30'000, 1}, 30'004};
    libpq::TableText text(rows);
    std::string all;
    std::size_t pieces = 0;
    for (std::string piece = text.next(); !piece.empty(); piece = text.next(), ++pieces) {
        EXPECT_LT(piece.size(), 70'000u);
        all += piece;
    }
    std::string expected = "a\\tb\nc\\\\N\\n\nc\\\\N\\n\n";
    for (int i = 0; i < 30'000; ++i) expected += "d\n";
    EXPECT_EQ(all, expected + "\\N\n");
}

}  // namespace copy_rows_test
}  // namespace scrim::testing
