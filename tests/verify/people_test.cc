// Releases that count people, and promises about guarding nodes: recounted from the original, where that is possible.
#include "tests/verify/hand_release.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

namespace scrim::testing {
namespace people_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class Visits : public ::testing::Test {
protected:
    Visits() { make_visits(release_); }
    HandRelease release_;
};

TEST_F(Visits, AreRecountedFromTheOriginal) {
    const VerifyReport report = release_.rewritten(true);
    EXPECT_THAT(failing(report), IsEmpty()) << to_text(report);
    EXPECT_THAT(unchecked(report), ElementsAre(words)) << to_text(report);
    EXPECT_EQ(detail_of(report, "k_anonymity(k=2)"), "reached k = 2");
}

TEST_F(Visits, AreNotCheckedWithoutIt) {
    const auto people = {"number of records of the original", "sizes of the classes", "k_anonymity(k=2)",
                         "l_diversity_distinct(l=2)",         "prosecutor risk",      "marketer risk"};
    std::vector<std::string> expected(people.begin(), people.end());
    expected.push_back(words);
    const VerifyReport report = release_.rewritten();
    EXPECT_THAT(failing(report), IsEmpty());
    EXPECT_EQ(unchecked(report), expected);
    EXPECT_THAT(detail_of(report, "k_anonymity(k=2)"), HasSubstr("give --original and --policy"));
    release_.policy.reset();
    EXPECT_THAT(detail_of(release_.rewritten(true), "k_anonymity(k=2)"), HasSubstr("give --policy"));
}

TEST_F(Visits, ALevelThatPeopleDoNotReach) {
    release_.certificate["promises"][0]["reached"]["k"] = number(3, "3");
    EXPECT_THAT(failing(release_.rewritten(true)), ElementsAre("k_anonymity(k=2)"));
    EXPECT_THAT(failing(release_.rewritten()), IsEmpty());  // 3 records are there
    release_.certificate["promises"][0]["reached"]["k"] = number(4, "4");
    EXPECT_THAT(failing(release_.rewritten()), ElementsAre("k_anonymity(k=2)"));  // not even records
}

// What a node stands for decides what is true; only the policy knows the right hierarchy.
TEST_F(Visits, AnExchangedHierarchy) {
    EXPECT_THAT(failing(release_.rewritten()), IsEmpty());
    const std::string right = release_.path("../right.csv");
    std::ofstream(right) << "12;1*;*\n24;1*;*\n13;2*;*\n25;2*;*\n";
    for (ColumnPolicy& column : release_.policy->columns)
        if (column.name == "zip") column.hierarchy = right;
    EXPECT_EQ(failing(release_.rewritten()), std::vector<std::string>{"hierarchies are those of the policy"});
}

TEST_F(Visits, APolicyThatCountsRecords) {
    release_.policy->person.clear();
    EXPECT_EQ(failing(release_.rewritten()), std::vector<std::string>{"columns mean what the policy says"});
}

TEST_F(Visits, AClassWhoseMembersAreNotCertain) {
    // One of bob's visits is suppressed: which one, nobody can tell.
    replace(release_.files["data.csv"], "1*,cold\n", "");
    release_.certificate["records"] = {{"original", 7}, {"released", 6}, {"suppressed", 1}};
    release_.certificate["metrics"] = Json::object();
    const VerifyReport report = release_.rewritten(true);
    EXPECT_THAT(failing(report), IsEmpty()) << to_text(report);
    EXPECT_THAT(detail_of(report, "k_anonymity(k=2)"), HasSubstr("not certain"));
}

TEST_F(Visits, ColumnsThatAreNotReleased) {
    Json& json = release_.certificate;
    json["counts_people"] = false;
    json["classes"]["sizes"] = {{3, 1}, {4, 1}};
    json["promises"] = Json::array({promise("xy_anonymity(k=2, y=person)", {{"k", number(2, "2")}}, "person")});
    json["risks"]["prosecutor"] = {{"highest", number(1.0 / 3, "1/3")}, {"average", number(2.0 / 7, "2/7")}};
    json["risks"]["marketer"] = number(2.0 / 7, "2/7");
    release_.policy->person.clear();
    release_.policy->require.clear();
    EXPECT_THAT(unchecked(release_.rewritten()), ElementsAre(original_count, "xy_anonymity(k=2, y=person)", words));
    VerifyReport report = release_.rewritten(true);
    EXPECT_THAT(failing(report), IsEmpty()) << to_text(report);
    EXPECT_THAT(unchecked(report), ElementsAre(words)) << to_text(report);
    replace(release_.original, "cid,24,flu", "dee,24,flu");
    EXPECT_THAT(failing(release_.rewritten(true)), ElementsAre("xy_anonymity(k=2, y=person)"));
}

TEST_F(Visits, GuardingNodes) {
    release_.original = "person,zip,disease,guard\na,12,flu,flu\nb,13,cold,\nc,24,flu,\nd,25,cold,cold\n";
    release_.files["data.csv"] = "zip,disease\n1*,flu\n1*,cold\n2*,flu\n2*,cold\n";
    Json& json = release_.certificate;
    json["counts_people"] = false;
    json["records"] = {{"original", 4}, {"released", 4}, {"suppressed", 0}};
    json["promises"] =
        Json::array({promise("personalized_privacy(p=0.5)", {{"p", number(0.5, "1/2")}}, "disease", {"original"})});
    const Json half = number(0.5, "1/2");
    json["risks"] = {{"prosecutor", {{"highest", half}, {"average", half}}}, {"marketer", half}};
    release_.policy = *parse_policy(
        "columns: {person: identifier, guard: identifier, zip: quasi_identifier, disease: {role: sensitive, guard: "
        "guard}}\n"
        "require: [personalized_privacy(p=0.5)]");
    EXPECT_THAT(unchecked(release_.rewritten()), ElementsAre(original_count, "personalized_privacy(p=0.5)", words));
    const VerifyReport report = release_.rewritten(true);
    EXPECT_THAT(failing(report), IsEmpty()) << to_text(report);
    EXPECT_THAT(unchecked(report), ElementsAre(words)) << to_text(report);
    json["promises"][0]["reached"]["p"] = number(0.25, "1/4");
    EXPECT_THAT(failing(release_.rewritten(true)), ElementsAre("personalized_privacy(p=0.5)"));
}

}  // namespace people_test
}  // namespace scrim::testing
