// Estimates from cells that were changed by known chances: unbiased, by enumerating all that chance may do.
#include "tests/query/release_maker.h"

#include <gmock/gmock.h>

#include <cmath>

namespace scrim::testing {
namespace estimate_test {

using ::testing::HasSubstr;

using Matrix = std::vector<std::vector<Ratio>>;

const std::vector<std::string> answers{"no", "yes"}, numbers{"1", "4", "6"};
const Matrix for_answers{{Ratio(3, 4), Ratio(1, 4)}, {Ratio(1, 8), Ratio(7, 8)}};
const Matrix for_numbers{{Ratio(1, 2), Ratio(1, 4), Ratio(1, 4)},
                         {Ratio(1, 10), Ratio(8, 10), Ratio(1, 10)},
                         {Ratio(0), Ratio(1, 3), Ratio(2, 3)}};

querying::Chances chances(const std::vector<std::string>& values, const Matrix& rows) {
    querying::Chances made;
    for (const std::string& value : values) made.values.emplace_back(value);
    made.rows = rows;
    return made;
}

struct Record {
    std::size_t answer, number;  // of the values above
    std::string sex;
};

querying::Released perturbed(const std::vector<std::vector<std::string>>& rows) {
    querying::Released released = bare_table({"answer", "number", "sex"}, rows);
    released.form = "perturbed";
    released.certified = true;
    for (auto& column : released.columns) column.exact = true;
    released.columns[0].changed = released.columns[1].changed = true;
    released.columns[0].chances = chances(answers, for_answers);
    released.columns[1].chances = chances(numbers, for_numbers);
    return released;
}

// Everything that may be released of the records, with its chance.
template <class F>
void every_release(const std::vector<Record>& records, std::vector<std::vector<std::string>>& rows, double chance,
                   F&& visit) {
    if (rows.size() == records.size()) return visit(rows, chance);
    const Record& record = records[rows.size()];
    for (std::size_t a = 0; a < answers.size(); ++a)
        for (std::size_t n = 0; n < numbers.size(); ++n) {
            const double here = for_answers[record.answer][a].to_double() * for_numbers[record.number][n].to_double();
            if (here == 0) continue;
            rows.push_back({answers[a], numbers[n], record.sex});
            every_release(records, rows, chance * here, visit);
            rows.pop_back();
        }
}

struct Case {
    std::string sql;
    double truth;
};

TEST(Estimate, HasNoBiasAndItsVarianceNeither) {
    const std::vector<Record> records{{1, 1, "f"}, {0, 2, "m"}, {1, 0, "m"}};
    const std::vector<Case> cases{
        {"SELECT COUNT(*) FROM t WHERE answer = 'yes'", 2},
        {"SELECT COUNT(*) FROM t WHERE answer = 'yes' AND number > 2", 1},
        {"SELECT COUNT(*) FROM t WHERE (answer = 'yes' OR number = 6) AND sex = 'm'", 2},
        {"SELECT SUM(number) FROM t WHERE sex = 'm'", 7},
        {"SELECT SUM(number) FROM t WHERE answer = 'yes'", 5},
        {"SELECT SUM(number) FROM t WHERE number >= 4", 10},
    };
    for (const Case& one : cases) {
        double mean = 0, square = 0, variance = 0;
        std::vector<std::vector<std::string>> rows;
        every_release(records, rows, 1, [&](const auto& released, double chance) {
            const auto answer = ask(perturbed(released), one.sql);
            ASSERT_TRUE(answer.ok()) << answer.error().message;
            const QueryValue& value = answer->rows.at(0).values.at(0);
            ASSERT_TRUE(value.estimate.has_value());
            EXPECT_FALSE(value.released.has_value());
            mean += chance * value.estimate->value;
            square += chance * value.estimate->value * value.estimate->value;
            variance += chance * value.estimate->standard_error * value.estimate->standard_error;
        });
        EXPECT_NEAR(mean, one.truth, 1e-9) << one.sql;
        // Cut off at 0, which makes it no smaller.
        EXPECT_GE(variance, square - mean * mean - 1e-9) << one.sql;
        EXPECT_LE(variance, 1.5 * (square - mean * mean)) << one.sql;
    }
}

// Warner: with 60 of 100 "yes" and p = 1/2 kept, (60 - 25) / (1/2) = 70 said so.
TEST(Estimate, OfAnswersThatWereKeptOrDrawn) {
    std::vector<std::vector<std::string>> rows(100, {"yes"});
    for (int i = 0; i < 40; ++i) rows[static_cast<std::size_t>(i)] = {"no"};
    querying::Released released = bare_table({"answer"}, rows);
    released.columns[0].changed = true;
    released.columns[0].chances.emplace();
    released.columns[0].chances->values = {"yes", "no"};
    released.columns[0].chances->retention = Ratio(1, 2);
    const auto answer = ask(released, "SELECT COUNT(*) FROM t WHERE answer = 'yes'");
    ASSERT_TRUE(answer.ok());
    const auto& estimate = *answer->rows[0].values[0].estimate;
    EXPECT_NEAR(estimate.value, 70, 1e-9);
    // g is 3/2 for yes and -1/2 for no: 60 * (9/4 - 3/2) + 40 * (1/4 + 1/2).
    EXPECT_NEAR(estimate.standard_error, std::sqrt(75.0), 1e-9);
    EXPECT_THAT(ask(released, "SELECT MIN(answer) FROM t").error().message, HasSubstr("holds text"));
}

TEST(Estimate, OnlyOfWhatWasChangedByKnownChances) {
    auto released = perturbed({{"yes", "4", "f"}, {"no", "4", "m"}});
    // Columns that were not changed are as sure as ever.
    EXPECT_EQ(interval_of(released, "SELECT COUNT(*) FROM t WHERE sex = 'f'"), "1..1");
    EXPECT_THAT(ask(released, "SELECT MIN(number) FROM t").error().message, HasSubstr("MIN cannot be estimated"));
    EXPECT_THAT(ask(released, "SELECT MEDIAN(number) FROM t").error().message, HasSubstr("MEDIAN of a release is not"));
    released.columns[0].chances.reset();
    EXPECT_THAT(ask(released, "SELECT COUNT(*) FROM t WHERE answer = 'yes'").error().message,
                HasSubstr("nothing can be computed of 'answer'"));
    // What is kept, though, is true.
    released.margins = {{"answer", "sex"}};
    EXPECT_EQ(interval_of(released, "SELECT COUNT(*) FROM t WHERE answer = 'yes' AND sex = 'f'"), "1..1");
    EXPECT_THAT(ask(released, "SELECT COUNT(*) FROM t WHERE answer = 'yes' AND number = 4").error().message,
                HasSubstr("nothing can be computed of 'answer'"));
    // Chances that mix everything leave nothing to see.
    released.margins.clear();
    released.columns[0].chances = chances(answers, {{Ratio(1, 2), Ratio(1, 2)}, {Ratio(1, 2), Ratio(1, 2)}});
    EXPECT_THAT(ask(released, "SELECT COUNT(*) FROM t WHERE answer = 'yes'").error().message,
                HasSubstr("leave nothing to estimate from"));
}

}  // namespace estimate_test
}  // namespace scrim::testing
