// Answers with noise: what is added up is exact, what is promised of it holds between tables that differ in one person.
#include "kernel/noise/coins.h"
#include "methods/statdb/noisy/dress.h"
#include "methods/statdb/noisy/exact_sums.h"
#include "methods/statdb/query_groups.h"
#include "tests/noise/every_coin.h"
#include "tests/statdb/stat_maker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace scrim::statdb::noisy {
namespace noisy_test {

using namespace scrim::testing;
using ::testing::HasSubstr;

// Quasi-identifiers q0, q1 …, as stat_maker names them; the sensitive values are numbers.
Query parsed(const std::string& sql, const StatSchema& schema) {
    auto query = parse_query(sql, schema);
    EXPECT_TRUE(query.ok()) << (query ? "" : query.error().message);
    return *std::move(query);
}

NoisyRequest asking(const std::string& sql, const std::string& epsilon) {
    NoisyRequest request;
    request.sql = sql;
    request.recipient = "ana";
    request.epsilon = epsilon;
    return request;
}

TEST(ExactSums, AreThoseOfTheRecords) {
    SeededRandom random(5);
    for (int round = 0; round < 60; ++round) {
        const Records records = random_records(random, 40 + random.below(200), {3, 5}, 6, 3);
        const StatTable table = make_stat_table(records, make_buckets(records, 3, &neighbors_builder(), 1, random), 3);
        const Condition condition = random_condition(random, records.domains, 2);
        const auto low = static_cast<Code>(random.below(6)), high = static_cast<Code>(low + 1 + random.below(6 - low));
        const Domain& domain = table.schema().sensitive.domain();
        const Clip clip{1, 4};
        ExactSums expected;
        for (std::size_t row = 0; row < records.size(); ++row) {
            const Code value = records.sensitive[row];
            if (!satisfies(condition, records, row) || value < low || value >= high) continue;
            ++expected.count;
            ++expected.numbers;
            if (domain.is_numeric()) expected.sum += std::clamp<Int128>(domain.units(value), 1, 4);
        }
        const std::vector<Span> values{{low, high}};
        const ExactSums sums = exact_sums(table, condition, values, clip);
        EXPECT_EQ(sums.count, expected.count);
        EXPECT_EQ(sums.numbers, expected.numbers);
        EXPECT_TRUE(sums.sum == expected.sum);
    }
}

class NoisyTest : public ::testing::Test {
protected:
    NoisyTest() : random_(1), records_(random_records(random_, 200, {3, 4}, 6, 3)), schema_(records_.schema()) {}

    std::string name(std::size_t column) const { return schema_.quasi_identifiers[column].name; }
    Result<Plan> plan(const std::string& sql, const NoisyRequest& request) const {
        return plan_of(parsed(sql, schema_), schema_, 1, request);
    }

    StatTable table_of(const Records& records) {
        return make_stat_table(records, make_buckets(records, 2, &neighbors_builder(), 1, random_), 2);
    }

    SeededRandom random_;
    Records records_;
    StatSchema schema_;
};

TEST_F(NoisyTest, EqualQuestionsAreOne) {
    const std::string a = name(0) + " = 1", b = name(1) + " IN (1, 2)", v = schema_.sensitive.name + " = 3";
    const auto question = [&](const std::string& where, const std::string& epsilon = "0.5") {
        const std::string sql = "SELECT COUNT(*) FROM StatDB WHERE " + where;
        return plan(sql, asking(sql, epsilon))->question;
    };
    const std::string one = question(a + " AND " + b + " AND " + v);
    EXPECT_EQ(question(v + " AND " + b + " AND " + a), one);
    EXPECT_EQ(question("(" + b + ") AND ((" + a + ")) AND " + v, "1/2"), one);
    EXPECT_EQ(question(a + " AND " + name(1) + " BETWEEN 1 AND 2 AND " + v, "50%"), one);
    const std::set<std::string> others{one, question(a + " AND " + b), question(a + " AND " + v),
                                       question(b + " AND " + v), question(a + " AND " + b + " AND " + v, "0.25")};
    EXPECT_EQ(others.size(), 5u);
}

TEST_F(NoisyTest, TheSpendingIsDividedAmongWhatIsMeasured) {
    const std::string s = schema_.sensitive.name;
    NoisyRequest request = asking("", "1");
    request.lowest = "0";
    request.highest = "5";
    const auto made = plan("SELECT COUNT(*), AVG(" + s + ") FROM StatDB", request);
    ASSERT_TRUE(made.ok()) << made.error().message;
    ASSERT_EQ(made->measurements.size(), 3u);
    EXPECT_EQ(*made->cost.epsilon, 1);
    const auto rate = [&](std::size_t m) {
        return std::get<noise::DiscreteLaplace>(made->measurements[m].noise).rate();
    };
    EXPECT_EQ(rate(0), Ratio(1, 3));
    EXPECT_EQ(rate(1), Ratio(1, 15));  // one person changes the sum by up to 5
    EXPECT_EQ(rate(2), Ratio(1, 3));
    request.epsilon.clear();
    request.rho = "1/2";
    const auto gaussian = plan("SELECT SUM(" + s + ") FROM StatDB", request);
    EXPECT_EQ(std::get<noise::DiscreteGaussian>(gaussian->measurements[0].noise).variance(), Ratio(25));
    EXPECT_FALSE(gaussian->cost.epsilon);
}

TEST_F(NoisyTest, RefusesWhatNoiseCannotHide) {
    const std::string s = schema_.sensitive.name;
    const auto why = [&](const std::string& sql, const NoisyRequest& request) {
        const auto made = plan(sql, request);
        return made ? std::string() : made.error().message;
    };
    NoisyRequest gaussian = asking("", "");
    gaussian.rho = "1";
    EXPECT_THAT(why("SELECT MAX(" + s + ") FROM StatDB", gaussian), HasSubstr("no Gaussian noise"));
    EXPECT_THAT(why("SELECT MEDIAN(" + s + ") FROM StatDB", asking("", "1")), HasSubstr("needs bounds"));
    EXPECT_THAT(why("SELECT SUM(" + s + ") FROM StatDB", asking("", "1")), HasSubstr("needs bounds"));
    EXPECT_THAT(why("SELECT COUNT(*) FROM StatDB", asking("", "")), HasSubstr("how much to spend"));
    EXPECT_THAT(why("SELECT COUNT(*) FROM StatDB", asking("", "0")), HasSubstr("a number > 0"));
    EXPECT_THAT(why("SELECT COUNT(*) FROM StatDB", asking("", "much")), HasSubstr("a number > 0"));
    NoisyRequest bounded = asking("", "1");
    bounded.lowest = "3";
    bounded.highest = "2";
    EXPECT_THAT(why("SELECT SUM(" + s + ") FROM StatDB", bounded), HasSubstr("above"));
    EXPECT_THAT(why("SELECT COUNT(*) FROM StatDB", bounded), HasSubstr("none is asked for"));
    bounded.lowest = "0.5";
    EXPECT_THAT(why("SELECT SUM(" + s + ") FROM StatDB", bounded), HasSubstr("more digits"));
}

// Tables with and without one person, and each question's chances of all outcomes of all of its groups.
TEST_F(NoisyTest, OnePersonChangesNoChanceByMoreThanTheCost) {
    const std::string s = schema_.sensitive.name;
    NoisyRequest request = asking("", "2");
    request.lowest = "0";
    request.highest = "2";
    for (const std::string& sql : {"SELECT COUNT(*), SUM(" + s + ") FROM StatDB",
                                   "SELECT " + name(0) + ", COUNT(*) FROM StatDB GROUP BY " + name(0)}) {
        const Query query = parsed(sql, schema_);
        NoisyRequest own = request;
        if (sql.find("SUM") == std::string::npos) own.lowest = own.highest = "";
        const Plan made = *plan_of(query, schema_, 1, own);
        const QueryGroups groups = *QueryGroups::of(schema_, query);
        for (const Code value : {0u, 1u, 5u})
            for (Code group = 0; group < 3; ++group) {
                Records more = records_;
                for (std::size_t a = 0; a < more.quasi_identifiers.size(); ++a)
                    more.quasi_identifiers[a].push_back(a == 0 ? group : 0);
                more.sensitive.push_back(value);
                const StatTable without = table_of(records_), with = table_of(more);
                // Of each group and measurement, how far apart the two tables are, in units of the noise.
                double loss = 0;
                for (std::size_t c = 0; c < groups.size(); ++c) {
                    const ExactSums one = exact_sums(without, groups[c].rows, query.values, made.clip);
                    const ExactSums other = exact_sums(with, groups[c].rows, query.values, made.clip);
                    for (const Measurement& measurement : made.measurements) {
                        const double apart = measurement.what == Measurement::What::sum
                                                 ? static_cast<double>(other.sum - one.sum)
                                                 : static_cast<double>(other.count) - static_cast<double>(one.count);
                        loss +=
                            std::abs(apart) * std::get<noise::DiscreteLaplace>(measurement.noise).rate().to_double();
                    }
                }
                EXPECT_GT(loss, 0);
                EXPECT_LE(loss, 2 + 1e-12) << sql;
            }
    }
}

TEST_F(NoisyTest, IntervalsFollowTheNoise) {
    const std::string s = schema_.sensitive.name;
    NoisyRequest request = asking("", "3");
    request.lowest = "0";
    request.highest = "5";
    const std::string sql = "SELECT COUNT(*), SUM(" + s + "), AVG(" + s + ") FROM StatDB";
    const Query query = parsed(sql, schema_);
    const Plan made = *plan_of(query, schema_, 1, request);
    const QueryGroups groups = *QueryGroups::of(schema_, query);
    NoisyAnswer answer = titled(query, request, made, {});
    const auto reach = [&](std::size_t m, const Ratio& confidence) { return made.measurements[m].within(confidence); };
    const std::vector<Int128> drawn{100, -7, 300, 100};
    dress(answer, drawn, query, made, groups, schema_);
    ASSERT_EQ(answer.rows.size(), 1u);
    const auto& [count, sum, mean] =
        std::tie(answer.rows[0].values[0], answer.rows[0].values[1], answer.rows[0].values[2]);
    EXPECT_EQ(count.estimate->exact, "100");
    EXPECT_EQ(count.lower->exact, to_string(100 - reach(0, Ratio(95, 100))));
    EXPECT_EQ(sum.estimate->exact, "-7");
    EXPECT_EQ(sum.upper->exact, to_string(-7 + reach(1, Ratio(95, 100))));
    EXPECT_EQ(mean.estimate->exact, "3");
    const Ratio half(39, 40);
    EXPECT_NEAR(mean.lower->value,
                static_cast<double>(300 - reach(2, half)) / static_cast<double>(100 + reach(3, half)), 1e-9);
    EXPECT_THAT(answer.notes.front(), HasSubstr("biased"));
    // Few records: a mean is anything between the bounds, a count no less than 0.
    dress(answer, std::vector<Int128>{-3, 0, 2, 1}, query, made, groups, schema_);
    const NoisyRow& few = answer.rows.back();
    EXPECT_EQ(few.values[0].lower->exact, "0");
    EXPECT_EQ(few.values[2].lower->exact, "0");
    EXPECT_EQ(few.values[2].upper->exact, "5");
}

}  // namespace noisy_test
}  // namespace scrim::statdb::noisy
