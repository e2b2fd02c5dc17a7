// Plans of releases that part sensitive values from their records: anatomy and permutation. Chance deals once.
#include "scrim/plan.h"
#include "scrim/policy.h"
#include "tests/library/random_frames.h"
#include "tests/rounds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <sstream>

namespace scrim::testing {
namespace parted_plan_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Every record says twice what its value is: the second column is released as it is, which shows whose group is whose.
RandomColumns patients(Random& random, std::size_t rows) {
    RandomColumns columns = {{"age", {}, true}, {"zip", {}}, {"disease", {}, true}, {"truth", {}, true}};
    for (std::size_t row = 0; row < rows; ++row) {
        const std::string disease = std::to_string(1 + random.below(5));
        columns[0].cells.emplace_back(std::to_string(30 + random.below(4)));
        columns[1].cells.emplace_back("0" + std::to_string(random.below(3)));
        columns[2].cells.emplace_back(disease);
        columns[3].cells.emplace_back(disease);
    }
    return columns;
}

PublishRequest request_of(const std::string& algorithm) {
    PublishRequest request;
    request.policy.columns = {{.name = "age", .role = Role::quasi_identifier},
                              {.name = "zip", .role = Role::quasi_identifier},
                              {.name = "disease", .role = Role::sensitive},
                              {.name = "truth", .role = Role::insensitive}};
    request.policy.columns[1].hierarchy_text = "00,0*,*\n01,0*,*\n02,0*,*\n";
    request.policy.accept_exact = {"truth"};
    request.policy.rows_are_persons = true;
    request.policy.require = {*parse_requirement("l_diversity_distinct(l=2)")};
    request.policy.algorithm = algorithm;
    return request;
}

using Counts = std::map<std::pair<std::string, std::string>, std::uint64_t>;

// How often each pair of values of two columns occurs, times a third one where it is named.
void add_pairs(const Frame& frame, const std::string& a, const std::string& b, Counts& counts,
               const std::string& times = "") {
    if (frame.rows() == 0) return;
    TableInput input = input_of(frame);
    for (const std::string& name : {a, b}) input.columns.push_back({name, ColumnType::category});
    const auto source = library::open_table(input);
    const Table table = *(*source)->read((*source)->columns(), no_progress());
    const auto cell = [&](const std::string& name, std::size_t row) {
        const Column& column = table[table.find(name).value()];
        return column.domain().label(column[row]);
    };
    for (std::size_t row = 0; row < table.rows(); ++row)
        counts[{cell(a, row), cell(b, row)}] += times.empty() ? 1 : std::stoull(cell(times, row));
}

struct Parts {
    RandomColumns columns;
    std::vector<Frame> frames;
    std::vector<Histogram> histograms;
    Plan plan;
    std::vector<Plan> shares;
};

Parts planned(const std::string& algorithm, Random& random) {
    Parts parts;
    parts.columns = patients(random, 60 + random.below(60));
    PublishRequest request = request_of(algorithm);
    for (const auto& rows : random_parts(parts.columns, 3, random)) {
        parts.frames.push_back(frame_of(parts.columns, rows));
        parts.histograms.push_back(*Histogram::of(input_of(parts.frames.back()), request.policy, no_progress()));
    }
    request.table.histogram = *Histogram::merged(parts.histograms);
    const auto plan = Plan::make(request, no_progress());
    EXPECT_TRUE(plan.ok()) << plan.error().message;
    parts.plan = *Plan::parse(plan->serialize());
    EXPECT_EQ(parts.plan.serialize(), plan->serialize());
    parts.shares = parts.plan.has_shares() ? *parts.plan.shares(parts.histograms, no_progress())
                                           : std::vector<Plan>(parts.frames.size(), parts.plan);
    return parts;
}

// The released parts, one after the other.
std::vector<Frame> released(const Parts& parts) {
    std::vector<Frame> made;
    for (std::size_t p = 0; p < parts.frames.size(); ++p) {
        const auto carried = Plan::parse(parts.shares[p].serialize());
        EXPECT_TRUE(carried.ok()) << carried.error().message;
        const auto part = carried->apply(input_of(parts.frames[p]), no_progress());
        EXPECT_TRUE(part.ok()) << part.error().message;
        EXPECT_EQ(part->records, parts.frames[p].rows());
        made.push_back(part->frame);
    }
    return made;
}

// Every group has at least two values, none more often than one in two.
void expect_diverse(const Counts& groups) {
    std::map<std::string, std::set<std::string>> values;
    for (const auto& [pair, count] : groups) values[pair.first].insert(pair.second);
    for (const auto& [group, own] : values) EXPECT_GE(own.size(), 2u) << group;
}

TEST(PartedPlan, AnatomyCountsEachGroupsValuesOverAllParts) {
    SeededRandom random(5);
    for (int round = 0; round < rounds(3); ++round) {
        const Parts parts = planned("anatomy", random);
        EXPECT_THAT(parts.plan.columns(), ElementsAre("age", "zip", "truth", "group"));
        EXPECT_TRUE(parts.plan.owner_only());
        ASSERT_TRUE(parts.plan.has_values());
        const auto values = parts.plan.values();
        ASSERT_TRUE(values.ok());
        EXPECT_THAT(values->columns(), ElementsAre("group", "disease", "count"));
        Counts said, true_ones;
        add_pairs(*values, "group", "disease", said, "count");
        for (const Frame& frame : released(parts)) add_pairs(frame, "group", "truth", true_ones);
        EXPECT_EQ(said, true_ones);
        expect_diverse(said);
    }
}

TEST(PartedPlan, PermutationDealsEachGroupsValuesOverAllParts) {
    SeededRandom random(6);
    std::uint64_t moved = 0, all = 0;
    for (int round = 0; round < rounds(3); ++round) {
        const Parts parts = planned("permutation", random);
        EXPECT_THAT(parts.plan.columns(), ElementsAre("age", "zip", "disease", "truth", "group"));
        EXPECT_FALSE(parts.plan.has_values());
        Counts dealt, true_ones, beside;
        for (const Frame& frame : released(parts)) {
            add_pairs(frame, "group", "disease", dealt);
            add_pairs(frame, "group", "truth", true_ones);
            add_pairs(frame, "disease", "truth", beside);
        }
        EXPECT_EQ(dealt, true_ones);
        expect_diverse(dealt);
        for (const auto& [pair, count] : beside) {
            all += count;
            if (pair.first != pair.second) moved += count;
        }
    }
    // Of a group of two different values, half of the records get the other one's.
    EXPECT_GT(moved * 4, all);
    EXPECT_LT(moved, all);
}

// A task that is tried again deals alike; a plan that is made again does not.
TEST(PartedPlan, ChanceDealsWhenThePlanIsMade) {
    for (const char* algorithm : {"anatomy", "permutation"}) {
        SeededRandom random(7), same(7);
        const Parts parts = planned(algorithm, random), again = planned(algorithm, same);
        std::set<std::string> tried;
        for (int times = 0; times < 3; ++times) {
            std::ostringstream all;
            for (const Frame& frame : released(parts))
                for (const auto& [row, count] : rows_of(input_of(frame))) all << row << count << "\n";
            tried.insert(all.str());
        }
        EXPECT_EQ(tried.size(), 1u) << algorithm;
        EXPECT_NE(parts.plan.serialize(), again.plan.serialize()) << algorithm;
    }
}

TEST(PartedPlan, RefusesWhatItDoesNotKnow) {
    SeededRandom random(8);
    const Parts parts = planned("anatomy", random);
    const Policy policy = request_of("anatomy").policy;
    EXPECT_THAT(parts.plan.evidence(input_of(parts.frames[0]), policy, no_progress()).error().message,
                HasSubstr("judged when the plan was made"));
    const RandomColumns other = {
        {"age", {"99"}, true}, {"zip", {"00"}}, {"disease", {"1"}, true}, {"truth", {"1"}, true}};
    EXPECT_THAT(parts.plan.apply(input_of(frame_of(other, {0})), no_progress()).error().message,
                HasSubstr("'99', which the plan does not know"));
    const Parts permuted = planned("permutation", random);
    EXPECT_THAT(permuted.plan.values().error().message, HasSubstr("only anatomized releases"));
    // Any byte that is lost or changed at the end, where the values are.
    const std::string bytes = parts.plan.serialize();
    EXPECT_FALSE(Plan::parse(std::string_view(bytes).substr(0, bytes.size() - 1)).ok());
}

}  // namespace parted_plan_test
}  // namespace scrim::testing
