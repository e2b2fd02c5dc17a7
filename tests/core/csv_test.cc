#include "kernel/core/csv.h"

#include <gtest/gtest.h>

#include <vector>

namespace scrim {
namespace csv_test {

std::string row(const std::vector<std::optional<std::string>>& cells) {
    std::string out;
    add_csv_row(out, cells, "\n");
    return out;
}

TEST(Csv, EmptyTextIsNotAMissingValue) {
    EXPECT_EQ(row({"", std::nullopt, "a"}), "\"\",,a\n");
    EXPECT_EQ(row({std::nullopt}), "\n");
    EXPECT_EQ(row({""}), "\"\"\n");
}

TEST(Csv, QuotesWhatNeedsIt) {
    EXPECT_EQ(row({"a,b", "say \"x\"", "two\nlines", "cr\r", " as it is "}),
              "\"a,b\",\"say \"\"x\"\"\",\"two\nlines\",\"cr\r\", as it is \n");
}

TEST(Csv, LinesEndAsTheStandardSays) {
    std::string out;
    add_csv_row(out, std::vector<std::optional<std::string>>{"a"});
    add_csv_row(out, std::vector<std::optional<std::string>>{"b"});
    EXPECT_EQ(out, "a\r\nb\r\n");
}

}  // namespace csv_test
}  // namespace scrim
