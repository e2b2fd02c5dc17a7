#include "tests/models/example.h"

#include <gmock/gmock.h>

#include <set>

namespace scrim::models {
namespace registry_test {

TEST(ModelRegistry, EveryModelIsDescribed) {
    ASSERT_EQ(models().size(), 35u);
    std::set<std::string> names, titles;
    for (const ModelSpec* spec : models()) {
        SCOPED_TRACE(spec->name);
        EXPECT_TRUE(names.insert(spec->name).second);
        EXPECT_TRUE(titles.insert(spec->title).second);
        EXPECT_THAT(spec->citation, testing::ContainsRegex("(19|20)[0-9][0-9]$"));
        EXPECT_THAT(spec->promise, testing::EndsWith("."));
        EXPECT_THAT(spec->limits, testing::EndsWith("."));
        EXPECT_EQ(find_model(spec->name), spec);
    }
    EXPECT_EQ(find_model("k_anonimity"), nullptr);
}

TEST(ModelRegistry, ListModelsIsTheRegistry) {
    const auto listed = list_models();
    ASSERT_EQ(listed.size(), models().size());
    for (std::size_t i = 0; i < listed.size(); ++i) EXPECT_EQ(listed[i], models()[i]);
}

TEST(ModelRegistry, ParametersAreDescribedConsistently) {
    for (const ModelSpec* spec : models()) {
        std::size_t measured = 0;
        for (const Parameter& parameter : spec->parameters) {
            SCOPED_TRACE(spec->name + " " + parameter.name);
            EXPECT_FALSE(parameter.title.empty());
            for (const std::string& number : {parameter.minimum, parameter.maximum})
                EXPECT_TRUE(number.empty() || Ratio::parse(number).has_value());
            if (parameter.bound == Parameter::Bound::given) continue;
            ++measured;
            EXPECT_TRUE(parameter.kind == Parameter::Kind::integer || parameter.kind == Parameter::Kind::ratio);
            EXPECT_EQ(parameter.default_value, "") << "a threshold is never guessed";
        }
        EXPECT_GE(measured, 1u) << spec->name;
        EXPECT_LE(measured, Levels{}.size()) << spec->name;
    }
}

}  // namespace registry_test
}  // namespace scrim::models
