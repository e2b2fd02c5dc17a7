// The hierarchies that the field uses with the Adult table, as ARX ships them.
#include "kernel/hierarchy/label.h"
#include "methods/policy/hierarchy_files.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

namespace scrim::hierarchy {
namespace adult_test {

class Adult : public testing::Test {
protected:
    void SetUp() override {
        const char* data = std::getenv("SCRIM_DATA");
        folder_ = std::filesystem::path(data ? data : SCRIM_SOURCE_DIR "/../shared/data") / "adult";
        if (!std::filesystem::exists(folder_)) GTEST_SKIP() << "no Adult data in " << folder_ << "; set SCRIM_DATA";
    }

    Hierarchy read(const std::string& attribute) const {
        auto hierarchy = policy::read_hierarchy((folder_ / ("adult_hierarchy_" + attribute + ".csv")).string());
        EXPECT_TRUE(hierarchy.ok()) << (hierarchy.ok() ? "" : hierarchy.error().message);
        return *std::move(hierarchy);
    }

    std::filesystem::path folder_;
};

TEST_F(Adult, HierarchiesHaveTheirKnownSizes) {
    struct Expected {
        const char* attribute;
        Code leaves;
        std::uint32_t levels;
    };
    for (const Expected& expected :
         {Expected{"age", 100, 5}, Expected{"education", 16, 4}, Expected{"marital-status", 7, 3},
          Expected{"native-country", 41, 3}, Expected{"occupation", 14, 3}, Expected{"race", 5, 2},
          Expected{"salary-class", 2, 2}, Expected{"sex", 2, 2}, Expected{"workclass", 8, 3}}) {
        const Hierarchy hierarchy = read(expected.attribute);
        EXPECT_EQ(hierarchy.domain().size(), expected.leaves) << expected.attribute;
        EXPECT_EQ(hierarchy.levels(), expected.levels) << expected.attribute;
    }
}

TEST_F(Adult, AgeIsNumbersInOrder) {
    const Hierarchy age = read("age");
    EXPECT_EQ(age.domain().kind(), Domain::Kind::number);
    EXPECT_EQ(age.domain().label(0), "1");
    // The file puts 5 into 0-4 and 10 into 0-9: a node is what its file says, not what its label looks like.
    EXPECT_EQ(age.find("0-9"), (Span{0, 10}));
    EXPECT_EQ(span_of_label("0-9", age.domain(), &age), (Span{0, 10}));
    EXPECT_EQ(span_of_label("0-9", age.domain(), nullptr), (Span{0, 9}));
}

TEST_F(Adult, EveryColumnOfTheFileIsAFullDomainLevel) {
    const Hierarchy education = read("education");
    const Code bachelors = *education.domain().find("Bachelors");
    EXPECT_EQ(education.at_level(bachelors, 1).label, "Undergraduate");
    EXPECT_EQ(education.at_level(bachelors, 2).label, "Higher education");
    EXPECT_EQ(education.at_level(bachelors, 3).label, "*");
}

}  // namespace adult_test
}  // namespace scrim::hierarchy
