#include "kernel/risk/suda.h"
#include "tests/check/memory_source.h"
#include "tests/rounds.h"

#include <gtest/gtest.h>

#include <random>

namespace scrim::risk {
namespace suda_test {

using checking::Cell;
using checking::MemorySource;

Table table_of(std::vector<std::vector<Cell>> rows) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < rows[0].size(); ++i) names.push_back("c" + std::to_string(i));
    MemorySource source(names, std::move(rows));
    return *source.read(names, no_progress());
}

SudaReport scored(std::vector<std::vector<Cell>> rows, std::uint32_t largest, bool people = false,
                  std::optional<double> fraction = {}) {
    const Table table = table_of(std::move(rows));
    SudaSubject subject{.table = table, .columns = {}, .largest = largest, .fraction = fraction};
    for (std::size_t i = 0; i < table.width() - (people ? 1 : 0); ++i) subject.columns.push_back(i);
    if (people) subject.person = table.width() - 1;
    return *measure_suda(subject);
}

const std::vector<std::vector<Cell>> book = {
    {"20s", "male", "50k+", "highschool"},     {"20s", "male", "50k+", "highschool"},
    {"20s", "male", "50k-", "highschool"},     {"20s", "male", "50k-", "highschool"},
    {"20s", "female", "50k-", "university"},   {"20s", "female", "50k-", "highschool"},
    {"20s", "female", "50k-", "middleschool"}, {"60s", "male", "50k-", "university"}};

// sdcMicro's tests, "book example": scores 0, 0, 0, 0, 4, 2, 6, 8.
TEST(Suda, BookExample) {
    const SudaReport report = scored(book, 3);
    EXPECT_EQ(report.special, 4u);
    EXPECT_EQ(report.highest, 8);
    EXPECT_EQ(report.worst[0].second, "60s");
    EXPECT_EQ(report.sizes, (std::vector<std::uint64_t>{2, 4, 0}));
}

// sdcMicro's tests, "sdc guideline": scores 0, 0, 6, 0, 12, 0, 6, 10, 0, 0.
TEST(Suda, GuidelineExample) {
    const SudaReport report = scored({{"Urban", "Female", "Secondary incomplete", "Employed"},
                                      {"Urban", "Female", "Secondary incomplete", "Employed"},
                                      {"Urban", "Female", "Primary incomplete", "Non-LF"},
                                      {"Urban", "Male", "Secondary complete", "Employed"},
                                      {"Rural", "Female", "Secondary complete", "Unemployed"},
                                      {"Urban", "Male", "Secondary complete", "Employed"},
                                      {"Urban", "Female", "Primary complete", "Non-LF"},
                                      {"Urban", "Male", "Post-secondary", "Unemployed"},
                                      {"Urban", "Female", "Secondary incomplete", "Non-LF"},
                                      {"Urban", "Female", "Secondary incomplete", "Non-LF"}},
                                     3);
    EXPECT_EQ(report.special, 4u);
    EXPECT_EQ(report.highest, 12);
    EXPECT_EQ(report.worst[0].second, "Rural");
}

// sdcMicro's tests: contributions of 50, 37.5 and 37.5 percent. A set counts for each of its columns.
TEST(Suda, ContributionsOfColumns) {
    const SudaReport report = scored({{"2", "0", "0"}, {"1", "3", "6"}, {"1", "0", "0"}}, 3);
    ASSERT_EQ(report.columns.size(), 3u);
    EXPECT_DOUBLE_EQ(report.columns[0].second, 0.5);
    EXPECT_DOUBLE_EQ(report.columns[1].second, 0.375);
    EXPECT_DOUBLE_EQ(report.columns[2].second, 0.375);
}

// All sets of columns, all records: the last column says whose each is, where people are counted.
struct Slow {
    std::vector<std::uint64_t> sizes;
    std::set<std::string> special;
    double highest = 0;
};

Slow by_all_sets(const std::vector<std::vector<Cell>>& rows, std::size_t largest, bool people) {
    const std::size_t n = rows[0].size() - (people ? 1 : 0);
    largest = std::min(largest, n);
    Slow slow;
    slow.sizes.resize(largest);
    const auto owner = [&](std::size_t r) { return people ? *rows[r].back() : std::to_string(r); };
    const auto alone = [&](std::size_t r, unsigned set) {
        for (std::size_t other = 0; other < rows.size(); ++other) {
            bool equal = owner(other) != owner(r);
            for (std::size_t i = 0; i < n; ++i)
                if (set >> i & 1) equal &= rows[r][i] == rows[other][i];
            if (equal) return false;
        }
        return true;
    };
    std::set<std::vector<Cell>> seen;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        if (alone(r, 0) || !seen.insert(rows[r]).second) continue;
        double score = 0;
        for (unsigned set = 1; set < 1u << n; ++set) {
            const auto size = static_cast<std::size_t>(__builtin_popcount(set));
            if (size > largest || !alone(r, set)) continue;
            bool minimal = true;
            for (unsigned less = (set - 1) & set; less > 0; less = (less - 1) & set) minimal &= !alone(r, less);
            if (!minimal) continue;
            ++slow.sizes[size - 1];
            double added = 1;
            for (std::size_t i = size; i < largest; ++i) added *= static_cast<double>(n - i);
            score += added;
        }
        if (score > 0) slow.special.insert(owner(r));
        slow.highest = std::max(slow.highest, score);
    }
    return slow;
}

TEST(Suda, FindsWhatAllSetsOfColumnsShow) {
    std::mt19937 random(7);
    std::uint64_t found = 0;
    for (int round = 0; round < rounds(80); ++round) {
        const bool people = random() % 2;
        const std::size_t width = 1 + random() % 5;
        std::vector<std::vector<Cell>> rows(1 + random() % 14, std::vector<Cell>(width + (people ? 1 : 0)));
        for (auto& row : rows) {
            for (std::size_t i = 0; i < width; ++i)
                if (random() % 8) row[i] = std::to_string(random() % (2 + i % 3));
            if (people) row.back() = "p" + std::to_string(random() % 6);
        }
        for (const std::uint32_t largest : {1u, 2u, 3u, 9u}) {
            const SudaReport report = scored(rows, largest, people);
            const Slow slow = by_all_sets(rows, largest, people);
            ASSERT_EQ(report.sizes, slow.sizes) << round;
            ASSERT_EQ(report.special, slow.special.size()) << round;
            ASSERT_DOUBLE_EQ(report.highest, slow.highest) << round;
            found += report.special;
        }
    }
    EXPECT_GT(found, 100u);
}

// Four alone and two pairs: 0.1 * 4 / (0.1 * 4 + 2 * 0.9 * 2) = 0.1, so that 36 of 40 matches are wrong; by the scores
// 4, 2, 6, 8 to the power of -1.2, the last record has 36 * 0.0825 / 0.8237 = 3.60 of these.
TEST(DisSuda, BookExample) {
    const SudaReport report = scored(book, 3, false, 0.1);
    ASSERT_TRUE(report.dis);
    EXPECT_NEAR(report.dis->match, 0.1, 1e-12);
    EXPECT_NEAR(report.dis->highest, 0.21718, 5e-6);
    EXPECT_FALSE(scored(book, 3).dis);
    EXPECT_EQ(scored(book, 3, false, 1.0).dis->match, 1);
}

// Equal scores share the wrong matches equally; somebody's second record is no pair.
TEST(DisSuda, WhoeverScoresAlikeIsMatchedAlike) {
    const auto report = scored({{"1", "a"}, {"2", "b"}, {"3", "c"}, {"3", "d"}, {"4", "e"}, {"4", "e"}}, 1, true, 0.25);
    EXPECT_EQ(report.special, 3u);
    EXPECT_NEAR(report.dis->match, 0.25 * 3 / (0.25 * 3 + 0.75 * 2), 1e-12);
    EXPECT_NEAR(report.dis->highest, report.dis->match, 1e-12);
}

// The share of right ones among the population's matches with who is alone in the sample.
TEST(DisSuda, DisIsTheShareOfMatchesThatAreRight) {
    std::mt19937 random(11);
    std::vector<int> people(3000), of_class(1200), in_sample(1200);
    for (int& person : people) ++of_class[person = static_cast<int>(random() % 1200)];
    std::vector<std::vector<Cell>> rows;
    for (const int person : people)
        if (random() % 3 == 0) {
            ++in_sample[person];
            rows.push_back({std::to_string(person)});
        }
    double right = 0, matches = 0;
    for (std::size_t c = 0; c < of_class.size(); ++c)
        if (in_sample[c] == 1) {
            right += 1;
            matches += of_class[c];
        }
    EXPECT_NEAR(scored(rows, 1, false, 1.0 / 3).dis->match / (right / matches), 1, 0.05);
}

TEST(Suda, SixtyFiveColumnsAreRefused) {
    const Table table = table_of({std::vector<Cell>(65, "1")});
    SudaSubject subject{.table = table, .columns = {}};
    for (std::size_t i = 0; i < 65; ++i) subject.columns.push_back(i);
    const auto report = measure_suda(subject);
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().message, "SUDA scores records by up to 64 quasi-identifiers, not 65");
}

}  // namespace suda_test
}  // namespace scrim::risk
