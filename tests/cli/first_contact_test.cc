// What a newcomer types, and what a person sees while waiting.
#include "adapters/cli/several_values.h"
#include "adapters/cli/terminal_progress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace scrim::cli {
namespace first_contact_test {

using ::testing::ElementsAre;

TEST(ProgressLine, HasUnitAndTotal) {
    EXPECT_EQ(progress_line("reading t.csv", 1'234'567, 5'000'000, "rows", 7),
              "reading t.csv: 1,234,567 of 5,000,000 rows (24 %), 7 s");
    EXPECT_EQ(progress_line("reading t.csv", 1'234'567, 0, "rows", 7), "reading t.csv: 1,234,567 rows, 7 s");
    EXPECT_EQ(progress_line("cutting", 50, 200, "", 3), "cutting: 25 %, 3 s");
    // A step that does not tell how far it is: at least that it goes on.
    EXPECT_EQ(progress_line("verifying", 0, 0, "", 3), "verifying, 3 s");
    EXPECT_EQ(progress_line("writing data", 0, 1'000, "rows", 3), "writing data: 1,000 rows, 3 s");
}

TEST(SplitList, PartsAtCommasOutsideQuotes) {
    EXPECT_THAT(split_list("a,b"), ElementsAre("a", "b"));
    EXPECT_THAT(split_list("a"), ElementsAre("a"));
    EXPECT_THAT(split_list("\"a,b\",c"), ElementsAre("a,b", "c"));
    EXPECT_THAT(split_list("\"a\"\"b\""), ElementsAre("a\"b"));
    EXPECT_THAT(split_list("zip=zip.csv,age"), ElementsAre("zip=zip.csv", "age"));
}

TEST(SpreadValues, PutsTheFlagBeforeEachOfItsValues) {
    CLI::App app;
    CLI::App* verb = app.add_subcommand("check");
    std::string file, policy;
    std::vector<std::string> ids, missing;
    bool json = false;
    verb->add_option("file", file)->required();
    verb->add_option("--policy", policy);
    verb->add_option("--id", ids)->allow_extra_args(false);
    verb->add_option("--missing", missing)->allow_extra_args(false);
    verb->add_flag("--json", json);
    EXPECT_THAT(spread_values(app, {"check", "t.csv", "--id", "a", "b", "--json"}),
                ElementsAre("check", "t.csv", "--id", "a", "--id", "b", "--json"));
    EXPECT_THAT(spread_values(app, {"check", "t.csv", "--missing", "-9", "?", "-.5"}),
                ElementsAre("check", "t.csv", "--missing", "-9", "--missing", "?", "--missing", "-.5"));
    EXPECT_THAT(spread_values(app, {"check", "--policy", "p", "t.csv"}),
                ElementsAre("check", "--policy", "p", "t.csv"));
    // The table is the word that names something that is there.
    EXPECT_THAT(spread_values(app, {"check", "--id", "a", "b", "/"}),
                ElementsAre("check", "--id", "a", "--id", "b", "/"));
    EXPECT_THAT(spread_values(app, {"check", "t.csv", "--id", "a", "/"}),
                ElementsAre("check", "t.csv", "--id", "a", "--id", "/"));
    EXPECT_THAT(spread_values(app, {"check", "--id", "a", "--", "t.csv"}),
                ElementsAre("check", "--id", "a", "--", "t.csv"));
}

}  // namespace first_contact_test
}  // namespace scrim::cli
