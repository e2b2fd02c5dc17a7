// Every layout of cells that Arrow has and a column may have, made by hand.
#include "tests/arrow/by_hand.h"

#include <bit>
#include <cmath>
#include <limits>

namespace scrim::testing {
namespace layouts_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

template <class T>
std::vector<std::string> labels(const std::string& format, const std::vector<T>& values,
                                const std::string& valid = "") {
    return labels_of({"x", format, "", {hand_numbers(values, valid)}});
}

TEST(Layouts, IntegersOfAllWidths) {
    EXPECT_THAT(labels<std::int8_t>("c", {-128, 127, 0}), ElementsAre("-128", "127", "0"));
    EXPECT_THAT(labels<std::uint8_t>("C", {255, 0}), ElementsAre("255", "0"));
    EXPECT_THAT(labels<std::int16_t>("s", {-32768, 32767}), ElementsAre("-32768", "32767"));
    EXPECT_THAT(labels<std::uint16_t>("S", {65535, 1}), ElementsAre("65535", "1"));
    EXPECT_THAT(labels<std::int32_t>("i", {-2147483647 - 1, 2147483647}), ElementsAre("-2147483648", "2147483647"));
    EXPECT_THAT(labels<std::uint32_t>("I", {4294967295, 1}), ElementsAre("4294967295", "1"));
    EXPECT_THAT(labels<std::int64_t>("l", {std::numeric_limits<std::int64_t>::min(), 5}),
                ElementsAre("-9223372036854775808", "5"));
    EXPECT_THAT(labels<std::uint64_t>("L", {std::numeric_limits<std::uint64_t>::max(), 5}),
                ElementsAre("18446744073709551615", "5"));
}

TEST(Layouts, NumbersAreOrderedByValue) {
    const auto table = read_hand({"x", "L", "", {hand_numbers<std::uint64_t>({1u << 31, ~std::uint64_t{0}, 3})}});
    ASSERT_TRUE(table.ok());
    EXPECT_EQ((*table)[0][0], 1u);
    EXPECT_EQ((*table)[0][1], 2u);
    EXPECT_EQ((*table)[0][2], 0u);
}

TEST(Layouts, FloatingPointNumbersAreTheirShortestText) {
    EXPECT_THAT(labels<double>("g", {0.1, -0.0, 0.0, 1e15}), ElementsAre("0.1", "0", "0", "1000000000000000"));
    EXPECT_THAT(labels<float>("f", {0.1f, 2.5f}), ElementsAre("0.1", "2.5"));
    // 1.0, 0.5, -0.0, the smallest of all, and the greatest.
    EXPECT_THAT(labels<std::uint16_t>("e", {0x3c00, 0x3800, 0x8000, 0x7bff}), ElementsAre("1", "0.5", "0", "65504"));
}

TEST(Layouts, NaNAndInfinityAreRefusedUnlessTheyMeanNothing) {
    const auto column = [](double value) { return HandTable{{{"pay", "g", "", {hand_numbers<double>({1, value})}}}}; };
    EXPECT_THAT(refusal_of(column(std::nan(""))), HasSubstr("'pay' holds 'nan' among its numbers"));
    EXPECT_THAT(refusal_of(column(-std::numeric_limits<double>::infinity())), HasSubstr("holds '-inf'"));
    EXPECT_EQ(refusal_of(column(std::nan("")), {.missing = {"nan"}}), "");
}

TEST(Layouts, BooleansAreTextAsInFiles) {
    EXPECT_THAT(labels_of({"x", "b", "", {{5, {bits_of("11101"), bits_of("10010")}}}}),
                ElementsAre("true", "false", "false", "NULL", "false"));
}

TEST(Layouts, TextsInEveryLayout) {
    const std::vector<std::string> texts = {
        "b", "", "a text of more than twelve bytes", "exactly twlv", "another one that is long", "b"};
    const std::vector<std::string> expected = {"b",    "", "a text of more than twelve bytes", "exactly twlv",
                                               "NULL", "b"};
    EXPECT_EQ(labels_of({"x", "u", "", {hand_texts(texts, "111101")}}), expected);
    EXPECT_EQ(labels_of({"x", "U", "", {hand_texts<std::int64_t>(texts, "111101")}}), expected);
    EXPECT_EQ(labels_of({"x", "vu", "", {hand_views(texts, "111101")}}), expected);
}

TEST(Layouts, TextIsLookedAtAsInFiles) {
    EXPECT_THAT(labels_of({"x", "u", "", {hand_texts({"1.50", "1.5", "2"})}}), ElementsAre("1.5", "1.5", "2"));
    EXPECT_THAT(labels_of({"x", "u", "", {hand_texts({"31/12/2020", "1/2/2020"})}}),
                ElementsAre("2020-12-31", "2020-02-01"));
    EXPECT_THAT(refusal_of({{{"x", "u", "", {hand_texts({"1/2/2020"})}}}}), HasSubstr("may be day or month first"));
    EXPECT_THAT(refusal_of({{{"x", "u", "", {hand_texts({"\xff"})}}}}), HasSubstr("not UTF-8"));
}

TEST(Layouts, DatesAndTimestampsOfEveryUnit) {
    EXPECT_THAT(labels<std::int32_t>("tdD", {0, -1, 19782}), ElementsAre("1970-01-01", "1969-12-31", "2024-02-29"));
    EXPECT_THAT(labels<std::int64_t>("tdm", {0, -86'400'000}), ElementsAre("1970-01-01", "1969-12-31"));
    EXPECT_THAT(labels<std::int64_t>("tss:", {-1}), ElementsAre("1969-12-31 23:59:59"));
    EXPECT_THAT(labels<std::int64_t>("tsm:", {1500}), ElementsAre("1970-01-01 00:00:01.500000"));
    EXPECT_THAT(labels<std::int64_t>("tsu:", {1}), ElementsAre("1970-01-01 00:00:00.000001"));
    EXPECT_THAT(labels<std::int64_t>("tsn:", {-1000, 1'000'000'000}),
                ElementsAre("1969-12-31 23:59:59.999999", "1970-01-01 00:00:01"));
    // Instants: in UTC, whatever zone they are shown in.
    EXPECT_THAT(labels<std::int64_t>("tsu:Europe/Lisbon", {0}), ElementsAre("1970-01-01 00:00:00"));
}

template <class T>
std::string refusal(const std::string& format, const std::vector<T>& values) {
    return refusal_of({{{"seen", format, "", {hand_numbers(values)}}}});
}

TEST(Layouts, InstantsThatAreNotExactHereAreRefused) {
    EXPECT_EQ(refusal<std::int64_t>("tsn:", {1'000, -1}),
              "the table in memory: column 'seen' holds 1969-12-31 23:59:59.999999999, which is no whole number of "
              "microseconds; round it to those");
    EXPECT_THAT(refusal<std::int64_t>("tsn:", {1'500}), HasSubstr("1970-01-01 00:00:00.000001500"));
    EXPECT_THAT(refusal<std::int64_t>("tss:", {std::int64_t{1} << 60}), HasSubstr("beyond the calendar"));
    EXPECT_THAT(refusal<std::int64_t>("tdm:", {1}), HasSubstr("unknown Arrow type"));
    EXPECT_THAT(refusal<std::int64_t>("tdm", {1}), HasSubstr("no whole day"));
    EXPECT_THAT(refusal<std::int64_t>("tsu:", {std::numeric_limits<std::int64_t>::max()}), HasSubstr("infinite date"));
    EXPECT_THAT(refusal<std::int32_t>("tts", {-1}), HasSubstr("outside the day"));
}

TEST(Layouts, TimesOfDayAreText) {
    EXPECT_THAT(labels<std::int32_t>("tts", {49'500}), ElementsAre("13:45:00"));
    EXPECT_THAT(labels<std::int32_t>("ttm", {49'500'500}), ElementsAre("13:45:00.5"));
    EXPECT_THAT(labels<std::int64_t>("ttu", {1}), ElementsAre("00:00:00.000001"));
    EXPECT_THAT(labels<std::int64_t>("ttn", {86'399'999'999'999}), ElementsAre("23:59:59.999999999"));
}

// The bytes of a 256-bit integer of this value.
std::string wide(Int128 value) {
    std::string bytes(32, value < 0 ? '\xff' : '\0');
    std::memcpy(bytes.data(), &value, sizeof value);
    return bytes;
}

TEST(Layouts, DecimalsOfAllWidthsAreExact) {
    EXPECT_THAT(labels<std::int32_t>("d:9,2,32", {1250, -1}), ElementsAre("12.5", "-0.01"));
    EXPECT_THAT(labels<std::int64_t>("d:18,2,64", {1200, -5}), ElementsAre("12", "-0.05"));
    const Int128 widest = *power_of_ten(38) - 1;
    EXPECT_THAT(labels<Int128>("d:38,0", {widest, -widest}),
                ElementsAre(std::string(38, '9'), "-" + std::string(38, '9')));
    EXPECT_THAT(labels<Int128>("d:38,38", {1}), ElementsAre("0." + std::string(37, '0') + "1"));
    EXPECT_THAT(labels<Int128>("d:5,-3", {7, -12}), ElementsAre("7000", "-12000"));
    EXPECT_THAT(labels_of({"x", "d:76,3,256", "", {{3, {"", wide(1500) + wide(-1) + wide(0)}}}}),
                ElementsAre("1.5", "-0.001", "0"));
    // 10^40 / 10^40 is 1, which fits however wide it is written.
    std::string one = wide(0);
    Uint128 rest = 0;
    std::uint64_t words[4] = {1, 0, 0, 0};
    for (int power = 0; power < 40; ++power) {
        rest = 0;
        for (std::uint64_t& word : words) {
            rest += Uint128{word} * 10;
            word = static_cast<std::uint64_t>(rest);
            rest >>= 64;
        }
    }
    std::memcpy(one.data(), words, sizeof words);
    EXPECT_THAT(labels_of({"x", "d:76,40,256", "", {{1, {"", one}}}}), ElementsAre("1"));
    EXPECT_THAT(refusal_of({{{"pay", "d:76,0,256", "", {{1, {"", one}}}}}}), HasSubstr("'pay' holds a decimal with"));
    EXPECT_THAT(refusal<Int128>("d:38,-3", {widest}), HasSubstr("more than 38 digits"));
}

TEST(Layouts, TheNullTypeIsNothingButNull) {
    EXPECT_THAT(labels_of({"x", "n", "", {{2, {}}}}), ElementsAre("NULL", "NULL"));
}

TEST(Layouts, SlicesBeginWhereTheySay) {
    HandArray numbers = hand_numbers<std::int32_t>({1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, "1111111101");
    numbers.offset = 7;
    numbers.length = 3;
    EXPECT_THAT(labels_of({"x", "i", "", {numbers}}), ElementsAre("8", "NULL", "10"));
    HandArray texts = hand_texts({"a", "b", "c", "d"});
    texts.offset = 2;
    texts.length = 2;
    EXPECT_THAT(labels_of({"x", "u", "", {texts}}), ElementsAre("c", "d"));
    HandArray bits{3, {bits_of("111111111011"), bits_of("000000000100")}, 8};
    EXPECT_THAT(labels_of({"x", "b", "", {bits}}), ElementsAre("false", "NULL", "false"));
}

template <class Index>
void expect_dictionary(const std::string& format) {
    const HandArray indexes = hand_dictionary<Index>({2, 0, 1, 2, 0}, hand_texts({"z", "unused", "a", "x"}), "11011");
    const HandColumn column{"x", format, "u", {indexes}};
    EXPECT_THAT(labels_of(column), ElementsAre("a", "z", "NULL", "a", "z")) << format;
    const auto table = read_hand(column);
    ASSERT_TRUE(table.ok());
    EXPECT_EQ((*table)[0].domain().size(), 3u) << "values that no row has are none of the domain";
}

TEST(Layouts, DictionariesOfEveryIndex) {
    expect_dictionary<std::int8_t>("c");
    expect_dictionary<std::uint8_t>("C");
    expect_dictionary<std::int16_t>("s");
    expect_dictionary<std::uint16_t>("S");
    expect_dictionary<std::int32_t>("i");
    expect_dictionary<std::uint32_t>("I");
    expect_dictionary<std::int64_t>("l");
    expect_dictionary<std::uint64_t>("L");
}

TEST(Layouts, DictionariesOfAnyValues) {
    const auto of = [](const std::string& format, HandArray values) {
        return labels_of({"x", "c", format, {hand_dictionary<std::int8_t>({1, 0}, std::move(values))}});
    };
    EXPECT_THAT(of("l", hand_numbers<std::int64_t>({7, -7})), ElementsAre("-7", "7"));
    EXPECT_THAT(of("tdD", hand_numbers<std::int32_t>({0, 1})), ElementsAre("1970-01-02", "1970-01-01"));
    EXPECT_THAT(of("vu", hand_views({"short", "a text of more than twelve bytes"})),
                ElementsAre("a text of more than twelve bytes", "short"));
    EXPECT_THAT(of("u", hand_texts({"x", "y"}, "01")), ElementsAre("y", "NULL"));
    HandArray sliced = hand_texts({"w", "x", "y"});
    sliced.offset = 1;
    sliced.length = 2;
    EXPECT_THAT(of("u", sliced), ElementsAre("y", "x"));
}

TEST(Layouts, ChunksMayDifferInTheirDictionaries) {
    EXPECT_THAT(labels_of({"x",
                           "c",
                           "u",
                           {hand_dictionary<std::int8_t>({0, 1}, hand_texts({"a", "b"})),
                            hand_dictionary<std::int8_t>({0, 1}, hand_texts({"b", "c"})),
                            hand_dictionary<std::int8_t>({0, 0}, hand_texts({"a"}))}}),
                ElementsAre("a", "b", "b", "c", "a", "a"));
}

TEST(Layouts, ExtensionTypesAreWhatTheyAreStoredAs) {
    // Metadata says what else a column is; it is not looked at.
    EXPECT_THAT(labels<std::int64_t>("l", {1}), ElementsAre("1"));
}

TEST(Layouts, OtherTypesAreRefusedByName) {
    for (const auto& [format, holds] :
         std::vector<std::pair<std::string, std::string>>{{"+s", "structs"},
                                                          {"+m", "maps"},
                                                          {"+ud:0,1", "unions"},
                                                          {"+r", "run-end encoded values"},
                                                          {"z", "bytes"},
                                                          {"w:16", "bytes"},
                                                          {"tDs", "durations"},
                                                          {"tiM", "durations"},
                                                          {"q", "values of the unknown Arrow type 'q'"},
                                                          {"", "values of the unknown Arrow type ''"},
                                                          {"d:10", "values of the unknown Arrow type 'd:10'"},
                                                          {"d:10,2,7", "values of"},
                                                          {"d:,", "values of"},
                                                          {"d:10,2,", "values of"},
                                                          {"d:99,2", "values of"}})
        EXPECT_THAT(refusal_of({{{"tags", format, "", {hand_numbers<std::int64_t>({1})}}}}),
                    HasSubstr("column 'tags' holds " + holds))
            << format;
    EXPECT_THAT(refusal_of({{{"x", "g", "u", {hand_dictionary<double>({0}, hand_texts({"a"}))}}}}),
                HasSubstr("whose indexes are no integers"));
    EXPECT_THAT(refusal_of({{{"x", "tdD", "u", {hand_dictionary<std::int32_t>({0}, hand_texts({"a"}))}}}}),
                HasSubstr("whose indexes are no integers"));
}

TEST(Layouts, MeaningsOfAPolicy) {
    const auto input = [](ColumnType type, std::vector<std::string> missing = {}) {
        TableInput made;
        made.columns.push_back({"x", type, std::move(missing)});
        return made;
    };
    const HandColumn numbers{"x", "l", "", {hand_numbers<std::int64_t>({10, -9, 9})}};
    EXPECT_THAT(labels_of(numbers, input(ColumnType::found, {"-9.0"})), ElementsAre("10", "NULL", "9"));
    const auto category = read_hand(numbers, input(ColumnType::category));
    ASSERT_TRUE(category.ok());
    EXPECT_EQ((*category)[0].domain().kind(), Domain::Kind::text);
    EXPECT_EQ((*category)[0][0], 1u);  // "-9", "10", "9"
    const HandColumn decimals{"x", "d:9,2", "", {hand_numbers<Int128>({1250, 0, -1})}};
    EXPECT_THAT(labels_of(decimals, input(ColumnType::category)), ElementsAre("12.50", "0.00", "-0.01"));
    EXPECT_THAT(labels_of(decimals, input(ColumnType::found, {"12.5"})), ElementsAre("NULL", "0", "-0.01"));
    const HandColumn texts{"x", "u", "", {hand_texts({"?", "1.5", "2"})}};
    EXPECT_THAT(labels_of(texts, input(ColumnType::found, {"?"})), ElementsAre("NULL", "1.5", "2"));
    EXPECT_THAT(labels_of(texts, input(ColumnType::decimal_point, {"?"})), ElementsAre("NULL", "1.5", "2"));
    TableInput plain;
    plain.plain = true;
    EXPECT_THAT(labels_of({"x", "u", "", {hand_texts({"31/12/2020"})}}, plain), ElementsAre("31/12/2020"));
}

}  // namespace layouts_test
}  // namespace scrim::testing
