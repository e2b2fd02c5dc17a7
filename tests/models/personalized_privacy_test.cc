#include "kernel/models/breach.h"
#include "tests/models/example.h"

namespace scrim::models {
namespace personalized_privacy_test {

// 004 §2.2: Alice has HIV and guards "infectious"; Bob has HIV and does not mind.
class PersonalizedPrivacy : public testing::Test {
protected:
    Span node(const std::string& label) const { return hierarchy.find(label).value(); }
    void add(const std::string& value, Span guard) {
        example.guards.push_back({disease.domain->find(value).value(), guard, 1});
    }

    hierarchy::Hierarchy hierarchy = *hierarchy::Hierarchy::from_paths(
        {{"HIV", "infectious", "any"}, {"SARS", "infectious", "any"}, {"flu", "mild", "any"}, {"cold", "mild", "any"}});
    Sensitive disease = attribute_of(hierarchy, {2, 1, 1, 1});
    Example example = class_of(disease, {{"HIV", 2}, {"SARS", 1}, {"flu", 1}, {"cold", 1}});
};

TEST_F(PersonalizedPrivacy, ShareOfValuesBelowAGuardingNode) {
    add("HIV", node("infectious"));
    add("HIV", {});
    add("SARS", {});
    add("flu", node("flu"));
    add("cold", {});
    EXPECT_EQ(level("personalized_privacy", example), Ratio(3, 5));
    EXPECT_EQ(decide("personalized_privacy", example, {{"p", "0.6"}}), Verdict::holds);
    EXPECT_EQ(decide("personalized_privacy", example, {{"p", "0.59"}}), Verdict::fails);
}

TEST_F(PersonalizedPrivacy, WhoDoesNotMindIsNotProtected) {
    add("HIV", {});
    add("HIV", {});
    EXPECT_EQ(level("personalized_privacy", example), Ratio(0));
    add("SARS", node("SARS"));
    EXPECT_EQ(level("personalized_privacy", example), Ratio(1, 5));
}

TEST_F(PersonalizedPrivacy, GuardAtTheRootCannotBeMet) {
    add("cold", node("any"));
    EXPECT_EQ(level("personalized_privacy", example), Ratio(1));
}

TEST_F(PersonalizedPrivacy, MergingCanBreakIt) {
    Example alice = class_of(disease, {{"HIV", 1}, {"flu", 3}});
    alice.guards = {{disease.domain->find("HIV").value(), node("infectious"), 1}};
    const Example others = class_of(disease, {{"HIV", 4}});
    EXPECT_EQ(decide("personalized_privacy", alice, {{"p", "0.25"}}), Verdict::holds);
    EXPECT_EQ(decide("personalized_privacy", others, {{"p", "0.25"}}), Verdict::holds);
    EXPECT_EQ(decide("personalized_privacy", merged(alice, others), {{"p", "0.25"}}), Verdict::fails);
}

// What is generalized record by record: SARS prints `infectious`, flu `any`. Of infectious: HIV twice, SARS surely, flu
// by 2 of 4; of HIV: twice, SARS by half, flu by a quarter.
TEST_F(PersonalizedPrivacy, CellsAreWhatTheyMayStandFor) {
    Sensitive cells = text_attribute({{"HIV", 2}, {"infectious", 1}, {"any", 1}, {"cold", 1}});
    cells.hierarchy = &hierarchy;
    cells.cells = {node("HIV"), node("infectious"), node("any"), node("cold")};
    Example generalized = class_of(cells, {{"HIV", 2}, {"infectious", 1}, {"any", 1}, {"cold", 1}});
    generalized.guards = {{0, node("infectious"), 1}};
    EXPECT_EQ(level("personalized_privacy", generalized), Ratio(7, 10));
    generalized.guards = {{0, node("HIV"), 1}};
    EXPECT_EQ(level("personalized_privacy", generalized), Ratio(11, 20));
    EXPECT_EQ(decide("personalized_privacy", generalized, {{"p", "0.55"}}), Verdict::holds);
    EXPECT_EQ(decide("personalized_privacy", generalized, {{"p", "0.549"}}), Verdict::fails);
    // Cells that are all leaves are values.
    cells.cells = {node("HIV"), node("SARS"), node("flu"), node("cold")};
    generalized.guards = {{0, node("infectious"), 1}, {0, node("flu"), 1}};
    EXPECT_EQ(level("personalized_privacy", generalized), Ratio(3, 5));
}

// Many sizes of nodes above each other, whose common multiple is beyond all bounds: more is said than there is.
TEST_F(PersonalizedPrivacy, LongWaysToTheTopAreRoundedUp) {
    std::vector<std::vector<std::string>> paths;
    const std::vector<std::size_t> sizes{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59};
    for (std::size_t leaf = 0; leaf < 60; ++leaf) {
        std::vector<std::string> path{"v" + std::to_string(leaf)};
        for (const std::size_t size : sizes)
            if (leaf < size) path.push_back("n" + std::to_string(size));
        path.emplace_back("*");
        paths.push_back(path);
    }
    const hierarchy::Hierarchy deep = *hierarchy::Hierarchy::from_paths(paths);
    const Breach breach(deep, *deep.find("v0"));
    for (const std::size_t size : sizes) {
        const Ratio said(breach.below(*deep.find("n" + std::to_string(size))), breach.scale());
        EXPECT_GE(said, Ratio(1, static_cast<Int128>(size)));
        EXPECT_NEAR(said.to_double(), 1.0 / static_cast<double>(size), 1e-12);
    }
    EXPECT_EQ(breach.below(*deep.find("v0")), breach.scale());
    EXPECT_EQ(breach.below(*deep.find("v1")), 0);
}

// No other model takes labels that stand for several values for values.
TEST_F(PersonalizedPrivacy, OtherModelsDoNotReadCells) {
    Sensitive cells = text_attribute({{"HIV", 1}, {"any", 1}});
    cells.hierarchy = &hierarchy;
    cells.cells = {node("HIV"), node("any")};
    int read = 0;
    for (const ModelSpec* spec : models()) {
        const auto made = make_model(Requirement{spec->name, {}});
        ASSERT_TRUE(made.ok()) << spec->name;
        const std::string reason = why_not(**made, &cells, {.population = true, .people = false, .guards = true});
        if (!spec->traits.needs_sensitive) continue;
        EXPECT_EQ(reason.empty(), spec->traits.reads_cells) << spec->name << ": " << reason;
        read += spec->traits.reads_cells ? 1 : 0;
    }
    EXPECT_EQ(read, 1);
}

}  // namespace personalized_privacy_test
}  // namespace scrim::models
