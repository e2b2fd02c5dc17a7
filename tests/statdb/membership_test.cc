// Whether somebody is in the table: what intervals give away to one who knows everybody else, and noise does not.
#include "methods/statdb/noisy/membership.h"

#include "tests/statdb/stat_maker.h"

#include <gtest/gtest.h>

#include <cmath>

namespace scrim::statdb::noisy {
namespace membership_test {

using namespace scrim::testing;

// As make_stat_table(), by a builder that there is.
StatTable table_of(const std::vector<std::string>& frameworks, std::uint32_t m) {
    SeededRandom random(3);
    const testing::Records records = random_records(random, 80, {3, 4}, 6, 3);
    const Bucketization buckets =
        m > 1 ? make_buckets(records, m, &neighbors_builder(), 1, random) : by_value(records.table(), records.column());
    const StatFacts facts{m, "neighbors", 1, frameworks, "test"};
    return *StatTable::of_image(StatTable::image(facts, records.schema(), records.table(), buckets, {}));
}

MembershipReport audited(const StatTable& table, const MembershipRequest& request) {
    SeededRandom random(7);
    auto report = membership(table, request, random, no_progress());
    EXPECT_TRUE(report.ok());
    return *std::move(report);
}

TEST(Membership, IntervalsAreToldFromWhatOthersAre) {
    MembershipRequest request;
    request.people = 40;
    request.epsilon = {"1"};
    const MembershipReport report = audited(table_of({"anatomy", "generalization", "dp"}, 3), request);
    ASSERT_EQ(report.rows.size(), 5u);
    const MembershipRow& who = report.rows[0];
    EXPECT_EQ(who.framework, "anatomy");
    EXPECT_EQ(who.question, "who");
    EXPECT_EQ(who.success, 1);  // exact counts
    EXPECT_EQ(who.tries, 2 * (request.people - report.not_possible));
    for (std::size_t r = 1; r < 4; ++r) {
        EXPECT_GE(report.rows[r].success, 0.5) << r;
        EXPECT_LE(report.rows[r].success, 1) << r;
        EXPECT_EQ(report.rows[r].bound, 0) << r;
    }
    EXPECT_LT(report.rows[1].success, 1);  // whose value it is hides among m
}

TEST(Membership, NoiseKeepsItsBound) {
    MembershipRequest request;
    request.epsilon = {"0.1", "1", "3"};
    const MembershipReport report = audited(table_of({"dp"}, 1), request);
    ASSERT_EQ(report.rows.size(), 3u);
    const double epsilons[] = {0.1, 1, 3};
    for (std::size_t r = 0; r < 3; ++r) {
        const MembershipRow& row = report.rows[r];
        EXPECT_NEAR(row.bound, 1 / (1 + std::exp(-epsilons[r])), 1e-12);
        EXPECT_NEAR(row.success, row.bound, 0.03);  // the best attack reaches it
        EXPECT_LE(row.epsilon_at_least, epsilons[r]);
    }
    EXPECT_GT(report.rows[1].epsilon_at_least, 0.8);
    EXPECT_LT(report.rows[1].epsilon_at_least, report.rows[2].epsilon_at_least);
}

TEST(Membership, RefusesWhatItCannotTry) {
    const StatTable table = table_of({"dp"}, 1);
    SeededRandom random(1);
    for (const std::uint64_t people : {0, 10'001}) {
        MembershipRequest request;
        request.people = people;
        EXPECT_FALSE(membership(table, request, random, no_progress()).ok());
    }
    MembershipRequest request;
    request.epsilon = {"0"};
    EXPECT_FALSE(membership(table, request, random, no_progress()).ok());
}

}  // namespace membership_test
}  // namespace scrim::statdb::noisy
