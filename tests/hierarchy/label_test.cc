#include "kernel/hierarchy/label.h"

#include "kernel/core/number_text.h"
#include "kernel/hierarchy/hierarchy_text.h"

#include <gtest/gtest.h>

namespace scrim::hierarchy {
namespace label_test {

std::optional<Span> read(std::string_view label, const Domain& domain) { return span_of_label(label, domain, nullptr); }

Domain ages() {
    std::vector<Int128> values;
    for (int age = 0; age < 100; ++age) values.push_back(age);
    return Domain::of_numbers(std::move(values), 0, Domain::Kind::number, true);
}

TEST(SpanOfLabel, ReadsEveryIntervalNotation) {
    const Domain domain = ages();
    for (const std::string_view label :
         {"[20, 24]", "[20,24]", "[20, 25)", "[20, 25[", "(19, 24]", "]19, 24]", "(19, 25)", "[20-24]", "20-24",
          "20 - 24", "[19.5, 24.5]", "(19.5, 24.5)", " [ 20 , 24 ] "})
        EXPECT_EQ(read(label, domain), (Span{20, 25})) << label;
    EXPECT_EQ(read("<20", domain), (Span{0, 20}));
    EXPECT_EQ(read("< 20", domain), (Span{0, 20}));
    EXPECT_EQ(read("<=19", domain), (Span{0, 20}));
    EXPECT_EQ(read("<19.5", domain), (Span{0, 20}));
    EXPECT_EQ(read(">=65", domain), (Span{65, 100}));
    EXPECT_EQ(read(">64", domain), (Span{65, 100}));
    EXPECT_EQ(read(">=64.5", domain), (Span{65, 100}));
}

TEST(SpanOfLabel, ReadsIntervalsThatReachBeyondTheDomain) {
    const Domain domain = ages();
    EXPECT_EQ(read("[95, 1e30]", domain), (Span{95, 100}));
    EXPECT_EQ(read("[-1e38, 4]", domain), (Span{0, 5}));
    const Domain cents = Domain::of_numbers({100, 250}, 2);
    EXPECT_EQ(read("[-1e37, 1e37]", cents), (Span{0, 2}));
    EXPECT_EQ(read("[2, 99999999999999999999999999999999999999]", cents), (Span{1, 2}));
}

TEST(SpanOfLabel, ReadsSignsAndExponentsAroundTheDash) {
    const Domain domain = Domain::of_numbers({-30, -20, -10, 0, 10}, 1);
    EXPECT_EQ(read("-3--1", domain), (Span{0, 3}));
    EXPECT_EQ(read("[-2-1]", domain), (Span{1, 5}));
    EXPECT_EQ(read("1e-1-1", domain), (Span{4, 5}));
}

TEST(SpanOfLabel, ReadsDateIntervals) {
    const Domain domain = Domain::of_numbers(
        {*parse_date("2024-01-01"), *parse_date("2024-01-15"), *parse_date("2024-02-01")}, 0, Domain::Kind::date);
    EXPECT_EQ(read("[2024-01-01, 2024-01-31]", domain), (Span{0, 2}));
    EXPECT_EQ(read("2024-01-02-2024-03-01", domain), (Span{1, 3}));
    EXPECT_EQ(read(">=2024-02-01", domain), (Span{2, 3}));
    EXPECT_EQ(read("2024-01-15", domain), (Span{1, 2}));
}

TEST(SpanOfLabel, ReadsValuesStarAndNull) {
    const Domain domain = ages();
    EXPECT_EQ(read("20", domain), Span::of(20));
    EXPECT_EQ(read("20.0", domain), Span::of(20));
    EXPECT_EQ(read("*", domain), domain.whole());
    EXPECT_EQ(read("NULL", domain), Span::of(100));
}

TEST(SpanOfLabel, ReadsMasksOverRuns) {
    const Domain zip = Domain::of_text({"02138", "02139", "02141", "0213"});
    EXPECT_EQ(read("0213*", zip), std::nullopt);  // 0213 stands apart
    EXPECT_EQ(read("02***", zip), (Span{0, 4}));
    EXPECT_EQ(read("0214*", zip), Span::of(2));
    EXPECT_EQ(read("021*", zip), Span::of(3));
    EXPECT_EQ(read("*****", zip), (Span{0, 4}));
    EXPECT_EQ(read("9****", zip), std::nullopt);
    EXPECT_EQ(read("2*", ages()), std::nullopt);  // 2 and 20 to 29
    EXPECT_EQ(read("ä*", Domain::of_text({"äö", "b"})), Span::of(0));
}

TEST(SpanOfLabel, ReadsSetsWhoseValuesStandTogether) {
    const Domain domain = Domain::of_text({"a", "b", "c, d", "e\"f"}, true);
    EXPECT_EQ(read("{a, b}", domain), (Span{0, 2}));
    EXPECT_EQ(read("{b,a}", domain), (Span{0, 2}));
    EXPECT_EQ(read("{ a }", domain), Span::of(0));
    EXPECT_EQ(read("{\"c, d\", b}", domain), (Span{1, 3}));
    EXPECT_EQ(read("{\"e\"\"f\" , NULL}", domain), (Span{3, 5}));
    EXPECT_EQ(read("{a, \"c, d\"}", domain), std::nullopt);  // b stands between
    EXPECT_EQ(read("{a, z}", domain), std::nullopt);
    EXPECT_EQ(read("{[5, 9], 10, NULL}", ages()), std::nullopt);
    EXPECT_EQ(read("{[95, 99], NULL, 94}", ages()), (Span{94, 101}));
}

TEST(SpanOfLabel, ReadsNothingIntoOtherText) {
    const Domain domain = ages();
    for (const std::string_view label :
         {"",      " ",        "[",        "]",          "[]",        "[,]",    "-",    "--",      "[20", "20]", "[20]",
          "24-20", "[24, 20]", "(20, 21)", "[200, 300]", "<0",        ">99",    "<",    "<=",      ">=x", "{",   "}",
          "{}",    "{,}",      "{20",      "{\"20}",     "{\"20\"x}", "twenty", "20-x", "[x, 24]", "null"})
        EXPECT_EQ(read(label, domain), std::nullopt) << label;
    EXPECT_EQ(read("a-b", Domain::of_text({"a", "b"})), std::nullopt);
}

TEST(SpanOfLabel, TakesANameBeforeWhatItCouldBeReadAs) {
    const auto age = parse_hierarchy("1;0-4;*\n2;0-4;*\n3;late;*\n4;late;*\n", "test");
    ASSERT_TRUE(age.ok());
    EXPECT_EQ(span_of_label("0-4", age->domain(), &*age), (Span{0, 2}));
    EXPECT_EQ(span_of_label("0-4", age->domain(), nullptr), (Span{0, 4}));
    EXPECT_EQ(span_of_label("late", age->domain(), &*age), (Span{2, 4}));
    EXPECT_EQ(span_of_label("{1, 2, late}", age->domain(), &*age), (Span{0, 4}));
    const Domain salary = Domain::of_text({">50K", "<=50K"});
    EXPECT_EQ(read(">50K", salary), Span::of(0));
}

TEST(LabelOfSpan, PrintsValuesNodesRunsAndStar) {
    const auto age = parse_hierarchy("1;young;*\n2;young;*\n3;old;*\n4.5;old;*\n", "test");
    ASSERT_TRUE(age.ok());
    EXPECT_EQ(label_of_span({0, 2}, age->domain(), &*age), "young");
    EXPECT_EQ(label_of_span({0, 2}, age->domain(), nullptr), "[1, 2]");
    EXPECT_EQ(label_of_span({1, 4}, age->domain(), &*age), "[2, 4.5]");
    EXPECT_EQ(label_of_span({3, 4}, age->domain(), &*age), "4.5");
    EXPECT_EQ(label_of_span({0, 4}, age->domain(), &*age), "*");
    const Hierarchy wider = age->with_null();
    EXPECT_EQ(label_of_span({1, 5}, wider.domain(), &wider), "{[2, 4.5], NULL}");
    EXPECT_EQ(label_of_span({3, 5}, wider.domain(), &wider), "{4.5, NULL}");
    EXPECT_EQ(label_of_span({4, 5}, wider.domain(), &wider), "NULL");
}

TEST(LabelOfSpan, PrintsRunsOfTextAsSets) {
    const Domain domain = Domain::of_text({"a", "b, c", "d", ""});
    EXPECT_EQ(label_of_span({0, 2}, domain, nullptr), "{a, \"b, c\"}");
    EXPECT_EQ(label_of_span({2, 4}, domain, nullptr), "{d, \"\"}");
}

// A value that is called as a set would be, and one that is called as missing values are.
TEST(LabelOfSpan, IsNotMistakenForAValue) {
    const Domain sets = Domain::of_text({"a", "b", "c", "{a, b}"});
    EXPECT_EQ(label_of_span({0, 2}, sets, nullptr), "{\"a\", \"b\"}");
    EXPECT_EQ(label_of_span({1, 3}, sets, nullptr), "{b, c}");
    EXPECT_EQ(read("{\"a\", \"b\"}", sets), (Span{0, 2}));
    EXPECT_EQ(read("{a, b}", sets), Span::of(3));
    const auto named = parse_hierarchy("a;{a, b};*\nb;rest;*\nc;rest;*\n", "test");
    ASSERT_TRUE(named.ok());
    const std::string label = label_of_span({0, 2}, named->domain(), &*named);
    EXPECT_EQ(span_of_label(label, named->domain(), &*named), (Span{0, 2})) << label;
    const Domain nulls = Domain::of_text({"NULL", "a"}, true);
    EXPECT_EQ(label_of_span({0, 2}, nulls, nullptr), "{\"NULL\", a}");
    EXPECT_EQ(label_of_span({1, 3}, nulls, nullptr), "{a, NULL}");
    EXPECT_EQ(read("{\"NULL\", a}", nulls), (Span{0, 2}));
    EXPECT_EQ(read("{a, NULL}", nulls), (Span{1, 3}));
}

TEST(LabelOfSpan, IsReadBackAsTheSameSpan) {
    const Domain domains[] = {
        Domain::of_text({"a", "b, c", "{d}", " e", "f\"", "(g", "", "h]"}, true),
        Domain::of_numbers({-205, -1, 0, 3, 100}, 1, Domain::Kind::number, true),
        Domain::of_numbers({-1, 0, 59, 20000}, 0, Domain::Kind::date),
        Domain::of_numbers({-1, 0, 1'000'000, 86'400'000'001}, 0, Domain::Kind::timestamp, true),
    };
    for (const Domain& domain : domains)
        for (Code lo = 0; lo < domain.size(); ++lo)
            for (Code hi = lo + 1; hi <= domain.size(); ++hi) {
                const std::string label = label_of_span({lo, hi}, domain, nullptr);
                EXPECT_EQ(read(label, domain), (Span{lo, hi})) << label;
            }
}

}  // namespace label_test
}  // namespace scrim::hierarchy
