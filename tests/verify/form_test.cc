// Releases whose numbers are right, but whose form could mark records: other spellings, another order.
#include "tests/verify/hand_release.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace scrim::testing {
namespace form_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(Form, AnotherSpellingOfANumberFails) {
    for (const char* spelling : {"24.0", "24.", "2.4e1", "240e-1"}) {
        HandRelease release;
        make_permuted(release);
        replace(release.files["data.csv"], "F,24,b", std::string("F,") + spelling + ",b");
        for (const bool with_original : {false, true}) {
            const VerifyReport report = release.rewritten(with_original);
            EXPECT_THAT(failing(report), ElementsAre("data.csv spells each value in one way")) << spelling;
        }
    }
}

TEST(Form, AnotherOrderOfTheRowsFails) {
    HandRelease release;
    make_patients(release);
    EXPECT_THAT(failing(release.rewritten()), IsEmpty());
    release.sort_rows = false;
    const VerifyReport report = release.rewritten();
    EXPECT_THAT(failing(report), ElementsAre("the rows of data.csv are sorted"));
    EXPECT_EQ(detail_of(report, "the rows of data.csv are sorted"), "row 2 belongs before the one above it");
}

TEST(Form, BothTablesOfAnAnatomizedRelease) {
    for (const char* file : {"qit.csv", "st.csv"}) {
        HandRelease release;
        make_anatomized(release);
        EXPECT_THAT(failing(release.rewritten()), IsEmpty());
        release.write();
        // The last row first, in a file that is otherwise the same.
        release.files["qit.csv"] = "sex,zip,ward,group\nF,12,a,1\nF,24,b,2\nF,25,a,2\nF,25,b,2\nM,12,a,1\nM,13,b,1\n";
        std::string& text = release.files[file];
        const std::size_t header = text.find('\n') + 1, last = text.rfind('\n', text.size() - 2) + 1;
        text = text.substr(0, header) + text.substr(last) + text.substr(header, last - header);
        release.sort_rows = false;
        EXPECT_THAT(failing(release.rewritten()), ElementsAre(std::string("the rows of ") + file + " are sorted"));
    }
}

TEST(Form, NeedsEveryRowInMemory) {
    HandRelease release;
    make_patients(release);
    release.memory = 1 << 20;
    const VerifyReport report = release.rewritten();
    EXPECT_THAT(failing(report), IsEmpty());
    EXPECT_THAT(detail_of(report, "the spelling and order of data.csv"), HasSubstr("--memory"));
}

}  // namespace form_test
}  // namespace scrim::testing
