// A release made in parts is the release made at once: for every algorithm that generalizes.
#include "scrim/plan.h"
#include "kernel/core/sealed_bytes.h"
#include "kernel/recode/recoder.h"
#include "scrim/check.h"
#include "scrim/evidence.h"
#include "scrim/policy.h"
#include "tests/library/census.h"
#include "tests/rounds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

namespace scrim::testing {
namespace plan_test {

using ::testing::HasSubstr;

class PlanTest : public ::testing::Test {
protected:
    PlanTest() {
        std::string name = (std::filesystem::temp_directory_path() / "scrim-plan-XXXXXX").string();
        folder_ = ::mkdtemp(name.data());
    }
    ~PlanTest() override { std::filesystem::remove_all(folder_); }

    // The rows that publish releases at once.
    std::map<std::string, std::uint64_t> published(PublishRequest request, const Frame& whole) {
        request.table = input_of(whole);
        request.out = folder_ + "/release";
        request.force = true;
        const auto report = publish(request, no_progress());
        EXPECT_TRUE(report.ok()) << report.error().message;
        if (!report) return {};
        TableInput data;
        data.path = request.out + "/data.csv";
        data.plain = true;
        return rows_of(data);
    }

    std::string folder_;
};

struct Made {
    Histogram histogram;
    std::vector<Histogram> parts;
    std::vector<Frame> frames;
};

Made histograms(const RandomColumns& columns, const Policy& policy, std::size_t parts, Random& random) {
    Made made;
    for (const auto& rows : random_parts(columns, parts, random)) {
        made.frames.push_back(frame_of(columns, rows));
        const auto part = Histogram::of(input_of(made.frames.back()), policy, no_progress());
        EXPECT_TRUE(part.ok()) << part.error().message;
        made.parts.push_back(*Histogram::parse(part->serialize()));
    }
    made.histogram = *Histogram::merged(made.parts);
    return made;
}

// What the parts release, and the evidence of it.
struct Applied {
    std::map<std::string, std::uint64_t> rows;
    std::uint64_t records = 0, suppressed = 0, unknown = 0;
    Evidence evidence;
};

Applied applied(const Plan& plan, const Made& made, const Policy& policy) {
    std::vector<Plan> plans(made.parts.size(), plan);
    if (plan.has_shares()) {
        auto shares = plan.shares(made.parts, no_progress());
        EXPECT_TRUE(shares.ok()) << shares.error().message;
        plans = *shares;
    }
    Applied all;
    std::vector<Evidence> evidence;
    for (std::size_t p = 0; p < plans.size(); ++p) {
        const auto carried = Plan::parse(plans[p].serialize());
        EXPECT_TRUE(carried.ok()) << carried.error().message;
        EXPECT_EQ(carried->serialize(), plans[p].serialize());
        const auto part = carried->apply(input_of(made.frames[p]), no_progress());
        EXPECT_TRUE(part.ok()) << part.error().message;
        if (!part) continue;
        EXPECT_EQ(part->frame.columns(), plan.columns());
        EXPECT_EQ(part->records, part->frame.rows());
        all.records += part->records;
        all.suppressed += part->suppressed;
        all.unknown += part->unknown;
        for (const auto& [row, times] : rows_of(input_of(part->frame))) all.rows[row] += times;
        const auto found = Evidence::of(input_of(part->frame), policy, no_progress());
        EXPECT_TRUE(found.ok()) << found.error().message;
        evidence.push_back(*Evidence::parse(found->serialize()));
    }
    all.evidence = *Evidence::merged(evidence);
    return all;
}

TEST_F(PlanTest, PartsReleaseWhatPublishReleases) {
    SeededRandom random(18);
    const std::vector<std::vector<std::string>> requirements = {{"k_anonymity(k=3)"},
                                                                {"k_anonymity(k=2)", "l_diversity_distinct(l=2)"},
                                                                {"k_combinations(k=2, size=2)"},
                                                                {"alpha_k_anonymity(alpha=0.6, k=2)"}};
    std::set<std::string> served, refusals, expected;
    for (const recode::RecoderSpec* recoder : recode::recoders()) {
        if (recoder->form != recode::Form::generalized || recoder->generalizes_sensitive) continue;
        expected.insert(recoder->name);
        int released = 0;
        // Once with each, and more often where none could be served.
        for (std::size_t turn = 0; turn < (released > 0 ? 1 : 8) * requirements.size() && released < 2; ++turn) {
            const std::size_t r = turn % requirements.size();
            for (int round = 0; round < rounds(1); ++round) {
                SCOPED_TRACE(recoder->name + " " + requirements[r].front());
                const RandomColumns columns = census(random, 40 + random.below(40));
                PublishRequest request;
                request.policy = census_policy(requirements[r], recoder->name);
                if (r != 2) request.policy = varied(request.policy, random);
                if (recoder->suppresses && random.below(2) == 0) request.policy.suppress = "20%";
                if (recoder->looks_at_target) request.target = "income";
                if (recoder->looks_at_workload) request.workload = "random(n=5, seed=1)";
                const Made made = histograms(columns, request.policy, 1 + random.below(4), random);
                request.table.histogram = made.histogram;
                const auto plan = Plan::make(request, no_progress());
                if (!plan && refusals.insert(recoder->name).second) {
                    // What the algorithm does not serve, publish refuses in the same words.
                    request.table = input_of(frame_of(columns, all_rows(columns)));
                    request.out = folder_ + "/refused";
                    const auto refused = publish(request, no_progress());
                    EXPECT_FALSE(refused.ok());
                    if (!refused) EXPECT_EQ(refused.error().message, plan.error().message);
                }
                if (!plan) continue;
                const bool first = served.insert(recoder->name).second;
                ++released;
                const Applied all = applied(*plan, made, request.policy);
                EXPECT_EQ(all.records, plan->records());
                EXPECT_EQ(all.suppressed, plan->suppressed());
                EXPECT_EQ(all.unknown, 0u);
                const auto judged = all.evidence.judge(request.policy, no_progress());
                ASSERT_TRUE(judged.ok()) << judged.error().message;
                EXPECT_TRUE(judged->holds());
                if (!recoder->by_chance && (first || r == 1 || round > 0))
                    EXPECT_EQ(all.rows, published(request, frame_of(columns, all_rows(columns))));
            }
        }
    }
    EXPECT_EQ(served, expected);
}

TEST_F(PlanTest, CountsPeople) {
    SeededRandom random(7);
    for (const char* algorithm : {"mondrian", "optimal", "datafly"}) {
        const RandomColumns columns = census(random, 60);
        PublishRequest request;
        request.policy = census_policy({"k_anonymity(k=3)"}, algorithm);
        request.policy.rows_are_persons = false;
        request.policy.person = "name";
        const Made made = histograms(columns, request.policy, 3, random);
        request.table.histogram = made.histogram;
        const auto plan = Plan::make(request, no_progress());
        ASSERT_TRUE(plan.ok()) << plan.error().message;
        const Applied all = applied(*plan, made, request.policy);
        EXPECT_EQ(all.rows, published(request, frame_of(columns, all_rows(columns)))) << algorithm;
        // A release has lost its persons; evidence that the plan makes has not.
        EXPECT_THAT(all.evidence.judge(request.policy, no_progress())->person_warning, HasSubstr("'name'"));
        std::vector<Evidence> parts;
        for (const Frame& frame : made.frames)
            parts.push_back(*Plan::parse(plan->serialize())->evidence(input_of(frame), request.policy, no_progress()));
        const auto judged = Evidence::merged(parts)->judge(request.policy, no_progress());
        ASSERT_TRUE(judged.ok()) << judged.error().message;
        EXPECT_EQ(judged->person, "name");
        EXPECT_EQ(judged->people, 30u);
        EXPECT_TRUE(judged->holds());
        const auto whole =
            plan->evidence(input_of(frame_of(columns, all_rows(columns))), request.policy, no_progress());
        EXPECT_EQ(to_json(*judged), to_json(*whole->judge(request.policy, no_progress())));
    }
}

// Nothing of a public plan is in the table and not in the release.
TEST_F(PlanTest, APublicPlanHoldsNoRawValue) {
    SeededRandom random(3);
    const RandomColumns columns = census(random, 80);
    PublishRequest request;
    request.policy = census_policy({"k_anonymity(k=5)"}, "mondrian");
    std::erase_if(request.policy.columns, [](const ColumnPolicy& column) { return column.name == "zip"; });
    request.policy.columns.push_back({.name = "zip", .role = Role::dropped});
    const Made made = histograms(columns, request.policy, 2, random);
    request.table.histogram = made.histogram;
    const auto plan = Plan::make(request, no_progress());
    ASSERT_TRUE(plan.ok()) << plan.error().message;
    EXPECT_FALSE(plan->owner_only()) << plan->raw_columns().front();
    // Another table whose release prints the same has the same plan.
    const Applied all = applied(*plan, made, request.policy);
    std::string shown;
    for (const auto& [row, times] : all.rows) shown += row;
    RandomColumns moved = columns;
    std::size_t changed = 0;
    for (auto& cell : moved[1].cells) {
        if (!cell || shown.find("[" + *cell + ",") != std::string::npos ||
            shown.find(" " + *cell + "]") != std::string::npos || shown.find("'" + *cell + "'") != std::string::npos)
            continue;
        const std::string next = std::to_string(std::stoi(*cell) + 1);
        const bool inside = shown.find("[" + next + ",") == std::string::npos;
        if (!inside) continue;
        cell = next;
        ++changed;
    }
    EXPECT_GT(changed, 0u);
    for (const auto& cell : columns[1].cells) {
        if (!cell) continue;
        const auto one = plan->apply(
            input_of(frame_of(columns, {static_cast<std::size_t>(&cell - columns[1].cells.data())})), no_progress());
        EXPECT_TRUE(one.ok());
    }
    const auto known = plan->apply(input_of(frame_of(moved, all_rows(moved))), no_progress());
    EXPECT_TRUE(known.ok()) << known.error().message;  // numbers within intervals are in them
}

// Two tables of one release have one plan, which so tells nothing that the release does not: not even how many digits
// other values have, or whether one is missing.
TEST_F(PlanTest, APublicPlanIsAFunctionOfTheRelease) {
    const auto plan_of = [&](const std::vector<std::optional<std::string>>& ages) {
        RandomColumns columns = {{"age", ages}, {"sex", {"F", "F", "F", "M", "M", "M"}}};
        PublishRequest request;
        request.policy.columns = {{.name = "age", .role = Role::quasi_identifier},
                                  {.name = "sex", .role = Role::quasi_identifier}};
        request.policy.require = {*parse_requirement("k_anonymity(k=3)")};
        request.policy.algorithm = "mondrian";
        request.table = input_of(frame_of(columns, all_rows(columns)));
        const auto plan = Plan::make(request, no_progress());
        EXPECT_TRUE(plan.ok()) << plan.error().message;
        EXPECT_FALSE(plan->owner_only());
        EXPECT_EQ(plan->classes(), 2u);
        return plan->serialize();
    };
    const std::string plan = plan_of({"30", "33", "39", "50", "55", "59"});
    EXPECT_EQ(plan_of({"30", "35.25", "39", "50", "52", "59"}), plan);
    EXPECT_THAT(plan, HasSubstr("[30, 39]"));
    EXPECT_THAT(plan, HasSubstr("holds nothing that its release does not show"));
}

TEST_F(PlanTest, SaysWhatItHoldsOfTheTable) {
    SeededRandom random(3);
    const RandomColumns columns = census(random, 60);
    PublishRequest request;
    request.policy = census_policy({"k_anonymity(k=15)"}, "optimal");
    request.policy.minimize = "ncp";
    for (ColumnPolicy& column : request.policy.columns) {
        if (column.name == "zip")
            column.hierarchy_text = "010,01*,*\n011,01*,*\n012,01*,*\n013,02*,*\n014,02*,*\n015,02*,*\n";
        if (column.name == "age" || column.name == "sex") column.role = Role::dropped;
    }
    request.table = input_of(frame_of(columns, all_rows(columns)));
    const auto plan = Plan::make(request, no_progress());
    ASSERT_TRUE(plan.ok()) << plan.error().message;
    EXPECT_EQ(plan->raw_columns(), std::vector<std::string>{"zip"});  // the leaves below 01* and 02*
    request.policy.algorithm = "cluster";
    const auto lists = Plan::make(request, no_progress());
    ASSERT_TRUE(lists.ok()) << lists.error().message;
    EXPECT_TRUE(lists->owner_only());
}

TEST_F(PlanTest, RefusesWhatItDoesNotKnow) {
    SeededRandom random(11);
    const RandomColumns columns = census(random, 60);
    PublishRequest request;
    request.policy = census_policy({"k_anonymity(k=4)"}, "mondrian");
    request.table = input_of(frame_of(columns, all_rows(columns)));
    const auto plan = Plan::make(request, no_progress());
    ASSERT_TRUE(plan.ok()) << plan.error().message;
    RandomColumns other = columns;
    other[2].cells[5] = "099";
    const auto refused = plan->apply(input_of(frame_of(other, all_rows(other))), no_progress());
    EXPECT_THAT(refused.error().message, HasSubstr("column 'zip' holds '099', which the plan does not know"));
    other = columns;
    other[1].cells[5] = "99";
    EXPECT_THAT(plan->apply(input_of(frame_of(other, all_rows(other))), no_progress()).error().message,
                HasSubstr("the plan knows no record with age=99"));
    other = columns;
    other[5].cells[5] = "much";
    EXPECT_THAT(plan->apply(input_of(frame_of(other, all_rows(other))), no_progress()).error().message,
                HasSubstr("column 'income' holds 'much', and its values are numbers"));
    other.erase(other.begin() + 2);
    EXPECT_THAT(plan->apply(input_of(frame_of(other, all_rows(other))), no_progress()).error().message,
                HasSubstr("the plan needs column 'zip'"));
    const auto none = plan->apply(input_of(frame_of(columns, {})), no_progress());
    ASSERT_TRUE(none.ok()) << none.error().message;
    EXPECT_EQ(none->frame.rows(), 0u);
    EXPECT_EQ(none->frame.columns(), plan->columns());

    // Where records may be suppressed, it leaves out and counts whom it does not know.
    request.policy = census_policy({"k_anonymity(k=4)"}, "datafly");
    request.policy.suppress = "10%";
    const auto lenient = Plan::make(request, no_progress());
    ASSERT_TRUE(lenient.ok()) << lenient.error().message;
    other = columns;
    other[2].cells[5] = "099";
    const auto left_out = lenient->apply(input_of(frame_of(other, all_rows(other))), no_progress());
    ASSERT_TRUE(left_out.ok()) << left_out.error().message;
    EXPECT_EQ(left_out->records + left_out->suppressed + left_out->unknown, 60u);
    EXPECT_GE(left_out->suppressed + left_out->unknown, 1u);

    for (const char* algorithm : {"personalized", "microaggregate", "rank_swap"}) {
        request.policy = census_policy({"k_anonymity(k=4)"}, algorithm);
        const auto no_plan = Plan::make(request, no_progress());
        EXPECT_THAT(no_plan.error().message, HasSubstr("a plan says which class each row goes to, and"));
    }
}

// Records of equal values that go to several classes: each part has to know its share.
TEST_F(PlanTest, SharesRecordsOfEqualValues) {
    SeededRandom random(1);
    std::set<std::string> shared;
    for (int round = 0; round < 4 || shared.size() < 3; ++round) {
        ASSERT_LT(round, 40);
        const char* const algorithms[] = {"cluster", "progressive_local", "mondrian(mode=relaxed)"};
        const char* const algorithm = algorithms[round % 3];
        RandomColumns columns = {{"age", {}, true}, {"sick", {}}};
        for (std::size_t row = 0; row < 60; ++row) {
            columns[0].cells.emplace_back(std::to_string(20 + random.below(1 + random.below(9))));
            columns[1].cells.emplace_back(random.below(3) ? "flu" : "cold");
        }
        PublishRequest request;
        request.policy.columns = {{.name = "age", .role = Role::quasi_identifier},
                                  {.name = "sick", .role = Role::sensitive}};
        request.policy.require = {*parse_requirement("k_anonymity(k=7)")};
        request.policy.algorithm = algorithm;
        const Made made = histograms(columns, request.policy, 3, random);
        request.table.histogram = made.histogram;
        const auto plan = Plan::make(request, no_progress());
        ASSERT_TRUE(plan.ok()) << plan.error().message;
        EXPECT_EQ(applied(*plan, made, request.policy).rows, published(request, frame_of(columns, all_rows(columns))));
        if (!plan->has_shares()) continue;
        shared.insert(algorithm);
        EXPECT_THAT(plan->apply(input_of(made.frames[0]), no_progress()).error().message, HasSubstr("shares()"));
        const auto whole = plan->apply(input_of(frame_of(columns, all_rows(columns))), no_progress());
        EXPECT_TRUE(whole.ok()) << whole.error().message;
    }
}

TEST_F(PlanTest, BelievesNoDamagedBytes) {
    SeededRandom random(11);
    const RandomColumns columns = census(random, 30);
    const Frame frame = frame_of(columns, all_rows(columns));
    int taken = 0;
    for (const char* algorithm : {"mondrian", "cluster"}) {
        PublishRequest request;
        request.policy = census_policy({"k_anonymity(k=4)"}, algorithm);
        request.table = input_of(frame);
        const std::string bytes = Plan::make(request, no_progress())->serialize();
        for (std::size_t at = 0; at < bytes.size(); at += 7) {
            std::string changed = bytes;
            changed[at] = static_cast<char>(changed[at] ^ 1);
            EXPECT_FALSE(Plan::parse(changed).ok()) << at;
            EXPECT_FALSE(Plan::parse(bytes.substr(0, at)).ok()) << at;
        }
        // Whoever seals nonsense is refused, or gets a plan that works somehow.
        const Seal sealing{"SCRIMPLN", "plan", 1};
        const std::string inside(*unseal(sealing, bytes));
        for (int round = 0; round < rounds(1500); ++round) {
            std::string changed = inside;
            for (std::uint64_t times = 1 + random.below(3); times > 0; --times)
                changed[random.below(changed.size())] = static_cast<char>(random.below(256));
            const auto parsed = Plan::parse(seal(sealing, changed));
            if (!parsed) continue;
            ++taken;
            EXPECT_EQ(parsed->serialize(), seal(sealing, changed));
            if (taken % 8 == 0) (void)parsed->apply(input_of(frame), no_progress());
        }
    }
    EXPECT_GT(taken, 0);
}

// Whatever table it is, and however it is cut into parts: figure by figure.
TEST(Evidence, JudgesAsCheckDoes) {
    SeededRandom random(4);
    for (int round = 0; round < rounds(4); ++round) {
        const RandomColumns columns = census(random, 40);
        CheckRequest request;
        request.policy = census_policy({"k_anonymity(k=2)", "t_closeness_equal(t=0.4)"}, "");
        if (round % 2 == 1) {
            request.policy.rows_are_persons = false;
            request.policy.person = "name";
        }
        request.policy.sample_weight = round == 2 ? "age" : "";
        std::vector<Evidence> parts, models;
        for (const auto& rows : random_parts(columns, 3, random)) {
            const TableInput part = input_of(frame_of(columns, rows));
            const auto found = Evidence::of(part, request.policy, no_progress());
            ASSERT_TRUE(found.ok()) << found.error().message;
            parts.push_back(*Evidence::parse(found->serialize()));
            models.push_back(*Evidence::of(part, request.policy, no_progress(), Evidence::Of::models));
        }
        request.table = input_of(frame_of(columns, all_rows(columns)));
        const auto whole = check(request, no_progress());
        const auto judged = Evidence::merged(parts)->judge(request, no_progress());
        ASSERT_EQ(judged.ok(), whole.ok()) << (whole ? judged : whole).error().message;
        if (!whole) continue;
        EXPECT_EQ(to_json(*judged), to_json(*whole));
        const auto lean = Evidence::merged(models)->judge(request, no_progress());
        ASSERT_TRUE(lean.ok()) << lean.error().message;
        EXPECT_EQ(lean->exact.columns.size(), 1u);  // the sensitive one
        CheckReport without = *whole;
        without.exact = lean->exact;
        without.sample = lean->sample;
        EXPECT_EQ(to_json(*lean), to_json(without));

        Policy more = request.policy;
        more.require.push_back(*parse_requirement("lkc_privacy(l=2, k=2, c=0.5)"));
        for (ColumnPolicy& column : more.columns)
            if (column.name == "work") column.role = Role::sensitive;
        EXPECT_THAT(Evidence::merged(models)->judge(more, no_progress()).error().message,
                    HasSubstr("leaves column 'work' out"));
    }
}

}  // namespace plan_test
}  // namespace scrim::testing
