#include "kernel/hierarchy/outline.h"

#include "kernel/core/random.h"
#include "kernel/hierarchy/build.h"
#include "kernel/hierarchy/hierarchy_text.h"
#include "kernel/hierarchy/label.h"
#include "tests/hierarchy/expect_refused.h"

namespace scrim::hierarchy {
namespace outline_test {

const char* const zip_codes =
    "88512;8851*;885**;*\n88514;8851*;885**;*\n88521;8852*;885**;*\n88612;8861*;886**;*\n90001;9000*;900**;*\n";

Hierarchy zip() { return *parse_hierarchy(zip_codes, "zip"); }

std::string head(const char* kind) { return std::string("outline;") + kind + ";0\nleaves;levels;label;above\n"; }

TEST(Outline, KeepsTheNodesThatLabelsName) {
    EXPECT_EQ(format_outline(zip(), {"885**", "886**"}), head("number") + "3;2;885**;*\n1;2;886**;*\n1;3;*\n");
}

TEST(Outline, KeepsLeavesThatLabelsName) {
    EXPECT_EQ(format_outline(zip(), {"88512", "886**"}),
              head("number") + "1;0;88512;8851*;885**;*\n1;1;8851*;885**;*\n1;2;885**;*\n1;2;886**;*\n1;3;*\n");
}

TEST(Outline, OfTheTopAloneNamesNothingElse) {
    EXPECT_EQ(format_outline(zip(), {"*"}), head("number") + "5;3;*\n");
    EXPECT_EQ(format_outline(zip(), {}), head("number") + "5;3;*\n");
}

// A node of one leaf does not name it.
TEST(Outline, OfANodeWithOneLeaf) {
    EXPECT_EQ(format_outline(zip(), {"8861*"}), head("number") + "3;3;*\n1;1;8861*;886**;*\n1;3;*\n");
}

// A run that no node is names its ends; what lies between them is counted where it lies.
TEST(Outline, OfRunsCountsWhatLiesBetween) {
    EXPECT_EQ(
        format_outline(zip(), {"[88514, 88612]"}),
        head("number") + "1;1;8851*;885**;*\n1;0;88514;8851*;885**;*\n1;2;885**;*\n1;0;88612;8861*;886**;*\n1;3;*\n");
}

TEST(Outline, OfASetNamesItsValues) {
    const Hierarchy jobs = Hierarchy::flat(std::make_shared<Domain>(Domain::of_text({"a", "b", "c", "d"})));
    EXPECT_EQ(format_outline(jobs, {"{b, c}"}), head("text") + "1;1;*\n1;0;b;*\n1;0;c;*\n1;1;*\n");
}

// Where among the others a value without a name stands in its file is not told either.
TEST(Outline, OfTextCountsTheRestOfANodeLast) {
    const auto jobs = parse_hierarchy("cook;kitchen;*\nmaid;house;*\nbaker;kitchen;*\nboy;house;*\n", "jobs");
    EXPECT_EQ(format_outline(*jobs, {"kitchen", "maid"}),
              head("text") + "2;1;kitchen;*\n1;0;maid;house;*\n1;1;house;*\n");
    EXPECT_EQ(format_outline(*jobs, {"boy"}), head("text") + "1;0;boy;house;*\n1;1;house;*\n2;2;*\n");
}

// What labels mean in an outline is as wide and as high as in the hierarchy itself.
void expect_same_shape(const Hierarchy& hierarchy, const std::vector<std::string>& labels) {
    const std::string text = format_outline(hierarchy, labels);
    const auto outline = parse_outline(text, "outline");
    ASSERT_TRUE(outline.ok()) << outline.error().message << "\n" << text;
    EXPECT_EQ(outline->domain().size(), hierarchy.domain().size()) << text;
    EXPECT_EQ(outline->height(), hierarchy.height()) << text;
    EXPECT_EQ(format_outline(*outline, labels), text);
    for (const std::string& label : labels) {
        const auto span = span_of_label(label, hierarchy.domain(), &hierarchy);
        const auto outlined = span_of_label(label, outline->domain(), &*outline);
        ASSERT_TRUE(span && outlined) << label << "\n" << text;
        EXPECT_EQ(outlined->width(), span->width()) << label << "\n" << text;
        EXPECT_EQ(outline->nodes()[outline->covering(*outlined)].height,
                  hierarchy.nodes()[hierarchy.covering(*span)].height)
            << label << "\n"
            << text;
    }
}

std::string random_label(const Hierarchy& hierarchy, Random& random) {
    const auto nodes = hierarchy.nodes();
    if (random.below(3) > 0) return nodes[random.below(nodes.size())].label;
    const Code size = hierarchy.domain().values();
    const auto lo = static_cast<Code>(random.below(size));
    return label_of_span({lo, static_cast<Code>(lo + 1 + random.below(size - lo))}, hierarchy.domain(), &hierarchy);
}

TEST(Outline, OfRandomHierarchiesHasTheirShape) {
    SeededRandom random(5);
    for (int round = 0; round < 400; ++round) {
        const bool numbers = random.below(2) == 0;
        std::string pairs = "*\n";
        const std::uint64_t inner = random.below(6), leaves = 1 + random.below(12);
        for (std::uint64_t i = 0; i < inner; ++i)
            pairs += "n" + std::to_string(i) + ";" +
                     (i == 0            ? "*"
                      : random.below(2) ? "n" + std::to_string(i - 1)
                                        : "*") +
                     "\n";
        for (std::uint64_t i = 0; i < leaves; ++i) {
            const std::uint64_t above = random.below(inner + 1);
            pairs += (numbers ? std::to_string(3 * i) : "v" + std::to_string(i)) + ";" +
                     (above == inner ? "*" : "n" + std::to_string(above)) + "\n";
        }
        const auto hierarchy = parse_hierarchy(pairs, "random");
        if (!hierarchy.ok()) continue;
        std::vector<std::string> labels;
        for (std::uint64_t i = random.below(5); i > 0; --i) labels.push_back(random_label(*hierarchy, random));
        SCOPED_TRACE(pairs);
        expect_same_shape(*hierarchy, labels);
    }
}

TEST(Outline, OfBuiltHierarchies) {
    SeededRandom random(6);
    const auto ages = build_intervals(Domain::of_numbers({17, 23, 41, 88}, 0), {5, 20});
    const auto weights = build_intervals(Domain::of_numbers({605, 712, 955}, 1), {5, 10});
    for (int round = 0; round < 50; ++round)
        for (const auto* hierarchy : {&*ages, &*weights})
            expect_same_shape(*hierarchy, {random_label(*hierarchy, random), random_label(*hierarchy, random)});
}

TEST(Outline, RefusesWhatIsNone) {
    for (const char* text :
         {"", "a;b\n", "outline;number;0\n", "outline;number;0\nleaves;levels;label;above\n",
          "outline;color;0\nleaves;levels;label;above\n1;1;*\n", "outline;text;0\nleaves;levels;label;above\n0;1;*\n",
          "outline;text;0\nleaves;levels;label;above\n2;0;a;*\n", "outline;text;0\nleaves;levels;label;above\n-1;1;*\n",
          "outline;text;0\nleaves;levels;label;above\n99999999999;1;*\n",
          "outline;text;0\nleaves;levels;label;above\n1;99999;*\n",
          "outline;number;0\nleaves;levels;label;above\n1;0;ten;*\n",
          "outline;number;0\nleaves;levels;label;above\n1;0;5;*\n3;1;*\n1;0;7;*\n"})
        EXPECT_FALSE(parse_outline(text, "outline").ok()) << text;
}

}  // namespace outline_test
}  // namespace scrim::hierarchy
