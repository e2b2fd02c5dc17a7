#include "kernel/core/text.h"
#include "kernel/recode/bucket/cheapest_runs.h"
#include "kernel/recode/recoder.h"
#include "tests/recode/problem_maker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <set>

namespace scrim::recode {
namespace permutation_test {

using testing::expect_valid;
using ::testing::HasSubstr;
using testing::make_problem;
using testing::ProblemOf;

Result<Recoding> permute(const Problem& problem, const std::string& text = "permutation") {
    const Requirement wanted = *parse_requirement(text);
    const RecoderSpec& spec = *find_recoder("permutation");
    SCRIM_TRY(const models::Arguments arguments, models::Arguments::make(spec.name, spec.parameters, wanted.arguments));
    return recode(spec, problem, arguments, no_progress());
}

// People 0, 1, … with these salaries.
ProblemOf salaries(const std::vector<int>& numbers) {
    ProblemOf of;
    of.quasi_identifiers = {{"who", {}, {}}};
    of.sensitive = {{"salary", {}, {}}};
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        of.quasi_identifiers[0].values.push_back(std::to_string(i));
        of.sensitive[0].values.push_back(std::to_string(numbers[i]));
    }
    return of;
}

std::vector<std::vector<long>> groups_of(const Problem& problem, const Recoding& recoding) {
    std::vector<std::vector<long>> groups;
    const Column& values = problem.column(problem.dimensions());
    for (std::size_t c = 0; c < recoding.size(); ++c) {
        groups.emplace_back();
        for (const Member& member : recoding.members(c))
            groups.back().insert(groups.back().end(), member.records,
                                 static_cast<long>(values.domain().units(values[member.tuple])));
        std::sort(groups.back().begin(), groups.back().end());
    }
    return groups;
}

long sum_of_ranges(const std::vector<std::vector<long>>& groups) {
    long sum = 0;
    for (const auto& group : groups) sum += group.back() - group.front();
    return sum;
}

// The least sum over every partition of the records into groups that hold, whether consecutive or not.
std::optional<long> exhaustive(const Problem& problem) {
    std::vector<Member> records;
    for (std::uint32_t t = 0; t < problem.tuples->size(); ++t)
        for (std::uint32_t i = 0; i < problem.tuples->weights[t]; ++i) records.push_back({t, 1});
    const Column& values = problem.column(problem.dimensions());
    std::optional<long> least;
    std::vector<std::vector<Member>> groups;
    Demands::Scratch scratch;
    const auto place = [&](auto& self, std::size_t next) -> void {
        if (next == records.size()) {
            long sum = 0;
            for (const auto& group : groups) {
                if (!problem.demands.holds(group, scratch)) return;
                std::set<long> numbers;
                for (const Member& member : group)
                    numbers.insert(static_cast<long>(values.domain().units(values[member.tuple])));
                sum += *numbers.rbegin() - *numbers.begin();
            }
            if (!least || sum < *least) least = sum;
            return;
        }
        for (std::size_t g = 0; g < groups.size(); ++g) {
            groups[g].push_back(records[next]);
            self(self, next + 1);
            groups[g].pop_back();
        }
        groups.push_back({records[next]});
        self(self, next + 1);
        groups.pop_back();
    };
    place(place, 0);
    return least;
}

TEST(Permutation, CutsAtTheWidestGaps) {
    ProblemOf of = salaries({30, 10, 52, 11, 31, 50, 12, 33});
    of.require = {"ke_anonymity(k=2, e=2)"};
    const Problem problem = make_problem(of);
    const auto recoding = permute(problem);
    ASSERT_TRUE(recoding.ok());
    EXPECT_EQ(groups_of(problem, *recoding), (std::vector<std::vector<long>>{{10, 11, 12}, {30, 31, 33}, {50, 52}}));
    expect_valid(problem, *recoding, true);
}

TEST(Permutation, IsTheOptimumOverAllPartitions) {
    SeededRandom random(1);
    // Demands that more records of other values never break.
    const std::vector<std::vector<std::string>> demands = {
        {"ke_anonymity(k=2, e=3)"},    {"ke_anonymity(k=3, e=1)"},
        {"k_anonymity(k=2)"},          {"k_anonymity(k=3)", "ke_anonymity(k=2, e=0)"},
        {"l_diversity_distinct(l=2)"}, {"ke_anonymity(k=1, e=5)"}};
    int solved = 0;
    for (int round = 0; round < 300; ++round) {
        std::vector<int> numbers;
        const std::uint64_t size = 2 + random.below(7), spread = 2 + random.below(30);
        for (std::uint64_t i = 0; i < size; ++i) numbers.push_back(static_cast<int>(random.below(spread)));
        ProblemOf of = salaries(numbers);
        of.require = demands[random.below(demands.size())];
        const Problem problem = make_problem(of);
        const auto expected = exhaustive(problem);
        const auto recoding = permute(problem);
        ASSERT_EQ(recoding.ok(), expected.has_value());
        if (!recoding.ok()) continue;
        ++solved;
        EXPECT_EQ(sum_of_ranges(groups_of(problem, *recoding)), *expected);
        EXPECT_EQ(recoding->records(), problem.records());
        expect_valid(problem, *recoding, true);
    }
    EXPECT_GT(solved, 150);
}

TEST(Permutation, IsValidForAnyMonotoneDemands) {
    SeededRandom random(2);
    const std::vector<std::vector<std::string>> demands = {{"l_diversity_entropy(l=2.2)"},
                                                           {"t_closeness_ordered(t=0.3)"},
                                                           {"k_anonymity(k=4)", "l_diversity_recursive(c=2, l=2)"}};
    int solved = 0;
    for (int round = 0; round < 200; ++round) {
        std::vector<int> numbers;
        const std::uint64_t size = 5 + random.below(80), spread = 2 + random.below(60);
        for (std::uint64_t i = 0; i < size; ++i) numbers.push_back(static_cast<int>(random.below(spread)));
        ProblemOf of = salaries(numbers);
        of.require = demands[random.below(demands.size())];
        const Problem problem = make_problem(of);
        const auto recoding = permute(problem);
        EXPECT_EQ(recoding.ok(), problem.demands.why_impossible().empty());
        if (!recoding.ok()) continue;
        ++solved;
        EXPECT_EQ(recoding->records(), problem.records());
        expect_valid(problem, *recoding, true);
    }
    EXPECT_GT(solved, 80);
}

// The same groups of numbers, and the same people in them, for every table that the release could be of.
TEST(Permutation, TellsNothingByItsGroups) {
    for (const char* require : {"ke_anonymity(k=2, e=2)", "k_anonymity(k=2)", "l_diversity_distinct(l=2)"})
        for (std::vector<int> table : std::vector<std::vector<int>>{
                 {1, 2, 5, 6, 9}, {1, 1, 3, 4, 4, 8}, {1, 1, 1, 2, 2, 2}, {0, 1, 3, 7, 8, 9}}) {
            std::sort(table.begin(), table.end());
            do {
                ProblemOf of = salaries(table);
                of.require = {require};
                const Problem problem = make_problem(of);
                const auto recoding = permute(problem);
                if (!recoding.ok()) continue;
                const auto people = [&](const Recoding& from) {
                    std::vector<std::vector<Code>> all;
                    for (std::size_t c = 0; c < from.size(); ++c) {
                        all.emplace_back();
                        for (const Member& member : from.members(c))
                            all.back().push_back(problem.column(0)[member.tuple]);
                    }
                    return all;
                };
                const auto groups = people(*recoding);
                // Swap the numbers of two people of a group.
                for (const auto& group : groups)
                    for (const Code a : group)
                        for (const Code b : group) {
                            std::vector<int> swapped = table;
                            std::swap(swapped[a], swapped[b]);
                            ProblemOf other = salaries(swapped);
                            other.require = {require};
                            const Problem other_problem = make_problem(other);
                            const auto again = permute(other_problem);
                            ASSERT_TRUE(again.ok());
                            EXPECT_EQ(people(*again), groups);
                            EXPECT_EQ(groups_of(other_problem, *again), groups_of(problem, *recoding));
                        }
            } while (std::next_permutation(table.begin(), table.end()));
        }
}

TEST(Permutation, Refuses) {
    ProblemOf of;
    of.quasi_identifiers = {{"age", {"1", "2"}, {}}};
    of.sensitive = {{"disease", {"flu", "cold"}, {}}};
    of.require = {"k_anonymity(k=2)"};
    EXPECT_THAT(permute(make_problem(of)).error().message, HasSubstr("needs a numeric sensitive attribute"));
    of = salaries({1, 2, 3});
    of.require = {"ke_anonymity(k=4, e=1)"};
    EXPECT_THAT(permute(make_problem(of)).error().message, HasSubstr("the largest possible k is 3"));
}

TEST(CheapestRuns, MatchesTheQuadraticProgram) {
    SeededRandom random(3);
    for (int round = 0; round < 300; ++round) {
        const auto items = static_cast<std::uint32_t>(1 + random.below(40));
        std::vector<Uint128> gaps;
        std::vector<std::uint64_t> places{0};
        for (std::uint32_t i = 0; i < items; ++i) {
            gaps.push_back(random.below(10));
            if (i > 0) places.push_back(places.back() + static_cast<std::uint64_t>(gaps[i]));
        }
        const std::uint64_t size = 1 + random.below(6), range = random.below(20);
        const auto holds = [&](std::uint32_t begin, std::uint32_t end) {
            return end - begin >= size && places[end - 1] - places[begin] >= range;
        };
        std::vector<std::uint64_t> least(items + 1, UINT64_MAX);
        least[0] = 0;
        for (std::uint32_t end = 1; end <= items; ++end)
            for (std::uint32_t begin = 0; begin < end; ++begin)
                if (least[begin] != UINT64_MAX && holds(begin, end))
                    least[end] = std::min(least[end], least[begin] + places[end - 1] - places[begin]);
        const auto ends = recode::bucket::cheapest_runs(gaps, holds);
        ASSERT_EQ(ends.has_value(), least[items] != UINT64_MAX);
        if (!ends) continue;
        std::uint64_t sum = 0;
        std::uint32_t begin = 0;
        for (const std::uint32_t end : *ends) {
            EXPECT_TRUE(holds(begin, end));
            sum += places[end - 1] - places[begin];
            begin = end;
        }
        EXPECT_EQ(begin, items);
        EXPECT_EQ(sum, least[items]);
    }
}

}  // namespace permutation_test
}  // namespace scrim::recode
