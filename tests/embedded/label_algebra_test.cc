#include "adapters/postgres/label_algebra.h"
#include "kernel/core/text.h"
#include "methods/views/recoding/attribute.h"
#include "methods/views/recoding/labels.h"
#include "tests/rounds.h"

#include <gtest/gtest.h>

#include <random>

namespace scrim::postgres::label_algebra_test {
namespace {

using Kind = LabelImage::Kind;

const views::DghEdges zip_edges = {{"88512", "8851*"}, {"88514", "8851*"}, {"88531", "8853*"}, {"8851*", "885**"},
                                   {"8853*", "885**"}, {"10", "1*"},       {"885**", "*"},     {"1*", "*"}};
const views::DghEdges job_edges = {
    {"cook", "hand"}, {"smith", "hand"}, {"poet", "head"}, {"hand", "any"}, {"head", "any"}};

StoredDgh edges_by_number(std::uint32_t dgh) { return {dgh, dgh == 1 ? zip_edges : job_edges}; }

// A column's labels, and each of them as an image.
struct Shown {
    std::shared_ptr<const views::Labels> labels;
    std::uint32_t dgh = 0;

    LabelImage image(views::LabelId id) const {
        LabelImage image{.dgh = dgh, .text = labels->texts()[id]};
        const auto kind = labels->axis().kind();
        image.kind = id == labels->hidden()                   ? Kind::hidden
                     : dgh != 0                               ? Kind::node
                     : kind == views::LabelAxis::Kind::number ? Kind::number
                     : kind == views::LabelAxis::Kind::time   ? Kind::time
                                                              : Kind::text;
        return image;
    }
};

Shown of_tree(std::uint32_t dgh) {
    auto tree = *views::hierarchy_of_edges(dgh == 1 ? zip_edges : job_edges);
    return {views::Labels::of_tree(std::make_shared<const hierarchy::Hierarchy>(std::move(tree))), dgh};
}

std::string number(int n) { return format("{}", n); }

// What a column without a DGH may print: apart intervals and values of numbers or dates, or texts. (Of texts none that
// looks like a mask: a column knows which of its values do, a label by itself does not.)
Shown drawn(std::mt19937& random) {
    std::vector<std::string> texts;
    const int form = static_cast<int>(random() % 3);
    if (form == 2) {
        for (const char* text : {"cook", "poet", "8851", "11", "", "smith"})
            if (random() % 2 == 0) texts.emplace_back(text);
    } else {
        for (int at = 1; at < 28;) {
            const int end = at + static_cast<int>(random() % 5);
            const auto print = [&](int value) {
                return form == 0 ? number(value * 3) : format("2024-02-{:02}", std::min(value, 28));
            };
            texts.push_back(end == at || print(at) == print(end) ? print(at)
                                                                 : "[" + print(at) + ", " + print(end) + "]");
            at = end + 1 + static_cast<int>(random() % 4);
        }
    }
    if (texts.empty()) texts.emplace_back("cook");
    return {views::Labels::of_texts(texts), 0};
}

const std::vector<std::string> written = {"10",
                                          "88512",
                                          "885**",
                                          "8853*",
                                          "30",
                                          "31",
                                          "[30, 40]",
                                          "(30, 33)",
                                          "[33, 31]",
                                          "<30",
                                          ">= 30",
                                          "{30, 33}",
                                          "2024-02-10",
                                          "cook",
                                          "hand",
                                          "any",
                                          "*",
                                          "co**",
                                          "[1, 2]",
                                          "2024-02-1*",
                                          "30.5",
                                          "NULL",
                                          "",
                                          "{cook, poet}",
                                          "3*",
                                          "poet",
                                          "[2024-02-03, 2024-02-09]",
                                          "2024-02-10 12:00:00",
                                          "-1"};

constexpr std::pair<Operator, views::Comparison> operators[] = {
    {Operator::equal, views::Comparison::equal},     {Operator::differ, views::Comparison::differ},
    {Operator::less, views::Comparison::less},       {Operator::less_equal, views::Comparison::less_equal},
    {Operator::greater, views::Comparison::greater}, {Operator::greater_equal, views::Comparison::greater_equal}};

// A label by itself means what it means among all labels of its column.
TEST(LabelAlgebra, GivesWhatTheColumnsAxisGives) {
    std::mt19937 random(7);
    LabelAlgebra algebra(edges_by_number);
    for (int round = 0; round < rounds(60); ++round) {
        const Shown one = round % 4 == 0 ? of_tree(1) : round % 4 == 1 ? of_tree(2) : drawn(random);
        const Shown other = round % 3 == 0 ? of_tree(1 + round % 2) : drawn(random);
        for (views::LabelId id = 0; id < one.labels->size(); ++id)
            for (const auto& [operation, comparison] : operators) {
                for (const std::string& text : written) {
                    EXPECT_EQ(algebra.may(operation, one.image(id), {.text = text}),
                              one.labels->may(comparison, id, one.labels->place_of(text)))
                        << one.labels->texts()[id] << " and " << text;
                    EXPECT_EQ(algebra.may_value(operation, one.image(id), text),
                              one.labels->may(comparison, id, one.labels->axis().place_of_value(text)))
                        << one.labels->texts()[id] << " and the value " << text;
                }
                if (other.labels->rank() > one.labels->rank()) continue;
                for (views::LabelId second = 0; second < other.labels->size(); ++second) {
                    const bool expected = one.labels->may(comparison, id, one.labels->place_of(*other.labels, second));
                    EXPECT_EQ(algebra.may(operation, one.image(id), other.image(second)), expected)
                        << one.labels->texts()[id] << " and the label " << other.labels->texts()[second];
                    if (other.labels->rank() < one.labels->rank())
                        EXPECT_EQ(algebra.may(LabelAlgebra::mirrored(operation), other.image(second), one.image(id)),
                                  expected);
                }
            }
    }
}

// Sorting by images is sorting by label numbers, and a total order of all images.
TEST(LabelAlgebra, OrdersAsTheColumnDoes) {
    std::mt19937 random(8);
    LabelAlgebra algebra(edges_by_number);
    std::vector<std::string> kept;
    for (int round = 0; round < rounds(20); ++round) {
        const Shown one = drawn(random);
        for (views::LabelId a = 0; a < one.labels->size(); ++a) {
            kept.push_back(one.image(a).bytes());
            for (views::LabelId b = 0; b < one.labels->size(); ++b) {
                const int order = algebra.compare(one.image(a), one.image(b));
                EXPECT_EQ(order < 0, a < b) << one.labels->texts()[a] << " " << one.labels->texts()[b];
                EXPECT_EQ(order == 0, a == b);
            }
        }
    }
    const auto image = [&] {
        const std::string& bytes = kept[random() % kept.size()];
        return LabelImage::read(bytes.data(), bytes.size());
    };
    for (int i = 0; i < 20'000; ++i) {
        const LabelImage a = image(), b = image(), c = image();
        EXPECT_EQ(algebra.compare(a, b), -algebra.compare(b, a));
        EXPECT_EQ(algebra.compare(a, b) == 0, a == b);
        if (algebra.compare(a, b) <= 0 && algebra.compare(b, c) <= 0) EXPECT_LE(algebra.compare(a, c), 0);
    }
}

TEST(LabelAlgebra, LikeMayHold) {
    LabelAlgebra algebra(edges_by_number);
    const LabelImage zip{.kind = Kind::node, .dgh = 1, .text = "885**"}, span{.kind = Kind::number, .text = "[1, 5]"},
        value{.kind = Kind::number, .text = "12"}, top{.kind = Kind::hidden, .dgh = 1, .text = "*"};
    const auto like = [&](const LabelImage& label, const char* pattern) {
        return std::pair(algebra.may_value(Operator::like, label, pattern),
                         algebra.may_value(Operator::unlike, label, pattern));
    };
    EXPECT_EQ(like(zip, "8853%"), std::pair(true, true));
    EXPECT_EQ(like(zip, "885%"), std::pair(true, false));
    EXPECT_EQ(like(zip, "1%"), std::pair(false, true));
    EXPECT_EQ(like(span, "9"), std::pair(true, true));
    EXPECT_EQ(like(value, "1_"), std::pair(true, false));
    EXPECT_EQ(like(top, "x"), std::pair(true, true));
}

TEST(LabelAlgebra, CoversSurely) {
    LabelAlgebra algebra(edges_by_number);
    const LabelImage zip{.kind = Kind::node, .dgh = 1, .text = "885**"},
        inner{.kind = Kind::node, .dgh = 1, .text = "8851*"}, span{.kind = Kind::number, .text = "[24, 37]"},
        top{.kind = Kind::hidden, .dgh = 1, .text = "*"};
    EXPECT_TRUE(algebra.covers(zip, inner));
    EXPECT_FALSE(algebra.covers(inner, zip));
    EXPECT_TRUE(algebra.covers(top, zip));
    EXPECT_FALSE(algebra.covers(zip, top));
    EXPECT_TRUE(algebra.covers(span, {.text = "[25, 30]"}));
    EXPECT_FALSE(algebra.covers(span, {.text = "[25, 38]"}));
    EXPECT_FALSE(algebra.covers(span, {.text = "cook"}));
}

TEST(LabelAlgebra, ALabelWhoseHierarchyIsGoneIsRefused) {
    LabelAlgebra algebra([](std::uint32_t) -> StoredDgh { throw Refused("gone"); });
    const LabelImage zip{.kind = Kind::node, .dgh = 1, .text = "885**"};
    EXPECT_THROW(algebra.may_value(Operator::equal, zip, "88512"), Refused);
    LabelAlgebra other(edges_by_number);
    EXPECT_THROW(other.may_value(Operator::equal, {.kind = Kind::node, .dgh = 1, .text = "nowhere"}, "1"), Refused);
}

}  // namespace
}  // namespace scrim::postgres::label_algebra_test
