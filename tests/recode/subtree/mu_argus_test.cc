// mu-Argus: every combination is counted again, slowly; and what it does not promise is shown.
#include "kernel/core/text.h"
#include "kernel/recode/subtree/cell_suppression.h"
#include "tests/recode/problem_maker.h"
#include "tests/rounds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <map>

namespace scrim::recode {
namespace mu_argus_test {

using testing::ColumnOf;
using testing::expect_valid;
using ::testing::HasSubstr;
using testing::make_problem;
using testing::ProblemOf;
using testing::random_table;
using testing::run;

// One printed record: a span per column.
using Printed = std::vector<Span>;

std::vector<std::pair<Printed, std::uint64_t>> printed(const Recoding& recoding) {
    std::vector<std::pair<Printed, std::uint64_t>> rows;
    for (std::size_t c = 0; c < recoding.size(); ++c)
        rows.emplace_back(Printed(recoding.box(c).begin(), recoding.box(c).end()), recoding.records(c));
    return rows;
}

// The records of the rarest combination of what is printed on m columns, or fewer.
std::uint64_t rarest(const std::vector<std::pair<Printed, std::uint64_t>>& rows, int m) {
    std::uint64_t least = UINT64_MAX;
    const std::size_t columns = rows.front().first.size();
    for (std::uint32_t chosen = 1; chosen < 1u << columns; ++chosen) {
        if (std::popcount(chosen) > m) continue;
        std::map<Printed, std::uint64_t> counts;
        for (const auto& [cells, records] : rows) {
            Printed combination;
            for (std::size_t a = 0; a < columns; ++a)
                if ((chosen >> a & 1) != 0) combination.push_back(cells[a]);
            counts[combination] += records;
        }
        for (const auto& [combination, records] : counts) least = std::min(least, records);
    }
    return least;
}

std::uint64_t rarest_of_all(const std::vector<std::pair<Printed, std::uint64_t>>& rows) {
    return rarest(rows, static_cast<int>(rows.front().first.size()));
}

// The attack: all 16 rows of four columns of two values. Three columns show every combination twice, so that nothing
// is changed; who knows four finds everybody.
TEST(MuArgus, MayLeaveEverybodyAlone) {
    ProblemOf of;
    for (int a = 0; a < 4; ++a) {
        ColumnOf column{format("q{}", a), {}};
        for (int row = 0; row < 16; ++row) column.values.push_back((row >> a & 1) != 0 ? "yes" : "no");
        of.quasi_identifiers.push_back(column);
    }
    of.require = {"k_combinations(k=2, m=3)"};
    const Problem problem = make_problem(of);
    const auto recoding = run("mu_argus", problem);
    ASSERT_TRUE(recoding.ok());
    EXPECT_EQ(loss_of(problem, *recoding), 0);
    EXPECT_EQ(rarest(printed(*recoding), 3), 2u);
    EXPECT_EQ(rarest_of_all(printed(*recoding)), 1u);
    EXPECT_EQ(recoding->size(), 16u);
    of.require = {"k_combinations(k=2, m=4)"};
    const auto safe = run("mu_argus", make_problem(of));
    ASSERT_TRUE(safe.ok());
    EXPECT_GE(rarest_of_all(printed(*safe)), 2u);
}

TEST(MuArgus, CountsEveryCombination) {
    SeededRandom random(71);
    int suppressed = 0, alone = 0;
    for (int round = 0; round < rounds(80); ++round) {
        const int m = 1 + static_cast<int>(random.below(3)), k = 2 + static_cast<int>(random.below(4));
        ProblemOf of = random_table(random, 20 + random.below(80), 2 + random.below(3), 2);
        of.require = {format("k_combinations(k={}, m={})", k, m)};
        const Problem problem = make_problem(of);
        const auto recoding = run("mu_argus", problem);
        ASSERT_TRUE(recoding.ok());
        expect_valid(problem, *recoding);
        EXPECT_EQ(recoding->records(), problem.records());
        EXPECT_GE(rarest(printed(*recoding), m), static_cast<std::uint64_t>(k));
        for (const auto& [what, detail] : recoding->details) suppressed += what == "suppressed cells" && detail != "0";
        alone += rarest_of_all(printed(*recoding)) < static_cast<std::uint64_t>(k);
    }
    EXPECT_GT(suppressed, 20);
    EXPECT_GT(alone, 10);
}

// Of tiny tables without hierarchies every set of cells is tried: the fewest that must go.
int fewest_cells(const std::vector<std::vector<std::string>>& columns, int m, std::uint64_t k) {
    const std::size_t d = columns.size(), n = columns.front().size();
    int fewest = static_cast<int>(n * d);
    for (std::uint32_t gone = 0; gone < 1u << (n * d); ++gone) {
        if (std::popcount(gone) >= fewest) continue;
        bool holds = true;
        for (std::uint32_t chosen = 1; chosen < 1u << d && holds; ++chosen) {
            if (std::popcount(chosen) > m) continue;
            std::map<std::vector<std::string>, std::uint64_t> counts;
            for (std::size_t row = 0; row < n; ++row) {
                std::vector<std::string> combination;
                for (std::size_t a = 0; a < d; ++a)
                    if ((chosen >> a & 1) != 0)
                        combination.push_back((gone >> (row * d + a) & 1) != 0 ? "*" : columns[a][row]);
                ++counts[combination];
            }
            for (const auto& [combination, count] : counts) holds = holds && count >= k;
        }
        if (holds) fewest = std::popcount(gone);
    }
    return fewest;
}

TEST(MuArgus, SuppressesFewCellsMoreThanNeeded) {
    SeededRandom random(72);
    int best = 0;
    std::uint64_t reached = 0;
    for (int round = 0; round < rounds(12); ++round) {
        ProblemOf of;
        std::vector<std::vector<std::string>> columns(2);
        for (std::size_t a = 0; a < columns.size(); ++a) {
            for (int row = 0; row < 6; ++row) columns[a].push_back(format("v{}", random.below(3)));
            of.quasi_identifiers.push_back({format("q{}", a), columns[a]});
        }
        of.require = {"k_combinations(k=2, m=2)"};
        const Problem problem = make_problem(of);
        const auto asked = subtree::AskedColumns::of(problem);
        std::vector<Cut> exact;
        for (const auto& attribute : problem.quasi_identifiers) exact.push_back(cut_at_level(attribute, 0));
        subtree::CellSuppression cells(problem, *asked, exact);
        ASSERT_TRUE(cells.suppress());
        cells.restore();
        EXPECT_GE(rarest(printed(cells.recoding()), 2), 2u);
        const int fewest = fewest_cells(columns, 2, 2);
        EXPECT_GE(cells.cells(), static_cast<std::uint64_t>(fewest));
        best += fewest;
        reached += cells.cells();
    }
    EXPECT_GT(best, 10);
    EXPECT_LE(static_cast<double>(reached), 1.5 * best);
}

// The table of Sweeney's comparison of Datafly and mu-Argus.
TEST(MuArgus, SweeneysTable) {
    const std::vector<std::string> births = {"9/1965",  "2/1965", "10/1965", "8/1965", "11/1964", "12/1964",
                                             "10/1964", "3/1965", "8/1964",  "5/1964", "2/1967",  "3/1967"};
    ColumnOf birth{"birth", births};
    for (const std::string& value : births) birth.hierarchy.push_back({value, value.substr(value.find('/') + 1), "*"});
    std::sort(birth.hierarchy.begin(), birth.hierarchy.end(),
              [](const auto& a, const auto& b) { return a[1] != b[1] ? a[1] < b[1] : a[0] < b[0]; });
    ProblemOf of;
    of.quasi_identifiers = {
        {"race",
         {"black", "black", "black", "black", "black", "black", "white", "white", "white", "white", "white", "white"}},
        birth,
        {"sex",
         {"male", "male", "female", "female", "female", "female", "male", "female", "male", "male", "male", "male"}},
        {"zip",
         {"z02141", "z02141", "z02138", "z02138", "z02138", "z02138", "z02138", "z02139", "z02139", "z02139", "z02138",
          "z02138"}}};
    of.require = {"k_combinations(k=2, m=3)"};
    const Problem problem = make_problem(of);
    const auto recoding = run("mu_argus", problem);
    ASSERT_TRUE(recoding.ok());
    EXPECT_GE(rarest(printed(*recoding), 3), 2u);
    EXPECT_LT(*loss_of(problem, *recoding), 0.4) << "births become years, and a few cells go";
}

TEST(MuArgus, ServesNamedSetsOfColumnsAndNothingElse) {
    SeededRandom random(73);
    ProblemOf of = random_table(random, 60, 3, 3);
    of.require = {"k_anonymity(k=4, qid=[[q0, q1], [q2]])"};
    const Problem problem = make_problem(of);
    const auto recoding = run("mu_argus", problem);
    ASSERT_TRUE(recoding.ok()) << recoding.error().message;
    std::map<Printed, std::uint64_t> pairs, singles;
    for (const auto& [cells, records] : printed(*recoding)) {
        pairs[{cells[0], cells[1]}] += records;
        singles[{cells[2]}] += records;
    }
    for (const auto& [cells, records] : pairs) EXPECT_GE(records, 4u);
    for (const auto& [cells, records] : singles) EXPECT_GE(records, 4u);
    of.require = {"k_combinations(k=2)", "l_diversity_distinct(l=2)"};
    EXPECT_THAT(run("mu_argus", make_problem(of)).error().message, HasSubstr("cannot serve l_diversity_distinct"));
}

// Where a column may not print "*", only others can.
TEST(MuArgus, SuppressesNothingBeyondMaxLevel) {
    ProblemOf of;
    of.quasi_identifiers = {{"sex", {"m", "m", "m", "f"}, {}, 1, 0}, {"age", {"a", "a", "b", "b"}}};
    of.require = {"k_combinations(k=2)"};
    EXPECT_THAT(run("mu_argus", make_problem(of)).error().message, HasSubstr("max_level"));
}

}  // namespace mu_argus_test
}  // namespace scrim::recode
