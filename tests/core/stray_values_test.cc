#include "kernel/core/stray_values.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace scrim {
namespace {

using ::testing::ElementsAre;

// Nine labels by their number, and others.
template <class Make>
Domain nine_and(Make make, std::vector<std::string> others) {
    for (int i = 1; i <= 9; ++i) others.push_back(make(std::to_string(i)));
    return Domain::of_text(std::move(others));
}

TEST(StrayValues, OfNumbersAndDatesInEveryWayTheyAreWritten) {
    const std::pair<const char*, std::string (*)(const std::string&)> ways[] = {
        {"numbers", [](const std::string& i) { return i; }},
        {"numbers", [](const std::string& i) { return "43," + i; }},
        {"numbers", [](const std::string& i) { return i + ",234.5"; }},
        {"dates", [](const std::string& i) { return "2020-12-0" + i; }},
        {"dates", [](const std::string& i) { return "2020-12-0" + i + " 07:00:00"; }},
        {"dates", [](const std::string& i) { return "1" + i + "/01/2020"; }},
        {"dates", [](const std::string& i) { return "12/1" + i + "/2020"; }},
    };
    for (const auto& [read_as, make] : ways) {
        const auto strays = stray_values(nine_and(make, {"n/a"}));
        ASSERT_TRUE(strays.has_value()) << make("1");
        EXPECT_STREQ(strays->read_as, read_as) << make("1");
        EXPECT_THAT(strays->values, ElementsAre("n/a"));
        EXPECT_FALSE(stray_values(nine_and(make, {"n/a", "?"})).has_value());
        EXPECT_THAT(stray_values(nine_and(make, {"n/a", "?"}), 2)->values, ElementsAre("n/a", "?"));
        EXPECT_FALSE(stray_values(nine_and(make, {})).has_value());
    }
}

TEST(StrayValues, NotOfTextOnPurpose) {
    const auto number = [](const std::string& i) { return "2" + i; };
    for (const char* meant : {"02139", "*", "2*", "[20, 29]", "{20, 21}"})
        EXPECT_FALSE(stray_values(nine_and(number, {meant})).has_value()) << meant;
    EXPECT_FALSE(stray_values(Domain::of_text({"a", "b"})).has_value());
    EXPECT_FALSE(stray_values(Domain::of_text({})).has_value());
    EXPECT_FALSE(stray_values(Domain::of_numbers({1, 2}, 0)).has_value());
}

}  // namespace
}  // namespace scrim
