#include "kernel/core/number_text.h"
#include "kernel/core/int128.h"
#include "kernel/core/random.h"

#include <gtest/gtest.h>

namespace scrim {
namespace number_text_test {

std::string through(std::string_view text) {
    const auto decimal = parse_decimal(text);
    return decimal ? format_decimal(decimal->units, decimal->scale) : "none";
}

TEST(Decimal, KeepsExactValues) {
    EXPECT_EQ(through("12"), "12");
    EXPECT_EQ(through("-0.50"), "-0.5");
    EXPECT_EQ(through("1.0"), "1");
    EXPECT_EQ(through("1e3"), "1000");
    EXPECT_EQ(through("12.5E-2"), "0.125");
    EXPECT_EQ(through(".5"), "0.5");
    EXPECT_EQ(through("-0"), "0");
    EXPECT_EQ(through("0"), "0");
    EXPECT_EQ(through("24.489795918367346"), "24.489795918367346");
}

TEST(Decimal, RefusesWhatIsNotANumber) {
    for (const char* text :
         {"", "-", ".", "02139", "-01", "1,5", "0x1", "1e", "e5", "+5", "1 ", "NaN", "12k", "1e400", "1.5.2"})
        EXPECT_EQ(through(text), "none") << text;
}

TEST(Decimal, KnowsNonFiniteNumbers) {
    for (const char* text : {"nan", "NaN", "-inf", "Infinity", "+Inf"}) EXPECT_TRUE(is_non_finite(text)) << text;
    for (const char* text : {"", "n", "infinite", "1"}) EXPECT_FALSE(is_non_finite(text)) << text;
}

TEST(Dates, AreReadAndWritten) {
    EXPECT_EQ(parse_date("1970-01-01"), 0);
    EXPECT_EQ(parse_date("2024-02-29"), 19782);
    EXPECT_EQ(format_date(19782), "2024-02-29");
    EXPECT_EQ(format_date(-1), "1969-12-31");
    for (const char* text : {"2023-02-29", "2024-13-01", "2024-1-1", "20240101", "2024-01-01x", ""})
        EXPECT_FALSE(parse_date(text)) << text;
}

TEST(Dates, RoundTripForEveryDayOfSixCenturies) {
    for (std::int64_t day = -130000; day < 90000; day += 7) EXPECT_EQ(parse_date(format_date(day)), day);
}

TEST(Timestamps, RoundTrip) {
    for (const char* text : {"2024-02-29 13:45:07", "1969-12-31 23:59:59.999999", "2000-01-01 00:00:00"})
        EXPECT_EQ(format_timestamp(*parse_timestamp(text)), text);
    EXPECT_EQ(parse_timestamp("2024-02-29T13:45:00"), parse_timestamp("2024-02-29 13:45"));
    for (const char* text : {"2024-02-29", "2024-02-29 24:00:00", "2024-02-29 1:00", "2024-02-29 10:00:00Z"})
        EXPECT_FALSE(parse_timestamp(text)) << text;
}

TEST(Int128, RoundTripsAtItsLimits) {
    const Int128 largest = static_cast<Int128>((Uint128{1} << 127) - 1);
    for (const Int128 value : {Int128{0}, Int128{-1}, largest, -largest - 1})
        EXPECT_EQ(parse_int128(to_string(value)), value);
    EXPECT_EQ(format_decimal(-largest - 1, 2), "-1701411834604692317316873037158841057.28");
    EXPECT_FALSE(parse_int128(to_string(largest) + "0"));
    EXPECT_FALSE(parse_int128("170141183460469231731687303715884105728"));
}

}  // namespace number_text_test
}  // namespace scrim
