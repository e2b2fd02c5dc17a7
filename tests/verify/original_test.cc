// A release beside its original.
#include "tests/verify/hand_release.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace scrim::testing {
namespace original_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::string truth = "every record is one of the original";

class BesideOriginal : public ::testing::Test {
protected:
    BesideOriginal() {
        make_patients(release_);
        release_.certificate["metrics"] = Json::object();
    }
    std::string& data() { return release_.files["data.csv"]; }

    HandRelease release_;
};

TEST_F(BesideOriginal, ARecordThatGeneralizesNobody) {
    replace(data(), "*,2*,ache,b", "*,2*,ache,a");  // only b and c have ache there
    const VerifyReport report = release_.rewritten(true);
    EXPECT_THAT(failing(report), ElementsAre(truth));
    EXPECT_EQ(detail_of(report, truth),
              "1 of 9 records generalizes no record of the original of its own, for example: disease ache, ward a, sex "
              "*, zip 2*");
    EXPECT_THAT(failing(release_.rewritten()), IsEmpty());  // nobody else can tell
}

TEST_F(BesideOriginal, ADuplicatedRecord) {
    replace(data(), "*,2*,cold,b", "*,2*,cold,a");
    EXPECT_THAT(failing(release_.rewritten(true)), ElementsAre(truth));
}

TEST_F(BesideOriginal, AValueThatTheOriginalLacks) {
    replace(data(), "*,2*,ache,b", "*,2*,gout,b");
    EXPECT_THAT(failing(release_.rewritten(true)), ElementsAre(truth));
}

TEST_F(BesideOriginal, AMissingValueIsAValue) {
    replace(data(), "*,2*,ache,b", "*,2*,ache,");
    EXPECT_THAT(failing(release_.rewritten(true)), ElementsAre(truth));
    replace(release_.original, "gus,M,25,ache,b", "gus,M,25,ache,");
    EXPECT_THAT(failing(release_.rewritten(true)), IsEmpty());
}

TEST_F(BesideOriginal, AnotherNumberOfRecords) {
    release_.original += "kim,F,24,ache,c\n";
    EXPECT_THAT(failing(release_.rewritten(true)), ElementsAre("number of records of the original"));
}

TEST_F(BesideOriginal, TheWrongOriginal) {
    release_.original = "a,b\n1,2\n";
    EXPECT_THAT(failing(release_.rewritten(true)), ElementsAre("the original has the columns of the release"));
    release_.original = "name,sex,zip,disease,ward\nann,F,99,flu,b\n";
    EXPECT_THAT(failing(release_.rewritten(true)), ElementsAre("number of records of the original", truth));
}

// Without hierarchies the original's values are what labels mean; intervals of ages overlap, so counting is not enough.
class LocalRecoding : public ::testing::Test {
protected:
    LocalRecoding() {
        make_patients(release_);
        release_.original = "age,disease\n20,flu\n30,flu\n40,flu\n20,cold\n30,cold\n40,cold\n";
        set_data({"[20, 30]", "[20, 30]", "[20, 40]"}, {"[20, 30]", "[20, 40]", "[20, 40]"});
        release_.files.erase("hierarchies/sex.csv");
        release_.files.erase("hierarchies/zip.csv");
        Json& json = release_.certificate;
        json["records"] = {{"original", 6}, {"released", 6}, {"suppressed", 0}};
        json["classes"] = {{"count", 2}, {"sizes", {{3, 2}}}};
        json["columns"] = {{{"name", "age"}, {"role", "quasi_identifier"}},
                           {{"name", "disease"}, {"role", "sensitive"}}};
        json["promises"] = Json::array({promise("k_anonymity(k=3)", {{"k", number(3, "3")}})});
        const Json third = number(1.0 / 3, "1/3");
        json["risks"] = {{"prosecutor", {{"highest", third}, {"average", third}}}, {"marketer", third}};
        json["metrics"] = {{"discernibility", 18}, {"ncp", 0.75}};
    }
    void set_data(const std::vector<std::string>& flu, const std::vector<std::string>& cold) {
        std::string& data = release_.files["data.csv"];
        data = "age,disease\n";
        for (const std::string& age : flu) data += "\"" + age + "\",flu\n";
        for (const std::string& age : cold) data += "\"" + age + "\",cold\n";
    }

    HandRelease release_;
};

TEST_F(LocalRecoding, IsPairedByFlow) {
    VerifyReport report = release_.rewritten(true);
    EXPECT_THAT(failing(report), IsEmpty()) << to_text(report);
    EXPECT_THAT(detail_of(report, truth), HasSubstr("paired by flow"));
    report = release_.rewritten();
    EXPECT_THAT(failing(report), IsEmpty()) << to_text(report);
    EXPECT_THAT(unchecked(report), ElementsAre(original_count, "metric ncp", words));
}

TEST_F(LocalRecoding, FailsWhereEachRecordFitsButNotAllOfThem) {
    // Three records of flu lie in [20, 30], where the original has two.
    set_data({"[20, 30]", "[20, 30]", "[20, 30]"}, {"[20, 40]", "[20, 40]", "[20, 40]"});
    const VerifyReport report = release_.rewritten(true);
    EXPECT_THAT(failing(report), ElementsAre(truth)) << to_text(report);
    EXPECT_THAT(detail_of(report, truth), HasSubstr("1 of 6 records generalizes no record"));
}

TEST_F(LocalRecoding, HasLabelsThatMeanNothingInTheOriginal) {
    for (int i = 0; i < 3; ++i) replace(release_.files["data.csv"], "[20, 40]", "[old]");
    EXPECT_THAT(failing(release_.rewritten()), IsEmpty());
    EXPECT_THAT(failing(release_.rewritten(true)),
                ElementsAre("quasi-identifiers print known values", truth, "metric ncp"));
}

class WithPopulation : public ::testing::Test {
protected:
    WithPopulation() {
        make_patients(release_);
        release_.certificate["metrics"] = Json::object();
        release_.certificate["promises"][1] = promise("k_map(k=5)", {{"k", number(5, "5")}}, "", {"population"});
        people_ = "sex,zip\n";
        for (int i = 0; i < 5; ++i) people_ += "F,12\nM,24\n";
        people_ += "F,25\n";
    }
    HandRelease release_;
    std::string people_;
};

TEST_F(WithPopulation, ItIsAskedFor) {
    VerifyReport report = release_.rewritten();
    EXPECT_THAT(failing(report), IsEmpty());
    EXPECT_THAT(unchecked(report), ElementsAre(original_count, "k_map(k=5)", "marketer risk", words));
    release_.population = people_;
    release_.certificate["risks"]["marketer"] = {{"value", (4.0 / 5 + 5.0 / 6) / 9}};
    report = release_.rewritten();
    EXPECT_THAT(failing(report), IsEmpty()) << to_text(report);
    EXPECT_THAT(unchecked(report), ElementsAre(original_count, words));
}

TEST_F(WithPopulation, ALevelHigherThanReached) {
    release_.population = people_;
    release_.certificate["risks"]["marketer"] = {{"value", (4.0 / 5 + 5.0 / 6) / 9}};
    release_.certificate["promises"][1]["reached"]["k"] = number(6, "6");
    EXPECT_THAT(failing(release_.rewritten()), ElementsAre("k_map(k=5)"));
}

}  // namespace original_test
}  // namespace scrim::testing
