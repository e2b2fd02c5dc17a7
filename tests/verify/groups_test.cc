// Anatomized and permuted releases: groups hide who has which value.
#include "tests/verify/hand_release.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace scrim::testing {
namespace groups_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::string truth = "every record is one of the original";

class Anatomized : public ::testing::Test {
protected:
    Anatomized() { make_anatomized(release_); }
    std::string& rows() { return release_.files["qit.csv"]; }
    std::string& values() { return release_.files["st.csv"]; }
    HandRelease release_;
};

TEST_F(Anatomized, Holds) {
    VerifyReport report = release_.rewritten();
    EXPECT_THAT(failing(report), IsEmpty()) << to_text(report);
    EXPECT_THAT(unchecked(report), ElementsAre(original_count, words));
    report = release_.rewritten(true);
    EXPECT_THAT(failing(report), IsEmpty()) << to_text(report);
    EXPECT_EQ(detail_of(report, truth), "rows and values are the original's, and fit each other in 2 groups");
}

TEST_F(Anatomized, ALoweredCount) {
    replace(values(), "2,cold,2", "2,cold,1");
    const VerifyReport report = release_.rewritten();
    EXPECT_THAT(failing(report), ElementsAre("both tables have the same groups"));
    EXPECT_EQ(detail_of(report, "both tables have the same groups"),
              "group '2' has 3 records in the first table, 2 in the second");
}

TEST_F(Anatomized, CountsThatAreNone) {
    for (const char* count : {"0", "-1", "1.5", "x", "", "99999999999999999999"}) {
        HandRelease release;
        make_anatomized(release);
        replace(release.files["st.csv"], "2,cold,2", std::string("2,cold,") + count);
        EXPECT_THAT(failing(release.rewritten()), ElementsAre("both tables have the same groups")) << count;
    }
}

TEST_F(Anatomized, AGroupThatOneTableLacks) {
    replace(rows(), "F,25,b,2", "F,25,b,3");
    EXPECT_THAT(failing(release_.rewritten()), ElementsAre("both tables have the same groups"));
    replace(rows(), "F,25,b,3", "F,25,b,");
    EXPECT_THAT(failing(release_.rewritten()), ElementsAre("both tables have the same groups"));
}

TEST_F(Anatomized, ALoweredDiversity) {
    replace(values(), "2,cold,2\n2,flu,1", "2,cold,3");
    release_.certificate["metrics"] = Json::object();
    EXPECT_THAT(failing(release_.rewritten()), ElementsAre("l_diversity_distinct(l=2)"));
}

TEST_F(Anatomized, ValuesMovedBetweenGroups) {
    // Totals stay; ache is in the wrong group.
    values() = "group,disease,count\n1,cold,2\n1,flu,1\n2,ache,1\n2,cold,1\n2,flu,1\n";
    release_.certificate["metrics"] = Json::object();
    EXPECT_THAT(failing(release_.rewritten()), IsEmpty());
    const VerifyReport report = release_.rewritten(true);
    EXPECT_THAT(failing(report), ElementsAre(truth));
    EXPECT_EQ(detail_of(report, truth), "the values of group '1' do not fit its rows");
}

TEST_F(Anatomized, ValuesAndRowsThatTheOriginalLacks) {
    HandRelease other;
    make_anatomized(other);
    other.certificate["metrics"] = Json::object();
    replace(other.files["st.csv"], "2,cold,2\n2,flu,1", "2,cold,1\n2,flu,2");
    EXPECT_EQ(detail_of(other.rewritten(true), truth), "'flu' is released 3 times, and the original has it 2 times");
    replace(rows(), "F,24,b,2", "F,25,b,2");
    EXPECT_THAT(detail_of(release_.rewritten(true), truth), HasSubstr("is released 2 times"));
}

TEST_F(Anatomized, RowsThatSeveralGroupsShare) {
    release_.original =
        "name,sex,zip,ward,disease\na,F,12,a,flu\nb,F,12,a,cold\nc,F,12,a,ache\nd,F,12,a,flu\ne,F,12,a,cold\nf,M,12,a,"
        "cold\n";
    rows() = "sex,zip,ward,group\nF,12,a,1\nF,12,a,1\nF,12,a,1\nF,12,a,2\nF,12,a,2\nM,12,a,2\n";
    values() = "group,disease,count\n1,ache,1\n1,cold,1\n1,flu,1\n2,cold,2\n2,flu,1\n";
    const VerifyReport report = release_.rewritten(true);
    EXPECT_THAT(failing(report), IsEmpty()) << to_text(report);
    EXPECT_THAT(detail_of(report, truth), HasSubstr("2 of them have rows in common"));
}

TEST_F(Anatomized, ASensitiveColumnBesideExactQuasiIdentifiers) {
    release_.certificate["columns"][2]["role"] = "sensitive";
    EXPECT_THAT(failing(release_.rewritten()), ElementsAre("groups hide the sensitive values"));
}

TEST_F(Anatomized, APromiseAboutColumnsThatGroupsHide) {
    release_.certificate["promises"].push_back(
        promise("xy_privacy(k=1, h=1, x=sex)", {{"k", number(1, "1")}, {"h", number(1, "1")}}, "disease"));
    release_.certificate["promises"].push_back(promise("k_map(k=1)", {{"k", number(1, "1")}}, "", {"population"}));
    EXPECT_THAT(failing(release_.rewritten()), ElementsAre("xy_privacy(k=1, h=1, x=sex)", "k_map(k=1)"));
}

TEST_F(Anatomized, AMetricOfCellsSaysNothing) {
    release_.certificate["metrics"]["ncp"] = 0;
    EXPECT_THAT(failing(release_.rewritten()), ElementsAre("metric ncp"));
}

class Permuted : public ::testing::Test {
protected:
    Permuted() { make_permuted(release_); }
    std::string& data() { return release_.files["data.csv"]; }
    HandRelease release_;
};

TEST_F(Permuted, Holds) {
    EXPECT_THAT(failing(release_.rewritten()), IsEmpty());
    const VerifyReport report = release_.rewritten(true);
    EXPECT_THAT(failing(report), IsEmpty()) << to_text(report);
}

TEST_F(Permuted, ARecordWithoutAGroup) {
    replace(data(), "F,25,b,flu,2", "F,25,b,flu,");
    EXPECT_THAT(failing(release_.rewritten()), ElementsAre("every record has its group"));
}

TEST_F(Permuted, AValueInTheWrongGroup) {
    replace(data(), "F,12,a,ache,1", "F,12,a,cold,1");
    replace(data(), "F,24,b,cold,2", "F,24,b,ache,2");
    release_.certificate["metrics"] = Json::object();
    EXPECT_THAT(failing(release_.rewritten()), IsEmpty());
    EXPECT_THAT(failing(release_.rewritten(true)), ElementsAre(truth));
}

TEST_F(Permuted, AMovedRecord) {
    replace(data(), "F,25,b,flu,2", "F,25,b,flu,1");
    release_.certificate["metrics"] = Json::object();
    EXPECT_THAT(failing(release_.rewritten()),
                ElementsAre("sizes of the classes", "l_diversity_distinct(l=2)", "prosecutor risk"));
}

}  // namespace groups_test
}  // namespace scrim::testing
