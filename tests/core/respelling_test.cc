#include "kernel/core/respelling.h"

#include <gtest/gtest.h>

namespace scrim {
namespace respelling_test {

TEST(Respelling, Dates) {
    EXPECT_EQ(respell_day_first("31.12.2020"), "2020-12-31");
    EXPECT_EQ(respell_day_first("1/2/2020"), "2020-02-01");
    EXPECT_EQ(respell_day_first("31-12-2020 13:45"), "2020-12-31 13:45");
    EXPECT_EQ(respell_month_first("12/31/2020"), "2020-12-31");
    EXPECT_FALSE(respell_month_first("12.31.2020"));
    for (const char* text :
         {"", "31.12", "31.12.20", "31.12/2020", "2020-12-31", "31.12.2020x", "131.12.2020", "a.b.2020"})
        EXPECT_FALSE(respell_day_first(text)) << text;
}

TEST(Respelling, Numbers) {
    EXPECT_EQ(respell_decimal_comma("3,5"), "3.5");
    EXPECT_EQ(respell_decimal_comma("-1.234.567,8"), "-1234567.8");
    EXPECT_EQ(respell_decimal_comma("1 234,5"), "1234.5");
    EXPECT_EQ(respell_decimal_comma("1'234"), "1234");
    EXPECT_EQ(respell_decimal_point("1,234,567.8"), "1234567.8");
    for (const char* text : {"", "-", ",5", "1,", "1,2,3", "1.23,4", "1.2345", "1234.567,8", "1.234'567", "1,5 €"})
        EXPECT_FALSE(respell_decimal_comma(text)) << text;
}

}  // namespace respelling_test
}  // namespace scrim
