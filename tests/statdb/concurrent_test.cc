#include "methods/statdb/anatomy_answer.h"
#include "methods/statdb/generalization_answer.h"
#include "tests/statdb/stat_maker.h"

#include <gtest/gtest.h>

#include <thread>

namespace scrim::statdb {
namespace concurrent_test {

using namespace scrim::testing;

// Readers share a table and nothing else.
TEST(Concurrent, ReadersGetTheAnswersThatOneWouldGet) {
    SeededRandom random(1);
    const Records records = random_records(random, 20'000, {2, 6, 300}, 10, 4);
    const StatTable table = make_stat_table(records, make_buckets(records, 4, &neighbors_builder(), 1, random), 4);
    std::vector<Condition> conditions;
    std::vector<std::vector<Span>> values;
    std::vector<std::uint64_t> lower, upper;
    for (int i = 0; i < 100; ++i) {
        conditions.push_back(random_condition(random, records.domains, 2));
        values.push_back(random_condition(random, {10}, 0).spans);
        const CountInterval interval = count_by_anatomy(table, conditions.back(), values.back());
        lower.push_back(interval.lower);
        upper.push_back(interval.upper);
    }
    std::vector<std::thread> readers;
    std::vector<int> wrong(4, 0);
    for (std::size_t reader = 0; reader < wrong.size(); ++reader)
        readers.emplace_back([&, reader] {
            for (std::size_t i = 0; i < conditions.size(); ++i) {
                const std::size_t own = (i * 7 + reader * 31) % conditions.size();
                const CountInterval interval = count_by_anatomy(table, conditions[own], values[own]);
                wrong[reader] += interval.lower != lower[own] || interval.upper != upper[own];
            }
        });
    for (std::thread& reader : readers) reader.join();
    EXPECT_EQ(wrong, std::vector<int>(4, 0));
}

}  // namespace concurrent_test
}  // namespace scrim::statdb
