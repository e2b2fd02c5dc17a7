#include "kernel/recode/bucket/anatomy.h"

#include "kernel/core/text.h"
#include "kernel/deal/draws.h"
#include "kernel/recode/recoder.h"
#include "tests/recode/problem_maker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

namespace scrim::recode {
namespace anatomy_test {

using testing::ColumnOf;
using testing::expect_valid;
using ::testing::HasSubstr;
using testing::make_problem;
using testing::ProblemOf;
using testing::random_table;

// Without merging groups of equal boxes, which mean nothing here.
Result<Recoding> anatomize(const Problem& problem, const std::string& text = "anatomy") {
    const Requirement wanted = *parse_requirement(text);
    const RecoderSpec& spec = *find_recoder("anatomy");
    SCRIM_TRY(const models::Arguments arguments, models::Arguments::make(spec.name, spec.parameters, wanted.arguments));
    return recode(spec, problem, arguments, no_progress());
}

// The values of each group, sorted.
std::multiset<std::vector<std::string>> sensitive_table(const Problem& problem, const Recoding& recoding) {
    std::multiset<std::vector<std::string>> groups;
    const Column& values = problem.column(problem.dimensions());
    for (std::size_t c = 0; c < recoding.size(); ++c) {
        std::vector<std::string> group;
        for (const Member& member : recoding.members(c))
            group.insert(group.end(), member.records, values.domain().label(values[member.tuple]));
        std::sort(group.begin(), group.end());
        groups.insert(std::move(group));
    }
    return groups;
}

// All records in groups of l or more values, each value once.
void expect_anatomy(const Problem& problem, const Recoding& recoding, std::size_t l) {
    EXPECT_EQ(recoding.records(), problem.records());
    EXPECT_EQ(recoding.size(), problem.records() / l);
    for (const auto& group : sensitive_table(problem, recoding)) {
        EXPECT_GE(group.size(), l);
        EXPECT_EQ(std::set<std::string>(group.begin(), group.end()).size(), group.size());
    }
    for (std::size_t c = 0; c < recoding.size(); ++c)
        EXPECT_TRUE(std::is_sorted(recoding.members(c).begin(), recoding.members(c).end()))
            << "the order of members must not tell who holds what";
}

TEST(GroupPlan, EndsWellForEveryCounts) {
    SeededRandom random(1);
    deal::Draws draws(random);
    // Every way to write n as a sum of counts, largest first.
    std::vector<std::uint32_t> counts;
    int plans = 0;
    const auto look = [&](std::uint32_t n) {
        for (std::uint32_t l = 2; counts.front() * l <= n; ++l) {
            const recode::bucket::GroupPlan plan = recode::bucket::plan_groups(counts, l, draws);
            ASSERT_EQ(plan.groups, n / l);
            std::vector<std::set<std::uint32_t>> groups(n / l);
            std::vector<std::uint32_t> seen(counts.size(), 0);
            plan.each([&](std::uint32_t group, std::uint32_t value) {
                EXPECT_TRUE(groups.at(group).insert(value).second) << "twice in a group";
                ++seen[value];
            });
            EXPECT_EQ(seen, counts);
            for (const auto& values : groups) EXPECT_GE(values.size(), l);
            ++plans;
        }
    };
    const auto all = [&](auto& self, std::uint32_t n, std::uint32_t left, std::uint32_t most) -> void {
        if (left == 0) return look(n);
        for (std::uint32_t count = std::min(left, most); count > 0; --count) {
            counts.push_back(count);
            self(self, n, left - count, count);
            counts.pop_back();
        }
    };
    for (std::uint32_t n = 2; n <= 18; ++n) all(all, n, n, n);
    EXPECT_GT(plans, 2000);
}

// Table 1 (a) of Xiao and Tao: Dynamic anonymization, SIGMOD 2008.
ProblemOf eleven_patients() {
    ProblemOf of;
    of.quasi_identifiers = {
        {"age", {"20", "23", "38", "42", "46", "48", "49", "52", "53", "59", "61"}, {}},
        {"zip",
         {"12000", "58000", "41000", "23000", "25000", "13000", "51000", "52000", "49000", "61000", "39000"},
         {}}};
    of.sensitive = {{"disease",
                     {"flu", "gastritis", "flu", "gastritis", "flu", "gastritis", "flu", "insomnia", "gastritis", "flu",
                      "gastritis"},
                     {}}};
    of.require = {"l_diversity_distinct(l=2)"};
    return of;
}

TEST(Anatomy, MakesThePapersSensitiveTable) {
    const Problem problem = make_problem(eleven_patients());
    for (int round = 0; round < 20; ++round) {
        const auto recoding = anatomize(problem);
        ASSERT_TRUE(recoding.ok());
        // Table 3 (b).
        EXPECT_EQ(sensitive_table(problem, *recoding),
                  (std::multiset<std::vector<std::string>>{{"flu", "gastritis"},
                                                           {"flu", "gastritis"},
                                                           {"flu", "gastritis"},
                                                           {"flu", "gastritis"},
                                                           {"flu", "gastritis", "insomnia"}}));
        expect_valid(problem, *recoding, true);
    }
}

TEST(Anatomy, GroupsTheSurveysPatients) {
    // Table III (a) of Fung, Wang, Chen, Yu: Privacy-preserving data publishing, 2010.
    ProblemOf of;
    of.quasi_identifiers = {{"age", {"30", "30", "30", "32", "32", "32", "36", "38", "38", "38"}, {}},
                            {"sex", {"M", "M", "M", "M", "M", "M", "F", "F", "F", "F"}, {}}};
    of.sensitive = {
        {"disease", {"Hepatitis", "Hepatitis", "HIV", "Hepatitis", "HIV", "HIV", "Flu", "Flu", "Heart", "Heart"}, {}}};
    of.require = {"confidence_bounding(h=0.5)"};
    const Problem problem = make_problem(of);
    const auto recoding = anatomize(problem);
    ASSERT_TRUE(recoding.ok()) << recoding.error().message;
    expect_anatomy(problem, *recoding, 2);
    EXPECT_EQ(recoding->details[1], (std::pair<std::string, std::string>("l", "2")));
}

TEST(Anatomy, IsValidOnRandomTables) {
    SeededRandom random(2);
    int solved = 0;
    for (int round = 0; round < 400; ++round) {
        ProblemOf of = random_table(random, 6 + random.below(100), 1 + random.below(3), 3 + random.below(6));
        const std::uint64_t l = 2 + random.below(4);
        of.require = {format("l_diversity_distinct(l={})", l)};
        if (random.below(2) == 0) of.require.push_back("k_anonymity(k=3)");
        if (random.below(3) == 0) of.require.push_back("l_diversity_entropy(l=2.5)");
        const Problem problem = make_problem(of);
        const auto recoding = anatomize(problem, random.below(2) == 0 ? "anatomy" : format("anatomy(l={})", l + 1));
        if (!recoding.ok()) {
            EXPECT_EQ(recoding.error().kind, Error::Kind::input);
            continue;
        }
        ++solved;
        expect_anatomy(problem, *recoding, std::stoul(recoding->details[1].second));
        expect_valid(problem, *recoding, true);
    }
    EXPECT_GT(solved, 150);
}

TEST(Anatomy, FindsTheSmallestL) {
    ProblemOf of;
    std::vector<std::string> ages, diseases;
    for (int i = 0; i < 40; ++i) {
        ages.push_back(std::to_string(20 + i));
        diseases.push_back(format("d{}", i % 8));
    }
    of.quasi_identifiers = {{"age", ages, {}}};
    of.sensitive = {{"disease", diseases, {}}};
    for (const auto& [require, l] :
         std::vector<std::pair<std::string, std::string>>{{"l_diversity_distinct(l=5)", "5"},
                                                          {"k_anonymity(k=4)", "4"},
                                                          {"l_diversity_entropy(l=6)", "6"},
                                                          {"confidence_bounding(h=0.34)", "3"},
                                                          {"k_anonymity(k=1)", "2"}}) {
        of.require = {require};
        EXPECT_EQ(anatomize(make_problem(of))->details[1].second, l) << require;
    }
    of.require = {"l_diversity_distinct(l=5)"};
    EXPECT_THAT(
        anatomize(make_problem(of), "anatomy(l=4)").error().message,
        HasSubstr("anatomy with l = 4 makes groups that do not satisfy l_diversity_distinct; give a larger l, at "
                  "most 8"));
}

TEST(Anatomy, SaysWhichValueStandsInTheWay) {
    ProblemOf of;
    of.quasi_identifiers = {{"age", {"1", "2", "3", "4", "5", "6", "7", "8", "9", "10"}, {}}};
    of.sensitive = {{"disease", {"flu", "flu", "flu", "flu", "a", "b", "c", "d", "e", "f"}, {}}};
    of.require = {"k_anonymity(k=2)"};
    EXPECT_EQ(
        anatomize(make_problem(of), "anatomy(l=5)").error().message,
        "value 'flu' of 'disease' holds 40 % of the 10 records, so l = 5 cannot be met; the largest possible l is "
        "2");
    of.require = {"l_diversity_distinct(l=3)"};
    EXPECT_EQ(
        anatomize(make_problem(of)).error().message,
        "anatomy cannot satisfy l_diversity_distinct: not even with l = 2, and a larger l is not possible because "
        "value 'flu' of 'disease' holds 40 % of the 10 records");
    of.sensitive.front().values = {"flu", "flu", "flu", "flu", "flu", "flu", "c", "d", "e", "f"};
    EXPECT_THAT(anatomize(make_problem(of)).error().message, HasSubstr("anatomy cannot be used"));
}

// Quasi-identifiers are exact in the release: a second sensitive attribute would stand beside them.
TEST(Anatomy, GroupsByTheOnlySensitiveAttribute) {
    ProblemOf of = eleven_patients();
    of.sensitive.push_back({"salary", {"1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11"}, {}});
    EXPECT_THAT(anatomize(make_problem(of)).error().message, HasSubstr("would stand beside them"));
    of.sensitive.pop_back();
    EXPECT_TRUE(anatomize(make_problem(of)).ok());
    EXPECT_THAT(anatomize(make_problem(of), "anatomy(attribute=zip)").error().message, HasSubstr("'disease'"));
}

}  // namespace anatomy_test
}  // namespace scrim::recode
