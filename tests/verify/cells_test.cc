// Releases that generalize sensitive values record by record: what is promised is recounted from what they print.
#include "tests/verify/hand_release.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace scrim::testing {
namespace cells_test {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::string promised = "personalized_privacy(p=0.5)";
const std::string are_nodes = "sensitive values are nodes of their hierarchy";
const std::string are_true = "every record is one of the original";

// Two classes of three. In the first, ann guards what she has, flu: one prints it, bob's flu prints `lungs`, which
// holds two values, and cem has an ulcer: (1 + 1/2) / 3. Dee guards nothing, eve `stomach`: one of three, and fay's
// `any` of four leaves two: (1 + 2/4) / 3.
class Cells : public ::testing::Test {
protected:
    Cells() {
        make_visits(release_);
        release_.original =
            "person,zip,disease,guard\nann,12,flu,flu\nbob,13,flu,\ncem,13,ulcer,\ndee,24,cough,\neve,25,ulcer,"
            "stomach\n"
            "fay,25,gastritis,\n";
        release_.files["data.csv"] = "zip,disease\n1*,flu\n1*,lungs\n1*,ulcer\n2*,*\n2*,cough\n2*,ulcer\n";
        release_.files["hierarchies/disease.csv"] = diseases;
        Json& json = release_.certificate;
        json["counts_people"] = false;
        json["records"] = {{"original", 6}, {"released", 6}, {"suppressed", 0}};
        json["classes"] = {{"count", 2}, {"sizes", {{3, 2}}}};
        json["columns"] = {{{"name", "zip"}, {"role", "quasi_identifier"}, {"hierarchy", "hierarchies/zip.csv"}},
                           {{"name", "disease"},
                            {"role", "sensitive"},
                            {"hierarchy", "hierarchies/disease.csv"},
                            {"generalized", true}}};
        json["promises"] = Json::array({promise(promised, {{"p", number(0.5, "1/2")}}, "disease", {"original"})});
        const Json third = number(1.0 / 3, "1/3");
        json["risks"] = {{"prosecutor", {{"highest", third}, {"average", third}}}, {"marketer", third}};
        // zip: every record 1 of 3 steps. disease: lungs 1 of 3, * 3 of 3, of six records.
        json["metrics"] = {{"ncp", (6 * (1.0 / 3) + 1.0 / 3 + 1) / 12}};
        release_.policy = *parse_policy(
            "columns: {person: identifier, guard: identifier, zip: quasi_identifier, disease: {role: sensitive, guard: "
            "guard}}\n"
            "require: [personalized_privacy(p=0.5)]");
    }

    const std::string diseases = "flu;lungs;*\ncough;lungs;*\nulcer;stomach;*\ngastritis;stomach;*\n";
    HandRelease release_;
};

TEST_F(Cells, AreRecountedFromTheOriginal) {
    EXPECT_THAT(unchecked(release_.rewritten()), ElementsAre(original_count, promised, words));
    const VerifyReport report = release_.rewritten(true);
    EXPECT_THAT(failing(report), IsEmpty()) << to_text(report);
    EXPECT_THAT(unchecked(report), ElementsAre(words)) << to_text(report);
    EXPECT_EQ(detail_of(report, promised), "reached p = 1/2 = 0.5");
}

// Bob's flu as it is: two of three, and the promise breaks. Nothing else would tell.
TEST_F(Cells, ACellLessGeneralThanPromised) {
    replace(release_.files["data.csv"], "1*,lungs", "1*,flu");
    release_.certificate["metrics"] = Json::object();
    EXPECT_THAT(failing(release_.rewritten(true)), ElementsAre(promised));
    release_.certificate["promises"][0]["reached"]["p"] = number(2.0 / 3, "2/3");
    EXPECT_THAT(failing(release_.rewritten(true)), ElementsAre(promised));
}

// A level that is less than what is printed allows, or more.
TEST_F(Cells, AnotherLevel) {
    release_.certificate["promises"][0]["reached"]["p"] = number(1.0 / 3, "1/3");
    EXPECT_THAT(failing(release_.rewritten(true)), ElementsAre(promised));
}

// Cells that no originals stand behind, though every single cell is among the original's.
TEST_F(Cells, CellsThatCoverNoOriginals) {
    release_.certificate["metrics"] = Json::object();
    replace(release_.files["data.csv"], "1*,ulcer", "1*,stomach");
    EXPECT_THAT(failing(release_.rewritten(true)), IsEmpty());
    replace(release_.files["data.csv"], "1*,lungs", "1*,stomach");
    EXPECT_THAT(failing(release_.rewritten(true)), Contains(are_true));
}

TEST_F(Cells, LabelsThatAreNoNodes) {
    replace(release_.files["data.csv"], "1*,lungs", "1*,heart");
    EXPECT_THAT(failing(release_.rewritten()), Contains(are_nodes));
}

// Without the word for it, nodes are no values.
TEST_F(Cells, WhatTheCertificateMustSay) {
    release_.certificate["columns"][1].erase("generalized");
    EXPECT_THAT(failing(release_.rewritten()), Contains("sensitive values are leaves of their hierarchies"));
    release_.certificate["columns"][1]["generalized"] = true;
    release_.certificate["columns"][0]["generalized"] = true;
    EXPECT_THAT(failing(release_.rewritten()), ElementsAre(HasSubstr("certificate.json")));
}

TEST_F(Cells, LossesOfSensitiveCellsAreCounted) {
    release_.certificate["metrics"] = {{"ncp", 1.0 / 3}};
    EXPECT_THAT(failing(release_.rewritten()), ElementsAre("metric ncp"));
}

// Models that would take labels for values are not confirmed.
TEST_F(Cells, OtherModelsAreNotJudgedByLabels) {
    release_.certificate["promises"].push_back(
        promise("l_diversity_distinct(l=3)", {{"l", number(3, "3")}}, "disease"));
    release_.policy->require.clear();
    const VerifyReport report = release_.rewritten(true);
    EXPECT_THAT(failing(report), ElementsAre("l_diversity_distinct(l=3)")) << to_text(report);
}

}  // namespace cells_test
}  // namespace scrim::testing
