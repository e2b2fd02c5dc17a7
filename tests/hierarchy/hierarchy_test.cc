#include "kernel/hierarchy/hierarchy.h"

#include "kernel/hierarchy/hierarchy_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace scrim::hierarchy {
namespace hierarchy_test {

using testing::ElementsAre;

Hierarchy parse(std::string_view text) {
    auto parsed = parse_hierarchy(text, "test");
    EXPECT_TRUE(parsed.ok()) << (parsed.ok() ? "" : parsed.error().message);
    return *std::move(parsed);
}

std::vector<std::string> leaves(const Hierarchy& hierarchy) {
    std::vector<std::string> labels;
    for (Code code = 0; code < hierarchy.domain().size(); ++code) labels.push_back(hierarchy.domain().label(code));
    return labels;
}

std::vector<std::string> level(const Hierarchy& hierarchy, std::uint32_t level) {
    std::vector<std::string> labels;
    for (Code code = 0; code < hierarchy.domain().size(); ++code)
        labels.push_back(hierarchy.at_level(code, level).label);
    return labels;
}

TEST(Hierarchy, GroupsAreSpansOfTheirLeaves) {
    const Hierarchy job = parse("Engineer;Professional;*\nDancer;Artist;*\nLawyer;Professional;*\nWriter;Artist;*\n");
    EXPECT_THAT(leaves(job), ElementsAre("Engineer", "Lawyer", "Dancer", "Writer"));
    EXPECT_EQ(job.find("Professional"), (Span{0, 2}));
    EXPECT_EQ(job.find("Artist"), (Span{2, 4}));
    EXPECT_EQ(job.find("Writer"), Span::of(3));
    EXPECT_EQ(job.find("*"), job.domain().whole());
    EXPECT_EQ(job.find("Plumber"), std::nullopt);
    EXPECT_EQ(job.height(), 2u);
    EXPECT_EQ(job.levels(), 3u);
}

TEST(Hierarchy, TopComesFirstAndParentsBeforeChildren) {
    const Hierarchy job = parse("Engineer;Professional;*\nDancer;Artist;*\nLawyer;Professional;*\n");
    ASSERT_EQ(job.nodes().size(), 6u);
    EXPECT_EQ(job.nodes()[0].label, "*");
    EXPECT_EQ(job.nodes()[0].parent, Hierarchy::none);
    for (Hierarchy::NodeId id = 1; id < job.nodes().size(); ++id) EXPECT_LT(job.nodes()[id].parent, id);
    for (Code code = 0; code < job.domain().size(); ++code) EXPECT_TRUE(job.nodes()[job.leaf(code)].is_leaf());
}

TEST(Hierarchy, NumbersKeepTheirOrderWhateverTheOrderOfTheFile) {
    const Hierarchy age = parse("30;30-39;*\n9;0-9;*\n10;10-29;*\n-1.5;0-9;*\n25;10-29;*\n");
    EXPECT_EQ(age.domain().kind(), Domain::Kind::number);
    EXPECT_EQ(age.domain().scale(), 1);
    EXPECT_THAT(leaves(age), ElementsAre("-1.5", "9", "10", "25", "30"));
    EXPECT_EQ(age.find("10-29"), (Span{2, 4}));
    EXPECT_EQ(age.find("9.0"), Span::of(1));
}

TEST(Hierarchy, DatesAndTimestampsKeepTheirOrderToo) {
    const Hierarchy day = parse("2024-03-01;spring;*\n2023-12-24;winter;*\n2024-02-29;winter;*\n");
    EXPECT_EQ(day.domain().kind(), Domain::Kind::date);
    EXPECT_THAT(leaves(day), ElementsAre("2023-12-24", "2024-02-29", "2024-03-01"));
    const Hierarchy moment = parse("2024-03-01 10:00:00;*\n2024-03-01 09:00:00;*\n");
    EXPECT_EQ(moment.domain().kind(), Domain::Kind::timestamp);
    EXPECT_THAT(leaves(moment), ElementsAre("2024-03-01 09:00:00", "2024-03-01 10:00:00"));
}

TEST(Hierarchy, NumbersThatTheTreeInterleavesAreTextInTreeOrder) {
    const Hierarchy code = parse("1;odd;*\n2;even;*\n3;odd;*\n");
    EXPECT_EQ(code.domain().kind(), Domain::Kind::text);
    EXPECT_THAT(leaves(code), ElementsAre("1", "3", "2"));
}

TEST(Hierarchy, CodesWithLeadingZerosAreText) {
    EXPECT_EQ(parse("02139;021**;*\n02141;021**;*\n").domain().kind(), Domain::Kind::text);
    EXPECT_EQ(parse("88512;885**;*\n88511;885**;*\n").domain().kind(), Domain::Kind::number);
}

TEST(Hierarchy, ALabelRepeatedUpwardsIsTheSameNode) {
    const Hierarchy ragged = parse("a;a;x;*\nb;y;x;*\nc;c;c;*\n");
    EXPECT_EQ(ragged.nodes().size(), 6u);
    EXPECT_EQ(ragged.height(), 3u);
    EXPECT_EQ(ragged.nodes()[*ragged.find_node("a")].parent, *ragged.find_node("x"));
    EXPECT_EQ(ragged.nodes()[*ragged.find_node("c")].parent, 0u);
}

TEST(Hierarchy, ALeafThatSitsHighStaysItselfUntilItsParentsLevel) {
    const Hierarchy ragged = parse("a;a;x;*\nb;y;x;*\nc;c;c;*\n");
    EXPECT_THAT(level(ragged, 0), ElementsAre("a", "b", "c"));
    EXPECT_THAT(level(ragged, 1), ElementsAre("a", "y", "c"));
    EXPECT_THAT(level(ragged, 2), ElementsAre("x", "x", "c"));
    EXPECT_THAT(level(ragged, 3), ElementsAre("*", "*", "*"));
}

TEST(Hierarchy, PairsMakeTheSameTreeAsPaths) {
    const auto pairs = Hierarchy::from_pairs({{"Japan", "Asia"}, {"Asia", "*"}, {"France", "Europe"}, {"Europe", "*"}});
    const auto paths = Hierarchy::from_paths({{"Japan", "Asia", "*"}, {"France", "Europe", "*"}});
    ASSERT_TRUE(pairs.ok());
    ASSERT_TRUE(paths.ok());
    EXPECT_EQ(format_hierarchy(*pairs), format_hierarchy(*paths));
}

TEST(Hierarchy, TheSameRowTwiceIsNoContradiction) { EXPECT_EQ(parse("a;x;*\nb;x;*\na;x;*\n").domain().size(), 2u); }

TEST(Hierarchy, CoveringIsTheLowestNodeThatHoldsTheSpan) {
    const Hierarchy job = parse("a;x;*\nb;x;*\nc;y;*\nd;y;*\n");
    EXPECT_EQ(job.nodes()[job.covering({0, 1})].label, "a");
    EXPECT_EQ(job.nodes()[job.covering({0, 2})].label, "x");
    EXPECT_EQ(job.nodes()[job.covering({1, 3})].label, "*");
    EXPECT_EQ(job.nodes()[job.covering({2, 4})].label, "y");
}

TEST(Hierarchy, FlatPutsEveryValueBelowTheTop) {
    const auto domain = std::make_shared<const Domain>(Domain::of_text({"a", "b"}, true));
    const Hierarchy flat = Hierarchy::flat(domain);
    EXPECT_EQ(flat.domain_ptr(), domain);
    EXPECT_EQ(flat.height(), 1u);
    EXPECT_THAT(level(flat, 0), ElementsAre("a", "b", "NULL"));
    EXPECT_THAT(level(flat, 1), ElementsAre("*", "*", "*"));
    EXPECT_EQ(flat.find("*"), (Span{0, 3}));
    EXPECT_EQ(flat.find("NULL"), Span::of(2));
}

TEST(Hierarchy, FlatOfNothingHasATop) {
    const Hierarchy flat = Hierarchy::flat(std::make_shared<const Domain>(Domain::of_text({})));
    EXPECT_EQ(flat.nodes().size(), 1u);
    EXPECT_TRUE(flat.find("*")->empty());
    EXPECT_FALSE(flat.nodes()[0].is_leaf());
}

TEST(Hierarchy, FlatReadsAStarAmongTheValuesAsTheTop) {
    const Hierarchy flat = Hierarchy::flat(std::make_shared<const Domain>(Domain::of_text({"*", "a"})));
    EXPECT_EQ(flat.find("*"), (Span{0, 2}));
}

TEST(Hierarchy, WithNullAddsOneLeafAtTheRightBelowTheTop) {
    const Hierarchy age = parse("1;0-9;*\n12;10-19;*\n");
    const Hierarchy wider = age.with_null();
    EXPECT_TRUE(wider.domain().has_null());
    EXPECT_EQ(wider.domain().kind(), Domain::Kind::number);
    EXPECT_THAT(level(wider, 0), ElementsAre("1", "12", "NULL"));
    EXPECT_THAT(level(wider, 1), ElementsAre("0-9", "10-19", "NULL"));
    EXPECT_THAT(level(wider, 2), ElementsAre("*", "*", "*"));
    EXPECT_EQ(wider.find("*"), (Span{0, 3}));
    EXPECT_FALSE(age.domain().has_null());
    EXPECT_EQ(wider.with_null().nodes().size(), wider.nodes().size());
}

TEST(Hierarchy, ATextCalledNullIsNotTheMissingValue) {
    const Hierarchy names = parse("NULL;*\nMiller;*\n").with_null();
    EXPECT_EQ(names.find("NULL"), Span::of(0));
    EXPECT_EQ(names.domain().null_code(), 2u);
}

TEST(Hierarchy, AChainOfAnyDepthIsBuiltWithoutRecursion) {
    constexpr int depth = 200'000;
    std::vector<std::pair<std::string, std::string>> edges;
    for (int i = 0; i < depth; ++i) edges.emplace_back("n" + std::to_string(i), "n" + std::to_string(i + 1));
    const auto chain = Hierarchy::from_pairs(edges);
    ASSERT_TRUE(chain.ok());
    EXPECT_EQ(chain->height(), static_cast<std::uint32_t>(depth));
    EXPECT_EQ(chain->at_level(0, 5).label, "n5");
}

}  // namespace hierarchy_test
}  // namespace scrim::hierarchy
