#include "methods/statdb/generalization_answer.h"

#include "methods/statdb/margins.h"
#include "methods/statdb/static_versions.h"
#include "tests/statdb/decompose.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>

namespace scrim::statdb {
namespace generalization_answer_test {

using namespace scrim::testing;

Rectangle random_rectangle(Random& random, const std::vector<Code>& domains) {
    Rectangle rectangle;
    for (std::size_t a = 0; a < domains.size(); ++a) {
        if (random.below(3) == 0) continue;
        const Code lo = static_cast<Code>(random.below(domains[a]));
        rectangle.sides.emplace_back(a, Span{lo, lo + 1 + static_cast<Code>(random.below(domains[a] - lo))});
    }
    return rectangle;
}

// Example 3: age 40 to 60, zip 20k to 60k, flu: [1, 2].
TEST(GeneralizationAnswer, AnswersThePapersThirdQuestion) {
    const StatTable table = make_stat_table(papers_table(), papers_buckets(), 2);
    const Rectangle rectangle{{{0, {40, 61}}, {1, {20, 61}}}};
    const std::vector<Span> flu{{0, 1}};
    const auto counts = margin_counts(table, 0, rectangle);
    std::uint32_t inside = UINT32_MAX;
    for (const auto& own : counts) inside = std::min(inside, own[0]);
    EXPECT_EQ(inside, 1u);                           // Helen and Jack
    EXPECT_EQ(groups_outside(counts, 4).found, 2u);  // Bob and David, Alice and Ken
    // The first bucket gives [1, 2]; the second has Linda, Mary and Paul, all inside: [1, 1].
    const GeneralizedCount whole = count_by_generalization(table, rectangle, flu);
    EXPECT_EQ(whole.interval.lower, 2u);
    EXPECT_EQ(whole.interval.upper, 3u);
}

// Table 1b and Table 2 as static versions: Q1 [2, 3] and [1, 5], Q2 [0, 4] and [1, 2]; and Table 3 by anatomy.
TEST(StaticVersions, AnswerThePapersQuestions) {
    const Records records = papers_table();
    const std::vector<Span> flu{{0, 1}};
    const Condition q1 = Condition::in(0, {{30, 51}}), q2 = Condition::in(1, {{20, 41}});
    const std::vector<std::uint32_t> first{0, 0, 1, 1, 2, 2, 3, 3, 3, 4, 4};
    const std::vector<std::uint32_t> second{0, 4, 2, 1, 1, 0, 3, 3, 3, 4, 2};
    const std::vector<std::uint32_t> same(11, 0);
    const auto answer = [&](const std::vector<std::uint32_t>& groups, const Condition& rows) {
        const StatTable table = make_stat_table(records, papers_buckets(), 2, {groups, groups, same});
        const CountInterval interval = count_by_static_generalization(table, *rectangle_of(rows, table.schema()), flu);
        return std::pair(interval.lower, interval.upper);
    };
    EXPECT_EQ(answer(first, q1), std::pair(2ul, 3ul));
    EXPECT_EQ(answer(first, q2), std::pair(0ul, 4ul));
    EXPECT_EQ(answer(second, q1), std::pair(1ul, 5ul));
    EXPECT_EQ(answer(second, q2), std::pair(1ul, 2ul));
    const StatTable table = make_stat_table(records, papers_buckets(), 2, {first, first, same});
    const CountInterval by_anatomy = count_by_static_anatomy(table, q1, flu);
    EXPECT_EQ(by_anatomy.lower, 2u);  // both of groups 2 and 3 are in the range, Linda alone of group 4
    EXPECT_EQ(by_anatomy.upper, 3u);
}

TEST(GeneralizationAnswer, HoldsTheTruthHasAWitnessAndIsNeverWiderThanThePapers) {
    SeededRandom random(1);
    for (int i = 0; i < 400; ++i) {
        const auto m = static_cast<std::uint32_t>(2 + random.below(3));
        const Records records = random_records(random, 4 * m + random.below(90), {9, 9, 5}, m + 2, m);
        const Bucketization buckets = make_buckets(records, m, &neighbors_builder(), 1, random);
        const StatTable table = make_stat_table(records, buckets, m);
        const Rectangle rectangle = random_rectangle(random, records.domains);
        const Code lo = static_cast<Code>(random.below(records.values));
        const std::vector<Span> values{{lo, lo + 1}};
        std::uint64_t truth = 0;
        for (std::size_t row = 0; row < records.size(); ++row) {
            bool inside = records.sensitive[row] == lo;
            for (const auto& [column, side] : rectangle.sides)
                inside = inside && side.contains(records.quasi_identifiers[column][row]);
            truth += inside;
        }
        const GeneralizedCount answer = count_by_generalization(table, rectangle, values);
        EXPECT_LE(answer.interval.lower, truth);
        EXPECT_GE(answer.interval.upper, truth);
        for (std::size_t b = 0; b < table.buckets(); ++b) {
            const auto counts = margin_counts(table, b, rectangle);
            std::uint32_t inside = UINT32_MAX;
            for (const auto& own : counts) inside = std::min(inside, own[0]);
            const auto margins = static_cast<unsigned>(2 * rectangle.sides.size());
            const OutsideGroups outside = groups_outside(counts, margins);
            EXPECT_LE(outside.found, outside.bound);
            const InAndOut papers = papers_g_count(table, b, rectangle, random);
            EXPECT_EQ(papers.inside, inside);
            EXPECT_GE(outside.found, papers.outside);
            const auto witness = g_decompose(table, b, rectangle, inside, outside.per_margin);
            ASSERT_TRUE(witness);
            const CountInterval real = interval_by_generalization(table, *witness, rectangle, 1);
            EXPECT_GE(real.lower, inside);
            EXPECT_LE(real.upper, table.groups(b) - outside.found);
        }
    }
}

// All ways to fill the margins are tried where there are few.
TEST(Margins, FindsAsManyGroupsAsThereAre) {
    SeededRandom random(2);
    int optimal = 0, cases = 0;
    for (int i = 0; i < 2000; ++i) {
        const unsigned margins = random.below(2) ? 2 : 4;
        std::vector<std::vector<std::uint32_t>> counts(2 + random.below(3));
        for (auto& own : counts) {
            own.assign(std::size_t{1} << margins, 0);
            for (std::size_t p = 1; p < own.size(); ++p) {
                if ((p & 3) == 3 || (p >> 2 & 3) == 3) continue;  // not below and above at once
                own[p] = static_cast<std::uint32_t>(random.below(3));
            }
        }
        const auto possible = [&](const std::vector<std::uint32_t>& filled) {
            for (std::size_t set = 1; set < std::size_t{1} << margins; ++set) {
                std::uint32_t wanted = 0;
                for (unsigned margin = 0; margin < margins; ++margin) wanted += set >> margin & 1 ? filled[margin] : 0;
                for (const auto& own : counts) {
                    std::uint32_t there = 0;
                    for (std::size_t p = 1; p < own.size(); ++p) there += p & set ? own[p] : 0;
                    if (wanted > there) return false;
                }
            }
            return true;
        };
        std::uint32_t most = 0;
        std::vector<std::uint32_t> filled(margins, 0);
        const std::function<void(unsigned)> each = [&](unsigned margin) {
            if (margin == margins) {
                most = std::max(most, std::accumulate(filled.begin(), filled.end(), 0u));
                return;
            }
            for (filled[margin] = 0; possible(filled); ++filled[margin]) each(margin + 1);
            filled[margin] = 0;
        };
        each(0);
        const OutsideGroups found = groups_outside(counts, margins);
        EXPECT_TRUE(possible(found.per_margin));
        EXPECT_EQ(std::accumulate(found.per_margin.begin(), found.per_margin.end(), 0u), found.found);
        EXPECT_LE(found.found, most);
        EXPECT_GE(found.bound, most);
        ++cases;
        optimal += found.found == most;
    }
    EXPECT_GE(optimal, cases * 99 / 100);
}

TEST(GeneralizationAnswer, RefusesWhatIsNoRectangle) {
    const StatSchema schema = papers_table().schema();
    EXPECT_TRUE(rectangle_of(Condition::always(), schema));
    EXPECT_FALSE(rectangle_of(Condition::in(0, {{1, 2}, {4, 5}}), schema));
    EXPECT_FALSE(rectangle_of(Condition::any_of({Condition::in(0, {{1, 2}}), Condition::in(1, {{1, 2}})}), schema));
    EXPECT_EQ(rectangle_of(Condition::any_of({}), schema)->sides.front().second, Span{});
}

}  // namespace generalization_answer_test
}  // namespace scrim::statdb
