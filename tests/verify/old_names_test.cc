// Certificates written before names were respelled (kernel/core/old_names.h) are verified as before.
#include "methods/verify/claimed_release.h"
#include "tests/verify/hand_release.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace scrim::testing {
namespace old_names_test {

using ::testing::IsEmpty;

TEST(OldCertificate, OfGeneralizedDataIsVerified) {
    HandRelease release;
    make_patients(release);
    ASSERT_EQ(release.certificate["form"], "generalized");
    release.certificate["form"] = "generalised";
    EXPECT_THAT(failing(release.rewritten(true)), IsEmpty());
    release.certificate["form"] = "generalisd";
    EXPECT_THAT(failing(release.rewritten(true)), ::testing::Not(IsEmpty()));
}

TEST(OldCertificate, OfAnatomizedDataIsVerified) {
    HandRelease release;
    make_anatomized(release);
    ASSERT_EQ(release.certificate["form"], "anatomized");
    release.certificate["form"] = "anatomised";
    EXPECT_THAT(failing(release.rewritten()), IsEmpty());
}

TEST(OldCertificate, PromisesByAnOldName) {
    HandRelease release;
    make_patients(release);
    Json json = release.certificate;
    json["files"] = {{{"name", "data.csv"}, {"bytes", 1}, {"sha256", std::string(64, 'a')}}};
    Json& promise = json["promises"][0];
    promise["requirement"] = "personalised_privacy(p=0.5)";
    promise["model"] = "personalised_privacy";
    promise["title"] = "personalised privacy";
    const auto claimed = verifier::parse_certificate(json.dump());
    ASSERT_TRUE(claimed.ok()) << claimed.error().message;
    EXPECT_EQ(claimed->promises[0].requirement, "personalized_privacy(p=0.5)");
    EXPECT_EQ(claimed->promises[0].model, "personalized_privacy");
    EXPECT_EQ(claimed->promises[0].title, "personalized privacy");
}

}  // namespace old_names_test
}  // namespace scrim::testing
