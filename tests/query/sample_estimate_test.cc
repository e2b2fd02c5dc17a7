// Estimates from samples: unbiased, by enumerating every sample that may be drawn.
#include "tests/query/release_maker.h"

#include <gmock/gmock.h>

#include <cmath>

namespace scrim::testing {
namespace sample_estimate_test {

using Rows = std::vector<std::vector<std::string>>;

const Rows people{{"20", "f"}, {"20", "m"}, {"31", "f"}, {"45", "m"}, {"NULL", "f"}, {"50", "f"}};

// The rows of `people` whose bits are set, as if drawn from all.
querying::Released drawn(unsigned set) {
    Rows rows;
    for (std::size_t i = 0; i < people.size(); ++i)
        if (set >> i & 1) rows.push_back(people[i]);
    querying::Released released = bare_table({"age", "sex"}, rows);
    for (auto& column : released.columns) column.exact = true;
    released.certified = true;
    released.original = people.size();
    const double share = static_cast<double>(rows.size()) / static_cast<double>(people.size());
    released.drawn = querying::Drawn{std::vector<double>(released.rows.size(), 1 / share), 1 - share};
    return released;
}

QueryEstimate estimate(const querying::Released& released, const std::string& sql) {
    const auto answer = ask(released, sql);
    EXPECT_TRUE(answer.ok()) << answer.error().message;
    EXPECT_TRUE(answer->rows[0].values[0].released) << "the interval stays";
    return *answer->rows[0].values[0].estimate;
}

TEST(SampleEstimate, HasNoBiasAndItsVarianceNeither) {
    const std::vector<std::pair<std::string, double>> cases{
        {"SELECT COUNT(*) FROM t WHERE sex = 'f'", 4},
        {"SELECT COUNT(*) FROM t WHERE age < 40 AND sex = 'f'", 2},
        {"SELECT SUM(age) FROM t", 166},
        {"SELECT SUM(age) FROM t WHERE sex = 'f'", 101},
    };
    for (const auto& [sql, truth] : cases)
        for (const int size : {2, 4}) {
            double mean = 0, square = 0, variance = 0, samples = 0;
            for (unsigned set = 0; set < 1u << people.size(); ++set) {
                if (__builtin_popcount(set) != size) continue;
                const QueryEstimate found = estimate(drawn(set), sql);
                ++samples;
                mean += found.value;
                square += found.value * found.value;
                variance += found.standard_error * found.standard_error;
            }
            mean /= samples;
            EXPECT_NEAR(mean, truth, 1e-9) << sql;
            EXPECT_NEAR(variance / samples, square / samples - mean * mean, 1e-9) << sql;
        }
}

TEST(SampleEstimate, OfAllIsTheTruth) {
    const QueryEstimate all = estimate(drawn(63), "SELECT AVG(age) FROM t WHERE sex = 'f'");
    EXPECT_NEAR(all.value, 101.0 / 3, 1e-9);
    EXPECT_EQ(all.standard_error, 0);
}

// 20 and 45 stand for 5 and 1 people: 25 on average, of 6. Squares of 5 * (20 - 145/6) and 1 * (45 - 145/6), twice.
TEST(SampleEstimate, WeightsCountForThePopulation) {
    querying::Released released = bare_table({"age", "sex"}, {{"20", "m"}, {"45", "m"}});
    released.drawn = querying::Drawn{{5, 1}, 1};
    EXPECT_NEAR(estimate(released, "SELECT COUNT(*) FROM t").value, 6, 1e-12);
    EXPECT_NEAR(estimate(released, "SELECT SUM(age) FROM t").value, 145, 1e-12);
    const QueryEstimate mean = estimate(released, "SELECT AVG(age) FROM t");
    EXPECT_NEAR(mean.value, 145.0 / 6, 1e-12);
    const double d = 5 * (20 - 145.0 / 6);
    EXPECT_NEAR(mean.standard_error, std::sqrt(2 * 2 * d * d) / 6, 1e-9);
}

TEST(SampleEstimate, NothingIsEstimatedOfOneRecordOrOfCellsThatStandForSeveral) {
    const auto value = [](const querying::Released& released, const std::string& sql) {
        return ask(released, sql)->rows[0].values[0];
    };
    EXPECT_FALSE(value(drawn(1), "SELECT COUNT(*) FROM t WHERE sex = 'f'").estimate);
    EXPECT_FALSE(value(drawn(7), "SELECT MAX(age) FROM t").estimate);
    querying::Released spans = bare_table({"age", "sex"}, {{"[20, 29]", "m"}, {"45", "m"}});
    spans.drawn = querying::Drawn{{5, 1}, 1};
    EXPECT_FALSE(value(spans, "SELECT COUNT(*) FROM t WHERE age < 25").estimate);
    EXPECT_TRUE(value(spans, "SELECT COUNT(*) FROM t WHERE sex = 'm'").estimate);
}

}  // namespace sample_estimate_test
}  // namespace scrim::testing
