// The report as people and programs read it.
#include "kernel/core/json.h"
#include "scrim/verify.h"

#include <gtest/gtest.h>

namespace scrim::testing {
namespace report_test {

using Outcome = VerifyClaim::Outcome;

TEST(VerifyReport, AsText) {
    VerifyReport report{"release", {{"data.csv is unchanged", Outcome::holds, "12 bytes"}}};
    EXPECT_EQ(to_text(report), "ok    data.csv is unchanged: 12 bytes\nrelease/ is as safe as its certificate says.\n");
    report.claims.push_back({"metric entropy", Outcome::unchecked, "give --original"});
    EXPECT_EQ(to_text(report),
              "ok    data.csv is unchanged: 12 bytes\n?     metric entropy: give --original\n"
              "release/ is as safe as its certificate says; 1 of 2 claims could not be checked.\n");
    report.claims.push_back({"k_anonymity(k=5)", Outcome::fails, "reached\nk = 4"});
    EXPECT_EQ(to_text(report),
              "ok    data.csv is unchanged: 12 bytes\n?     metric entropy: give --original\n"
              "FAIL  k_anonymity(k=5): reached\\x0ak = 4\nrelease/ FAILS 1 of 3 claims.\n");
    EXPECT_FALSE(report.holds());
}

TEST(VerifyReport, AsJson) {
    const VerifyReport report{"release\xff", {{"a", Outcome::holds, ""}, {"b", Outcome::fails, "\xfe"}}};
    const Json json = Json::parse(to_json(report));
    EXPECT_EQ(json["holds"], false);
    EXPECT_EQ(json["claims"][0]["outcome"], "holds");
    EXPECT_EQ(json["claims"][1]["outcome"], "fails");
}

}  // namespace report_test
}  // namespace scrim::testing
