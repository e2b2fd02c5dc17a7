// A generalized release: everything holds; whatever is tampered with, the right claim fails.
#include "tests/verify/hand_release.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace scrim::testing {
namespace generalized_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class GeneralizedRelease : public ::testing::Test {
protected:
    GeneralizedRelease() { make_patients(release_); }

    std::string& data() { return release_.files["data.csv"]; }
    Json& certificate() { return release_.certificate; }

    HandRelease release_;
};

TEST_F(GeneralizedRelease, HoldsByItself) {
    const VerifyReport report = release_.rewritten();
    EXPECT_TRUE(report.holds()) << to_text(report);
    EXPECT_THAT(unchecked(report), ElementsAre(original_count, "metric entropy", words)) << to_text(report);
    EXPECT_EQ(detail_of(report, "number of records"), "9 released");
    EXPECT_EQ(detail_of(report, original_count), "the certificate says 10, 1 of them suppressed: give --original");
    EXPECT_EQ(detail_of(report, "k_anonymity(k=3)"), "reached k = 4");
}

TEST_F(GeneralizedRelease, HoldsBesideItsOriginal) {
    const VerifyReport report = release_.rewritten(true);
    EXPECT_TRUE(report.holds()) << to_text(report);
    EXPECT_THAT(unchecked(report), ElementsAre(words)) << to_text(report);
    EXPECT_EQ(detail_of(report, "every record is one of the original"),
              "each of 9 records generalizes a record of the original of its own");
}

// No generalized release is made without looking at sensitive values: whoever claims it is not believed.
TEST_F(GeneralizedRelease, CannotPromiseMConfidentiality) {
    certificate()["promises"].push_back(promise("m_confidentiality(m=1)", {{"m", number(1, "1")}}));
    const VerifyReport report = release_.rewritten();
    EXPECT_FALSE(report.holds());
    EXPECT_THAT(detail_of(report, "m_confidentiality(m=1)"), HasSubstr("formed by looking at sensitive values"));
}

// A value that only one class has, changed in a file that is otherwise in order.
TEST_F(GeneralizedRelease, AChangedCellBreaksTheChecksum) {
    release_.write();
    const std::string before = data();
    replace(data(), "*,2*,ache,b", "*,2*,ache,a");
    HandRelease other;
    make_patients(other);
    other.files["data.csv"] = data();
    other.write();
    std::filesystem::copy_file(other.path("data.csv"), release_.path("data.csv"),
                               std::filesystem::copy_options::overwrite_existing);
    EXPECT_THAT(failing(release_.verify()), ElementsAre("data.csv is unchanged"));
}

TEST_F(GeneralizedRelease, AClassThatFallsBelowK) {
    certificate()["promises"][0] = promise("k_anonymity(k=4)", {{"k", number(4, "4")}});
    certificate()["metrics"] = Json::object();
    replace(data(), "*,1*,flu,b", "*,2*,flu,b");
    const VerifyReport report = release_.rewritten();
    EXPECT_THAT(failing(report), ElementsAre("sizes of the classes", "k_anonymity(k=4)", "prosecutor risk"));
    EXPECT_THAT(detail_of(report, "k_anonymity(k=4)"), HasSubstr("1 class with 3 records does not satisfy it"));
    EXPECT_THAT(detail_of(report, "k_anonymity(k=4)"), HasSubstr("reached k = 3"));
}

TEST_F(GeneralizedRelease, ASensitiveValueThatLowersDiversity) {
    replace(data(), "*,1*,cold,a", "*,1*,flu,a");
    EXPECT_THAT(failing(release_.rewritten()), ElementsAre("l_diversity_distinct(l=2)", "metric classification"));
}

TEST_F(GeneralizedRelease, SwappedSensitiveValuesThatChangeNoLevelAreFoundBesideTheOriginal) {
    // flu of the first class against cold of the second: levels and sizes stay.
    replace(data(), "*,1*,flu,a", "*,1*,cold,a");
    replace(data(), "*,2*,cold,a", "*,2*,flu,a");
    certificate()["metrics"] = Json::object();
    EXPECT_THAT(failing(release_.rewritten()), IsEmpty());
    EXPECT_THAT(failing(release_.rewritten(true)), ElementsAre("every record is one of the original"));
}

TEST_F(GeneralizedRelease, ARemovedRow) {
    replace(data(), "*,2*,cold,b\n", "");
    certificate()["metrics"] = Json::object();
    const VerifyReport report = release_.rewritten();
    EXPECT_THAT(failing(report),
                ElementsAre("number of records", "sizes of the classes", "prosecutor risk", "marketer risk"));
    EXPECT_EQ(detail_of(report, "number of records"), "there are 8, the certificate says 9");
}

TEST_F(GeneralizedRelease, RecordsThatDoNotAddUp) {
    certificate()["records"]["suppressed"] = 0;
    EXPECT_THAT(failing(release_.rewritten()), ElementsAre("number of records"));
}

TEST_F(GeneralizedRelease, ALevelHigherThanReached) {
    certificate()["promises"][0]["reached"]["k"] = number(5, "5");
    const VerifyReport report = release_.rewritten();
    EXPECT_THAT(failing(report), ElementsAre("k_anonymity(k=3)"));
    EXPECT_EQ(detail_of(report, "k_anonymity(k=3)"), "k = 5 is claimed; reached k = 4");
}

TEST_F(GeneralizedRelease, ADecimalThatIsNotItsExactForm) {
    certificate()["promises"][0]["reached"]["k"] = number(40, "4");
    EXPECT_THAT(failing(release_.rewritten()), ElementsAre("k_anonymity(k=3)"));
}

TEST_F(GeneralizedRelease, AnotherAttributeOrLevelThanThereIs) {
    certificate()["promises"][1]["attribute"] = "ward";
    EXPECT_THAT(failing(release_.rewritten()), ElementsAre("l_diversity_distinct(l=2)"));
    certificate()["promises"][1]["attribute"] = "disease";
    certificate()["promises"][1]["reached"]["k"] = number(9, "9");
    EXPECT_THAT(failing(release_.rewritten()), ElementsAre("l_diversity_distinct(l=2)"));
    certificate()["promises"][1]["reached"] = Json::object();
    EXPECT_THAT(failing(release_.rewritten()), ElementsAre("l_diversity_distinct(l=2)"));
}

TEST_F(GeneralizedRelease, APromiseThatTheDataDoNotKeep) {
    certificate()["promises"][0] = promise("k_anonymity(k=5)", {{"k", number(4, "4")}});
    certificate()["metrics"] = Json::object();
    EXPECT_THAT(failing(release_.rewritten()), ElementsAre("k_anonymity(k=5)"));
}

// A weaker requirement is still a true one, but the metrics measure against the class size that was asked for. Who
// changes those as well has made a certificate that is true, and says less.
TEST_F(GeneralizedRelease, AWeakenedRequirement) {
    certificate()["promises"][0] = promise("k_anonymity(k=1)", {{"k", number(4, "4")}});
    EXPECT_THAT(failing(release_.rewritten()), ElementsAre("metric average_class_size", "metric k_deviation"));
}

// Nothing in a release tells that something else was promised once; only the policy does.
TEST_F(GeneralizedRelease, ARemovedPromise) {
    certificate()["promises"].erase(1);
    EXPECT_THAT(failing(release_.rewritten()), IsEmpty());
    release_.policy = *parse_policy(
        "columns: {name: identifier, sex: quasi_identifier, zip: quasi_identifier, disease: sensitive, ward: "
        "insensitive}\nrequire: [k_anonymity(k=3), l_diversity_distinct(l=2)]");
    const VerifyReport report = release_.rewritten();
    EXPECT_THAT(failing(report), ElementsAre("all that the policy requires is promised"));
    EXPECT_EQ(detail_of(report, "all that the policy requires is promised"),
              "l_diversity_distinct(l=2) is not promised");
}

TEST_F(GeneralizedRelease, ARoleThatThePolicyDoesNotGive) {
    release_.policy = *parse_policy(
        "columns: {sex: quasi_identifier, zip: quasi_identifier, disease: sensitive, ward: quasi_identifier}\n"
        "require: [k_anonymity(k=3)]");
    EXPECT_THAT(failing(release_.rewritten()), ElementsAre("columns mean what the policy says"));
}

TEST_F(GeneralizedRelease, WordsThatTheModelDoesNotUse) {
    const std::string what = "promises are worded as the models make them";
    for (const char* key : {"title", "promise", "limits", "model"}) {
        HandRelease release;
        make_patients(release);
        release.certificate["promises"][0][key] = "Nobody learns anything.";
        EXPECT_THAT(failing(release.rewritten()), ElementsAre(what)) << key;
    }
    certificate()["promises"][0]["needs"] = {"original"};
    const VerifyReport report = release_.rewritten();
    EXPECT_THAT(failing(report), ElementsAre(what));
    EXPECT_EQ(detail_of(report, "k_anonymity(k=3)"), "reached k = 4");  // it is judged all the same
}

TEST_F(GeneralizedRelease, PromisesThatNoModelMakes) {
    for (const char* requirement :
         {"k_anonymity(k=0)", "k_anonymity", "perfect_privacy(x=1)", "k_anonymity( k = 3 )", ""}) {
        certificate()["promises"][0]["requirement"] = requirement;
        const VerifyReport report = release_.rewritten();
        EXPECT_THAT(failing(report), ElementsAre(requirement));
        EXPECT_THAT(unchecked(report), ElementsAre("all other claims"));
    }
}

TEST_F(GeneralizedRelease, AnAlteredRisk) {
    certificate()["risks"]["prosecutor"]["highest"] = number(0.2, "1/5");
    EXPECT_THAT(failing(release_.rewritten()), ElementsAre("prosecutor risk"));
    certificate()["risks"]["prosecutor"]["highest"] = number(0.25, "1/4");
    certificate()["risks"]["marketer"] = number(0.1, "1/10");
    EXPECT_THAT(failing(release_.rewritten()), ElementsAre("marketer risk"));
}

TEST_F(GeneralizedRelease, AnAlteredMetric) {
    const Json metrics = certificate()["metrics"];
    for (const auto& [name, value] : metrics.items()) {
        certificate()["metrics"] = metrics;
        certificate()["metrics"][name] = value.get<double>() * 1.001;
        EXPECT_THAT(failing(release_.rewritten(true)), ElementsAre("metric " + name));
    }
    certificate()["metrics"] = {{"beauty", 1}};
    EXPECT_THAT(failing(release_.rewritten()), ElementsAre("metric beauty"));
}

TEST_F(GeneralizedRelease, WeightsOfColumns) {
    certificate()["columns"][1]["weight"] = "3";
    certificate()["metrics"] = {{"ncp", (1 + 3 * 0.4) / 4}};
    EXPECT_THAT(failing(release_.rewritten()), IsEmpty());
    certificate()["columns"][1]["weight"] = "2";
    EXPECT_THAT(failing(release_.rewritten()), ElementsAre("metric ncp"));
}

TEST_F(GeneralizedRelease, WrongCountOfClasses) {
    certificate()["classes"]["count"] = 3;
    EXPECT_THAT(failing(release_.rewritten()), ElementsAre("number of classes"));
    certificate()["classes"] = {{"count", 2}, {"sizes", {{4, 1}, {5, 1}, {6, 0}}}};
    EXPECT_THAT(failing(release_.rewritten()), ElementsAre("sizes of the classes"));
}

TEST_F(GeneralizedRelease, ALabelThatTheHierarchyDoesNotKnow) {
    for (std::size_t at = 0; (at = data().find("1*", at)) != std::string::npos; at += 2) data().replace(at, 2, "1x");
    const VerifyReport report = release_.rewritten();
    EXPECT_EQ(failing(report).front(), "quasi-identifiers print known values") << to_text(report);
}

TEST_F(GeneralizedRelease, ASensitiveValueThatItsHierarchyDoesNotKnow) {
    release_.files["hierarchies/disease.csv"] = "flu;*\ncold;*\n";
    certificate()["columns"][2]["hierarchy"] = "hierarchies/disease.csv";
    EXPECT_THAT(failing(release_.rewritten()), ElementsAre("sensitive values are leaves of their hierarchies"));
}

TEST_F(GeneralizedRelease, MissingValues) {
    // Where the original has NULLs that the release generalizes away, its domain has one value more.
    replace(release_.original, "ann,F,12", "ann,,12");
    certificate()["metrics"] = {{"iloss", (2.0 / 3 + 0.3) / 2}};
    EXPECT_THAT(failing(release_.rewritten(true)), IsEmpty());
    EXPECT_THAT(failing(release_.rewritten()), ElementsAre("metric iloss"));
    certificate()["columns"][0]["nulls"] = true;
    EXPECT_THAT(failing(release_.rewritten()), IsEmpty());
}

}  // namespace generalized_test
}  // namespace scrim::testing
