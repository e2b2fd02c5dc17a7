// A view's column: what is made of its values, beside the tree that pairs of value and "*" make.
#include "methods/views/recoding/attribute.h"
#include "kernel/core/random.h"
#include "kernel/core/text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace scrim::views {
namespace attribute_test {

constexpr auto refuse = ViewDefinition::UnknownValue::refuse;

DomainPtr texts_of(const std::set<std::string>& texts, bool has_null = false) {
    return std::make_shared<const Domain>(Domain::of_text({texts.begin(), texts.end()}, has_null));
}

// The slow way: a tree, or text where there is none.
hierarchy::Hierarchy below_one_top(const std::set<std::string>& texts) {
    DghEdges edges;
    for (const std::string& text : texts) edges.emplace_back(text, "*");
    if (const auto tree = hierarchy::Hierarchy::from_pairs(edges)) return *tree;
    return hierarchy::Hierarchy::flat(texts_of(texts));
}

void expect_equal(const hierarchy::Hierarchy& made, const hierarchy::Hierarchy& expected) {
    EXPECT_EQ(made.domain().kind(), expected.domain().kind());
    EXPECT_EQ(made.domain().scale(), expected.domain().scale());
    ASSERT_EQ(made.nodes().size(), expected.nodes().size());
    for (std::size_t n = 0; n < made.nodes().size(); ++n) {
        EXPECT_EQ(made.nodes()[n].label, expected.nodes()[n].label);
        EXPECT_EQ(made.nodes()[n].span, expected.nodes()[n].span);
        EXPECT_EQ(made.nodes()[n].parent, expected.nodes()[n].parent);
        EXPECT_EQ(made.nodes()[n].height, expected.nodes()[n].height);
    }
}

TEST(ViewAttribute, WithoutADghIsWhatPairsWouldMake) {
    const std::vector<std::vector<std::string>> kinds{
        {"1", "2", "10", "-3", "007", "2.5", "1.0", "1000000"}, {"2020-02-29", "1999-01-01", "0044-03-15"},
        {"2020-02-29 12:00:00", "1999-01-01 00:00:01.5"},       {"", "a", "B", "[1, 2]", "1, 2", "NULL"},
        {"99999999999999999999999999999999999999", "0.1"},      {"1", "x", "2020-02-29"}};
    SeededRandom random(5);
    for (int i = 0; i < 500; ++i) {
        std::set<std::string> texts;
        const auto& kind = kinds[random.below(kinds.size())];
        for (std::uint64_t n = 1 + random.below(6); n > 0; --n) texts.insert(kind[random.below(kind.size())]);
        if (random.below(8) == 0) texts.insert(kinds[3][random.below(kinds[3].size())]);
        SCOPED_TRACE(join(std::vector<std::string>(texts.begin(), texts.end()), " | "));
        const ViewAttribute made = *ViewAttribute::make("c", nullptr, texts_of(texts), refuse);
        const hierarchy::Hierarchy expected = below_one_top(texts);
        expect_equal(*made.hierarchy(), expected);
        EXPECT_EQ(made.attribute().intervals, expected.domain().is_numeric());
        for (const std::string& text : texts) EXPECT_EQ(made.find_code(text), expected.domain().find(text));
        const ViewAttribute with_null = *ViewAttribute::make("c", nullptr, texts_of(texts, true), refuse);
        expect_equal(*with_null.hierarchy(), expected.with_null());
    }
}

TEST(ViewAttribute, OfNumbersIsThatOfTheirTexts) {
    SeededRandom random(6);
    for (int i = 0; i < 200; ++i) {
        std::set<Int128> units;
        for (std::uint64_t n = 1 + random.below(20); n > 0; --n)
            units.insert(static_cast<Int128>(random.below(2000)) - 1000);
        const bool has_null = random.below(2) == 0, nodes_apart = random.below(2) == 0;
        const auto numbers = std::make_shared<const Domain>(
            Domain::of_numbers({units.begin(), units.end()}, 0, Domain::Kind::number, has_null));
        std::set<std::string> texts;
        for (Code code = 0; code < numbers->values(); ++code) texts.insert(numbers->label(code));
        const ViewAttribute made = *ViewAttribute::make("c", nullptr, numbers, refuse, nodes_apart);
        const ViewAttribute of_texts =
            *ViewAttribute::make("c", nullptr, texts_of(texts, has_null), refuse, nodes_apart);
        expect_equal(*made.hierarchy(), *of_texts.hierarchy());
        EXPECT_EQ(made.attribute().intervals, of_texts.attribute().intervals);
        for (Span span : {Span{0, 1}, made.hierarchy()->domain().whole()})
            EXPECT_EQ(made.text_of(span), of_texts.text_of(span));
    }
}

// Row by row, whatever the order of the values and of the leaves.
TEST(ViewAttribute, GivesEachRowTheLeafOfItsText) {
    const DghEdges towns{{"Hull", "north"}, {"York", "north"}, {"Bath", "south"}, {"north", "*"}, {"south", "*"}};
    const std::vector<std::vector<std::string>> values{
        {"York", "north", "Bath", "*"}, {"3", "1", "2"}, {"10", "9", "8.5"}, {"b", "*", "a"}, {"b", "a"}, {}};
    for (std::size_t v = 0; v < values.size(); ++v)
        for (const bool has_null : {false, true}) {
            const auto domain = std::make_shared<const Domain>(Domain::of_text(values[v], has_null));
            const ViewAttribute made = *ViewAttribute::make("c", v == 0 ? &towns : nullptr, domain, refuse);
            std::vector<Code> rows;
            for (Code code = domain->size(); code-- > 0;) rows.insert(rows.end(), {code, 0});
            if (domain->size() == 0) continue;
            const std::vector<Code> codes = made.codes(Column(domain, rows));
            ASSERT_EQ(codes.size(), rows.size());
            for (std::size_t row = 0; row < rows.size(); ++row)
                EXPECT_EQ(codes[row], has_null && rows[row] == domain->null_code()
                                          ? made.null_code()
                                          : made.code_of(domain->label(rows[row])));
        }
}

TEST(ViewAttribute, RefusesWhatItsDghLacks) {
    const DghEdges towns{{"Hull", "north"}, {"York", "north"}, {"north", "*"}};
    EXPECT_FALSE(ViewAttribute::make("town", &towns, texts_of({"Hull", "Bath"}), refuse));
    const auto top = ViewAttribute::make("town", &towns, texts_of({"Hull", "Bath"}), ViewDefinition::UnknownValue::top);
    ASSERT_TRUE(top);
    EXPECT_EQ(top->text_of(Span::of(top->code_of("Bath"))), "*");
}

}  // namespace attribute_test
}  // namespace scrim::views
